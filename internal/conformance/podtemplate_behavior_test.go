package conformance

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// containerKinds change the container of one kind in a template. They add the container if needed.
var containerKinds = []struct {
	name string
	of   func(*corev1.PodTemplateSpec) *corev1.Container
}{
	{"main", func(t *corev1.PodTemplateSpec) *corev1.Container { return &t.Spec.Containers[0] }},
	{"init", func(t *corev1.PodTemplateSpec) *corev1.Container {
		return addInit(t, corev1.Container{Name: "init", Image: "busybox"})
	}},
	{"sidecar", func(t *corev1.PodTemplateSpec) *corev1.Container {
		return addInit(t, corev1.Container{Name: "sidecar", Image: "busybox", RestartPolicy: new(corev1.ContainerRestartPolicyAlways)})
	}},
	{"ephemeral", func(t *corev1.PodTemplateSpec) *corev1.Container {
		if len(t.Spec.EphemeralContainers) == 0 {
			t.Spec.EphemeralContainers = []corev1.EphemeralContainer{{EphemeralContainerCommon: corev1.EphemeralContainerCommon{Name: "ephemeral", Image: "busybox"}}}
		}
		return (*corev1.Container)(&t.Spec.EphemeralContainers[0].EphemeralContainerCommon)
	}},
}

// addInit returns the init container with the name of c. It adds c if there is none.
func addInit(t *corev1.PodTemplateSpec, c corev1.Container) *corev1.Container {
	for i := range t.Spec.InitContainers {
		if t.Spec.InitContainers[i].Name == c.Name {
			return &t.Spec.InitContainers[i]
		}
	}
	t.Spec.InitContainers = append(t.Spec.InitContainers, c)
	return &t.Spec.InitContainers[len(t.Spec.InitContainers)-1]
}

// inContainers returns a change for each kind of container.
func inContainers(name string, apply func(*corev1.Container)) []change {
	var changes []change
	for _, kind := range containerKinds {
		changes = append(changes, change{kind.name + " " + name, func(t *corev1.PodTemplateSpec) { apply(kind.of(t)) }})
	}
	return changes
}

// longName returns a name of n letters.
func longName(n int) string {
	return strings.Repeat("a", n)
}

var handlers = []struct {
	name string
	set  func(*corev1.LifecycleHandler)
}{
	{"nothing", func(*corev1.LifecycleHandler) {}},
	{"exec", func(h *corev1.LifecycleHandler) { h.Exec = &corev1.ExecAction{Command: []string{"true"}} }},
	{"exec of nothing", func(h *corev1.LifecycleHandler) { h.Exec = &corev1.ExecAction{} }},
	{"httpGet", func(h *corev1.LifecycleHandler) {
		h.HTTPGet = &corev1.HTTPGetAction{Path: "/", Port: intstr.FromInt32(80)}
	}},
	{"httpGet with all", func(h *corev1.LifecycleHandler) {
		h.HTTPGet = &corev1.HTTPGetAction{
			Path: "/a", Port: intstr.FromString("http"), Scheme: corev1.URISchemeHTTPS, Host: "example.com", Protocol: new(corev1.HTTPProtocolHTTP2),
			HTTPHeaders: []corev1.HTTPHeader{{Name: "X-a", Value: "b"}, {Name: "a_b"}, {Name: ""}, {Name: "ü"}},
		}
	}},
	{"httpGet of nothing", func(h *corev1.LifecycleHandler) { h.HTTPGet = &corev1.HTTPGetAction{Scheme: "http"} }},
	{"tcpSocket", func(h *corev1.LifecycleHandler) {
		h.TCPSocket = &corev1.TCPSocketAction{Port: intstr.FromInt32(65535)}
	}},
	{"tcpSocket beyond ports", func(h *corev1.LifecycleHandler) {
		h.TCPSocket = &corev1.TCPSocketAction{Port: intstr.FromInt32(65536)}
	}},
	{"tcpSocket at a bad name", func(h *corev1.LifecycleHandler) {
		h.TCPSocket = &corev1.TCPSocketAction{Port: intstr.FromString("a--b")}
	}},
	{"tcpSocket at no kind of port", func(h *corev1.LifecycleHandler) {
		h.TCPSocket = &corev1.TCPSocketAction{Port: intstr.IntOrString{Type: 7}}
	}},
	{"httpGet at no kind of port", func(h *corev1.LifecycleHandler) {
		h.HTTPGet = &corev1.HTTPGetAction{Path: "/", Port: intstr.IntOrString{Type: 7}}
	}},
	{"sleep", func(h *corev1.LifecycleHandler) { h.Sleep = &corev1.SleepAction{Seconds: 30} }},
	{"sleep too long", func(h *corev1.LifecycleHandler) { h.Sleep = &corev1.SleepAction{Seconds: 31} }},
	{"sleep backwards", func(h *corev1.LifecycleHandler) { h.Sleep = &corev1.SleepAction{Seconds: -1} }},
	{"all", func(h *corev1.LifecycleHandler) {
		h.Exec = &corev1.ExecAction{Command: []string{"true"}}
		h.HTTPGet = &corev1.HTTPGetAction{}
		h.TCPSocket = &corev1.TCPSocketAction{}
		h.Sleep = &corev1.SleepAction{Seconds: 31}
	}},
}

var lifecycles = []struct {
	name  string
	apply func(*corev1.Container, corev1.LifecycleHandler)
}{
	{"postStart", func(c *corev1.Container, h corev1.LifecycleHandler) { lifecycleOf(c).PostStart = &h }},
	{"preStop", func(c *corev1.Container, h corev1.LifecycleHandler) { lifecycleOf(c).PreStop = &h }},
}

func lifecycleOf(c *corev1.Container) *corev1.Lifecycle {
	if c.Lifecycle == nil {
		c.Lifecycle = &corev1.Lifecycle{}
	}
	return c.Lifecycle
}

var probes = []struct {
	name string
	of   func(*corev1.Container) **corev1.Probe
}{
	{"livenessProbe", func(c *corev1.Container) **corev1.Probe { return &c.LivenessProbe }},
	{"readinessProbe", func(c *corev1.Container) **corev1.Probe { return &c.ReadinessProbe }},
	{"startupProbe", func(c *corev1.Container) **corev1.Probe { return &c.StartupProbe }},
}

var probeChanges = []struct {
	name  string
	apply func(*corev1.Probe)
}{
	{"grpc", func(p *corev1.Probe) { p.GRPC = &corev1.GRPCAction{Port: 1, Mode: new(corev1.GRPCProbeMode("b"))} }},
	{"grpc without port", func(p *corev1.Probe) { p.GRPC = &corev1.GRPCAction{} }},
	{"initialDelaySeconds", func(p *corev1.Probe) { p.InitialDelaySeconds = 1 }},
	{"initialDelaySeconds -1", func(p *corev1.Probe) { p.InitialDelaySeconds = -1 }},
	{"timeoutSeconds", func(p *corev1.Probe) { p.TimeoutSeconds = 2 }},
	{"timeoutSeconds -1", func(p *corev1.Probe) { p.TimeoutSeconds = -1 }},
	{"periodSeconds -1", func(p *corev1.Probe) { p.PeriodSeconds = -1 }},
	{"successThreshold -1", func(p *corev1.Probe) { p.SuccessThreshold = -1 }},
	{"successThreshold 2", func(p *corev1.Probe) { p.SuccessThreshold = 2 }},
	{"failureThreshold -1", func(p *corev1.Probe) { p.FailureThreshold = -1 }},
	{"terminationGracePeriodSeconds", func(p *corev1.Probe) { p.TerminationGracePeriodSeconds = new(int64(1)) }},
	{"terminationGracePeriodSeconds 0", func(p *corev1.Probe) { p.TerminationGracePeriodSeconds = new(int64(0)) }},
}

// behaviorChanges returns changes of hooks and probes, in containers of each kind.
func behaviorChanges() []change {
	changes := []change{
		{"short grace period", func(t *corev1.PodTemplateSpec) { t.Spec.TerminationGracePeriodSeconds = new(int64(1)) }},
		{"negative grace period", func(t *corev1.PodTemplateSpec) { t.Spec.TerminationGracePeriodSeconds = new(int64(-1)) }},
		{"on linux", func(t *corev1.PodTemplateSpec) { t.Spec.OS = &corev1.PodOS{Name: corev1.Linux} }},
	}
	changes = append(changes, inContainers("empty lifecycle", func(c *corev1.Container) { lifecycleOf(c) })...)
	changes = append(changes, inContainers("stopSignal", func(c *corev1.Container) {
		lifecycleOf(c).StopSignal = new(corev1.Signal("SIGNONE"))
	})...)
	for _, handler := range handlers {
		var h corev1.LifecycleHandler
		handler.set(&h)
		for _, hook := range lifecycles {
			changes = append(changes, inContainers(fmt.Sprintf("%s %s", hook.name, handler.name), func(c *corev1.Container) {
				hook.apply(c, *h.DeepCopy())
			})...)
		}
		for _, probe := range probes {
			changes = append(changes, inContainers(fmt.Sprintf("%s %s", probe.name, handler.name), func(c *corev1.Container) {
				h := h.DeepCopy()
				*probe.of(c) = &corev1.Probe{ProbeHandler: corev1.ProbeHandler{Exec: h.Exec, HTTPGet: h.HTTPGet, TCPSocket: h.TCPSocket}}
			})...)
		}
	}
	for _, probe := range probes {
		for _, pc := range probeChanges {
			changes = append(changes, inContainers(fmt.Sprintf("%s %s", probe.name, pc.name), func(c *corev1.Container) {
				p := probe.of(c)
				if *p == nil {
					*p = &corev1.Probe{}
				}
				pc.apply(*p)
			})...)
		}
	}
	return changes
}

func TestBehaviorRules(t *testing.T) {
	compareTemplates(t, smallTemplate, behaviorChanges())
}
