package podtemplate

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// ofPorts adds ports to the container of a validTemplate. Their protocol is TCP by default.
func ofPorts(ports ...corev1.ContainerPort) func(*corev1.PodTemplateSpec) {
	return ofMain(func(c *corev1.Container) { c.Ports = withTCP(ports) })
}

func withTCP(ports []corev1.ContainerPort) []corev1.ContainerPort {
	for i := range ports {
		if ports[i].Protocol == "" {
			ports[i].Protocol = corev1.ProtocolTCP
		}
	}
	return ports
}

func TestPorts(t *testing.T) {
	port := func(name string) *field.Path { return at("containers[0].ports[0]").Child(name) }
	const outOfRange = "must be from 1 to 65535"
	runRules(t, []ruleTest{
		{name: "all of a port", change: ofPorts(corev1.ContainerPort{Name: "http", ContainerPort: 80, HostPort: 8080, HostIP: "any", Protocol: corev1.ProtocolSCTP})},
		{name: "one port of the host for two protocols", change: ofPorts(
			corev1.ContainerPort{ContainerPort: 53, HostPort: 53}, corev1.ContainerPort{ContainerPort: 53, HostPort: 53, Protocol: corev1.ProtocolUDP})},
		{name: "nothing", change: ofMain(func(c *corev1.Container) { c.Ports = make([]corev1.ContainerPort, 1) }), want: field.ErrorList{
			field.Required(port("containerPort"), "must be set"), field.Required(port("protocol"), "must be SCTP, TCP or UDP")}},
		{name: "bad name", change: ofPorts(corev1.ContainerPort{Name: "Http", ContainerPort: 80}),
			want: invalidAt(port("name"), "Http", validation.IsValidPortName("Http"))},
		{name: "same name", change: ofPorts(corev1.ContainerPort{Name: "a", ContainerPort: 80}, corev1.ContainerPort{Name: "a", ContainerPort: 81}),
			want: field.ErrorList{field.Duplicate(at("containers[0].ports[1].name"), "a")}},
		{name: "port too small", change: ofPorts(corev1.ContainerPort{ContainerPort: -1, HostPort: -2}), want: field.ErrorList{
			field.Invalid(port("containerPort"), int32(-1), outOfRange), field.Invalid(port("hostPort"), int32(-2), outOfRange)}},
		{name: "port too great", change: ofPorts(corev1.ContainerPort{ContainerPort: 65536}),
			want: field.ErrorList{field.Invalid(port("containerPort"), int32(65536), outOfRange)}},
		{name: "unknown protocol", change: ofPorts(corev1.ContainerPort{ContainerPort: 80, Protocol: "tcp"}),
			want: field.ErrorList{field.NotSupported(port("protocol"), corev1.Protocol("tcp"), protocols)}},
		{name: "same port of the host", change: ofPorts(corev1.ContainerPort{ContainerPort: 80, HostPort: 80}, corev1.ContainerPort{ContainerPort: 81, HostPort: 80}),
			want: field.ErrorList{field.Duplicate(at("containers[0].ports[1].hostPort"), "TCP//80")}},
		{name: "same port of the host in two containers", change: func(t *corev1.PodTemplateSpec) {
			t.Spec.Containers = append(t.Spec.Containers, validContainer("other"))
			for i := range t.Spec.Containers {
				t.Spec.Containers[i].Ports = withTCP([]corev1.ContainerPort{{ContainerPort: 80, HostPort: 80, HostIP: "10.0.0.1"}})
			}
		}, want: field.ErrorList{field.Duplicate(at("containers[1].ports[0].hostPort"), "TCP/10.0.0.1/80")}},
		{name: "same port of the host in two init containers", change: func(t *corev1.PodTemplateSpec) {
			t.Spec.InitContainers = []corev1.Container{validContainer("a"), validContainer("b")}
			for i := range t.Spec.InitContainers {
				t.Spec.InitContainers[i].Ports = withTCP([]corev1.ContainerPort{{ContainerPort: 80, HostPort: 80}})
			}
		}},
		{name: "same port of the host twice in an init container", change: func(t *corev1.PodTemplateSpec) {
			t.Spec.InitContainers = []corev1.Container{validContainer("a"), validContainer("b")}
			t.Spec.InitContainers[1].Ports = withTCP([]corev1.ContainerPort{{ContainerPort: 80, HostPort: 80}, {ContainerPort: 81, HostPort: 80}})
		}, want: field.ErrorList{field.Duplicate(at("initContainers[0].ports[1].hostPort"), "TCP//80")}},
		{name: "host network", change: both(ofPorts(corev1.ContainerPort{ContainerPort: 80, HostPort: 80}, corev1.ContainerPort{ContainerPort: 81}),
			func(t *corev1.PodTemplateSpec) { t.Spec.HostNetwork = true })},
		{name: "other port in host network", change: both(ofPorts(corev1.ContainerPort{ContainerPort: 80, HostPort: 81}),
			func(t *corev1.PodTemplateSpec) { t.Spec.HostNetwork = true }),
			want: field.ErrorList{field.Invalid(port("hostPort"), int32(81), "must equal containerPort, because the pod has hostNetwork: true")}},
	})
}
