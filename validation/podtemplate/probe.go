package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// lifecycleAndProbes checks what the kubelet does to a container while it runs: the hooks and
// probes of a container or a sidecar.
func (c *checker) lifecycleAndProbes(path *fieldpath.Path, container *corev1.Container) {
	c.lifecycle(path.Child("lifecycle"), container.Lifecycle)
	c.livenessProbe(path.Child("livenessProbe"), container.LivenessProbe)
	c.readinessProbe(path.Child("readinessProbe"), container.ReadinessProbe)
	c.startupProbe(path.Child("startupProbe"), container.StartupProbe)
}

// noLifecycleOrProbes forbids the same for an init container that the pod waits for.
func (c *checker) noLifecycleOrProbes(path *fieldpath.Path, container *corev1.Container) {
	for _, f := range [...]given{
		{"lifecycle", hasLifecycle(container)},
		{"livenessProbe", container.LivenessProbe != nil},
		{"readinessProbe", container.ReadinessProbe != nil},
		{"startupProbe", container.StartupProbe != nil},
	} {
		if f.set {
			c.add(field.Forbidden(path.Field(f.name), "only an init container with restartPolicy Always may have one"))
		}
	}
}

func (c *checker) livenessProbe(path *fieldpath.Path, probe *corev1.Probe) {
	if probe != nil {
		c.probe(path, probe)
		c.succeedsAtOnce(path, probe)
	}
}

func (c *checker) startupProbe(path *fieldpath.Path, probe *corev1.Probe) {
	if probe != nil {
		c.probe(path, probe)
		c.succeedsAtOnce(path, probe)
	}
}

func (c *checker) readinessProbe(path *fieldpath.Path, probe *corev1.Probe) {
	if probe == nil {
		return
	}
	c.probe(path, probe)
	if probe.SuccessThreshold < 0 {
		c.add(field.Invalid(path.Field("successThreshold"), probe.SuccessThreshold, "must not be negative"))
	}
	if seconds := probe.TerminationGracePeriodSeconds; seconds != nil {
		c.add(field.Invalid(path.Field("terminationGracePeriodSeconds"), *seconds, "must not be set: a readiness probe does not stop the container"))
	}
}

// succeedsAtOnce checks a probe that decides whether the container goes on.
func (c *checker) succeedsAtOnce(path *fieldpath.Path, probe *corev1.Probe) {
	if probe.SuccessThreshold != 1 {
		c.add(field.Invalid(path.Field("successThreshold"), probe.SuccessThreshold, "must be 1"))
	}
}

// probe checks what all probes have in common.
func (c *checker) probe(path *fieldpath.Path, probe *corev1.Probe) {
	c.action(path, action{exec: probe.Exec, httpGet: probe.HTTPGet, tcpSocket: probe.TCPSocket, grpc: probe.GRPC})
	for _, number := range [...]struct {
		name  string
		value int32
	}{
		{"initialDelaySeconds", probe.InitialDelaySeconds},
		{"timeoutSeconds", probe.TimeoutSeconds},
		{"periodSeconds", probe.PeriodSeconds},
		{"failureThreshold", probe.FailureThreshold},
	} {
		if number.value < 0 {
			c.add(field.Invalid(path.Field(number.name), number.value, "must not be negative"))
		}
	}
	if seconds := probe.TerminationGracePeriodSeconds; seconds != nil && *seconds <= 0 {
		c.add(field.Invalid(path.Field("terminationGracePeriodSeconds"), *seconds, "must be greater than 0"))
	}
}
