package podtemplate

import (
	"cmp"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// ports warns of the ports of the container at path, which is the one that containerAt finds
// at n, and adds them to those of the containers before it. spec is the path of the pod.
func (w *warner) ports(path, spec *fieldpath.Path, n int, known *podPorts) {
	list := path.Child("ports")
	ports := containerAt(w.spec, n).Ports
	for i := range ports {
		port := &ports[i]
		element := list.Index(i)
		here := portPlace{n, i}
		if port.HostIP != "" && port.HostPort == 0 {
			w.warn(element, "the hostIP "+quote(port.HostIP)+" has no effect without a hostPort")
		}
		for _, there := range known.conflicts(port) {
			other := &containerAt(w.spec, there.container).Ports[there.port]
			w.warn(element, conflict(port, other, w.portPath(spec, there)))
		}
		known.add(port, here)
		if first, ok := known.firstNamed(port.Name, here); ok {
			other := w.portPath(spec, first)
			w.warn(element, "duplicate name "+quote(port.Name)+": services and probes that use it get "+other)
		}
	}
}

// conflict says how a port conflicts with another, which is at path.
func conflict(port, other *corev1.ContainerPort, path string) string {
	switch {
	case port.HostIP == other.HostIP && port.HostPort == other.HostPort:
		return "duplicate of " + path
	case port.HostPort == 0 || other.HostPort == 0:
		return "overlapping with " + path + ": only one of the two has a hostPort"
	default:
		return "ambiguous beside " + path + ": give both a hostIP, or none"
	}
}

// portPlace says which port of which container one is, as containerAt counts containers.
type portPlace struct {
	container, port int
}

func (w *warner) portPath(spec *fieldpath.Path, p portPlace) string {
	kind, i := containerPlace(w.spec, p.container)
	return spec.Child(kind).Index(i).Child("ports").Index(p.port).Field().String()
}

// podPorts are the ports of all containers so far, in such an order that those that conflict
// with another are found without going over all.
type podPorts struct {
	like  map[portLike][]portPlace
	named map[string]portPlace
}

// portLike is what some ports have in common.
type portLike struct {
	port     int32
	protocol corev1.Protocol
	// shared says whether also what follows is common to them.
	shared   sharedHost
	hostPort int32
	hostIP   string
}

type sharedHost int

const (
	nothing sharedHost = iota
	hostPortOnly
	hostPortAndIP
)

// alike returns what all ports have in common with port that are like it in shared.
func alike(port *corev1.ContainerPort, shared sharedHost) portLike {
	like := portLike{port: port.ContainerPort, protocol: port.Protocol, shared: shared}
	if shared >= hostPortOnly {
		like.hostPort = port.HostPort
	}
	if shared >= hostPortAndIP {
		like.hostIP = port.HostIP
	}
	return like
}

func (p *podPorts) add(port *corev1.ContainerPort, place portPlace) {
	if p.like == nil {
		p.like = map[portLike][]portPlace{}
	}
	for shared := nothing; shared <= hostPortAndIP; shared++ {
		key := alike(port, shared)
		p.like[key] = appendOther(p.like[key], place)
	}
}

// conflicts returns where the ports are that conflict with port: those with the same number
// and protocol unless they are clearly apart on the node.
func (p *podPorts) conflicts(port *corev1.ContainerPort) []portPlace {
	if port.HostPort == 0 {
		return p.like[alike(port, nothing)]
	}
	off := *port
	off.HostPort = 0
	found := p.like[alike(&off, hostPortOnly)]
	if port.HostIP == "" {
		found = slices.Concat(found, p.like[alike(port, hostPortOnly)])
	} else {
		everywhere := *port
		everywhere.HostIP = ""
		found = slices.Concat(found, p.like[alike(port, hostPortAndIP)], p.like[alike(&everywhere, hostPortAndIP)])
	}
	slices.SortFunc(found, comparePlaces)
	return found[:min(len(found), mostOthers)]
}

// comparePlaces sorts ports as they come in the pod.
func comparePlaces(a, b portPlace) int {
	return cmp.Or(a.container-b.container, a.port-b.port)
}

// firstNamed returns where the first port called name is, or remembers that it is here.
func (p *podPorts) firstNamed(name string, here portPlace) (first portPlace, ok bool) {
	if name == "" {
		return portPlace{}, false
	}
	if first, ok = p.named[name]; ok {
		return first, true
	}
	if p.named == nil {
		p.named = map[string]portPlace{}
	}
	p.named[name] = here
	return portPlace{}, false
}
