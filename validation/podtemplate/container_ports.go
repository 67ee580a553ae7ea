package podtemplate

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/internal/enum"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

var protocols = []corev1.Protocol{corev1.ProtocolSCTP, corev1.ProtocolTCP, corev1.ProtocolUDP}

// ports checks the ports of one container.
func (c *checker) ports(path *fieldpath.Path, list []corev1.ContainerPort) {
	var seen smallset.Set[string]
	for i := range list {
		port := &list[i]
		p := path.Index(i)
		if port.Name != "" {
			name := p.Child("name")
			if msgs := names.PortName(port.Name); msgs != nil {
				c.invalid(name, port.Name, msgs)
			} else if !seen.Insert(port.Name) {
				c.add(field.Duplicate(name.Field(), port.Name))
			}
		}
		if port.ContainerPort == 0 {
			c.add(field.Required(p.Field("containerPort"), "must be set"))
		} else {
			c.portNumber(p, "containerPort", port.ContainerPort)
		}
		if port.HostPort != 0 {
			c.portNumber(p, "hostPort", port.HostPort)
		}
		c.add(enum.ValidateRequired(p.Child("protocol"), port.Protocol, protocols)...)
	}
}

// portNumber checks the port in the field called name, a child of path.
func (c *checker) portNumber(path *fieldpath.Path, name string, port int32) {
	if port < 1 || port > 65535 {
		c.add(field.Invalid(path.Field(name), port, "must be from 1 to 65535"))
	}
}

// hostPort identifies a port of a node. Only one container can have it.
type hostPort struct {
	protocol corev1.Protocol
	ip       string
	port     int32
}

// distinctHostPorts checks that the host ports of the container whose ports are at path differ
// from each other and from those in taken, and adds them to taken.
func (c *checker) distinctHostPorts(path *fieldpath.Path, list []corev1.ContainerPort, taken *smallset.Set[hostPort]) {
	for i := range list {
		port := hostPort{list[i].Protocol, list[i].HostIP, list[i].HostPort}
		if port.port != 0 && !taken.Insert(port) {
			c.add(field.Duplicate(path.Index(i).Field("hostPort"), fmt.Sprintf("%s/%s/%d", port.protocol, port.ip, port.port)))
		}
	}
}

// hostNetworkPorts checks the ports of a container in a pod that uses the host network.
func (c *checker) hostNetworkPorts(path *fieldpath.Path, list []corev1.ContainerPort) {
	if !c.spec.HostNetwork {
		return
	}
	for i := range list {
		if port := &list[i]; port.HostPort != 0 && port.HostPort != port.ContainerPort {
			c.add(field.Invalid(path.Index(i).Field("hostPort"), port.HostPort, "must equal containerPort, because the pod has hostNetwork: true"))
		}
	}
}
