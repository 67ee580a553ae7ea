package warnings

import (
	"cmp"
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/containers"
)

// ports warns about the ports of container n, which are at path, and adds them to those of
// earlier containers. spec is the path of the pod.
func (w *warner) ports(path, spec *fieldpath.Path, n int, earlier *podPorts) {
	list := containers.At(w.spec, n).Ports
	for i := range list {
		port, element, here := &list[i], path.Index(i), portPosition{n, i}
		if port.HostIP != "" && port.HostPort == 0 {
			w.warn(element, "hostIP "+quote(port.HostIP)+" has no effect without a hostPort")
		}
		for _, there := range earlier.conflicts(port) {
			other := &containers.At(w.spec, there.container).Ports[there.port]
			w.warn(element, conflict(port, other, w.portPath(spec, there)))
		}
		earlier.add(port, here)
		if first, ok := earlier.firstNamed(port.Name, here); ok {
			w.warn(element, "duplicate port name "+quote(port.Name)+": services and probes use the port at "+w.portPath(spec, first))
		}
	}
}

// conflict returns how a port conflicts with another, whose path is given.
func conflict(port, other *corev1.ContainerPort, path string) string {
	switch {
	case port.HostIP == other.HostIP && port.HostPort == other.HostPort:
		return "duplicate of " + path
	case port.HostPort == 0 || other.HostPort == 0:
		return "overlapping with " + path + ": only one of them has a hostPort"
	default:
		return "ambiguous with " + path + ": set hostIP for both or for neither"
	}
}

// portPosition is the number of a container and the index of one of its ports.
type portPosition struct {
	container, port int
}

func (w *warner) portPath(spec *fieldpath.Path, p portPosition) string {
	list, i := containers.Position(w.spec, p.container)
	return spec.Child(list).Index(i).Child("ports").Index(p.port).Field().String()
}

// podPorts are the ports of the containers so far. It finds conflicting ports by looking up what
// they would have in common.
type podPorts struct {
	like  map[portKey][]portPosition
	named map[string]portPosition
}

// portKey is what some ports have in common: always the port number and the protocol.
type portKey struct {
	port     int32
	protocol corev1.Protocol
	// common says which of the fields below they have in common, too.
	common   commonHost
	hostPort int32
	hostIP   string
}

type commonHost int

const (
	anyHost commonHost = iota
	sameHostPort
	sameHostPortAndIP
)

func keyOf(port *corev1.ContainerPort, common commonHost) portKey {
	key := portKey{port: port.ContainerPort, protocol: port.Protocol, common: common}
	if common >= sameHostPort {
		key.hostPort = port.HostPort
	}
	if common >= sameHostPortAndIP {
		key.hostIP = port.HostIP
	}
	return key
}

func (p *podPorts) add(port *corev1.ContainerPort, position portPosition) {
	if p.like == nil {
		p.like = map[portKey][]portPosition{}
	}
	for common := anyHost; common <= sameHostPortAndIP; common++ {
		key := keyOf(port, common)
		p.like[key] = appendConflict(p.like[key], position)
	}
}

// conflicts returns the ports that conflict with port, at most maxConflicts: those with the same
// number and protocol, unless both have different host ports or different host IPs.
func (p *podPorts) conflicts(port *corev1.ContainerPort) []portPosition {
	if port.HostPort == 0 {
		return p.like[keyOf(port, anyHost)]
	}
	withoutHostPort := *port
	withoutHostPort.HostPort = 0
	found := p.like[keyOf(&withoutHostPort, sameHostPort)]
	if port.HostIP == "" {
		found = slices.Concat(found, p.like[keyOf(port, sameHostPort)])
	} else {
		onAllIPs := *port
		onAllIPs.HostIP = ""
		found = slices.Concat(found, p.like[keyOf(port, sameHostPortAndIP)], p.like[keyOf(&onAllIPs, sameHostPortAndIP)])
	}
	slices.SortFunc(found, comparePositions)
	return found[:min(len(found), maxConflicts)]
}

func comparePositions(a, b portPosition) int {
	return cmp.Or(a.container-b.container, a.port-b.port)
}

// firstNamed returns the first port called name. If there is none yet, it records that here is.
func (p *podPorts) firstNamed(name string, here portPosition) (first portPosition, ok bool) {
	if name == "" {
		return portPosition{}, false
	}
	if first, ok = p.named[name]; ok {
		return first, true
	}
	if p.named == nil {
		p.named = map[string]portPosition{}
	}
	p.named[name] = here
	return portPosition{}, false
}
