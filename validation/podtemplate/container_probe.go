package podtemplate

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/internal/enum"
)

// lifecycleAndProbes checks the hooks and probes of a container or sidecar.
func (c *checker) lifecycleAndProbes(path *fieldpath.Path, container *corev1.Container) {
	c.lifecycle(path.Child("lifecycle"), container.Lifecycle)
	c.livenessProbe(path.Child("livenessProbe"), container.LivenessProbe)
	c.readinessProbe(path.Child("readinessProbe"), container.ReadinessProbe)
	c.startupProbe(path.Child("startupProbe"), container.StartupProbe)
}

// noLifecycleOrProbes forbids hooks and probes of an init container that isn't a sidecar.
func (c *checker) noLifecycleOrProbes(path *fieldpath.Path, container *corev1.Container) {
	for _, f := range [...]optional{
		{"lifecycle", c.hasLifecycle(container)},
		{"livenessProbe", container.LivenessProbe != nil},
		{"readinessProbe", container.ReadinessProbe != nil},
		{"startupProbe", container.StartupProbe != nil},
	} {
		if f.set {
			c.add(field.Forbidden(path.Field(f.name), "only an init container with restartPolicy: Always may have one"))
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
		c.add(field.Invalid(path.Field("terminationGracePeriodSeconds"), *seconds, "must not be set: a readiness probe doesn't stop the container"))
	}
}

// succeedsAtOnce checks that the first success of a liveness or startup probe counts.
func (c *checker) succeedsAtOnce(path *fieldpath.Path, probe *corev1.Probe) {
	if probe.SuccessThreshold != 1 {
		c.add(field.Invalid(path.Field("successThreshold"), probe.SuccessThreshold, "must be 1"))
	}
}

// probe checks the rules for probes of every kind.
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

// lifecycle checks the hooks of a container and its stop signal.
func (c *checker) lifecycle(path *fieldpath.Path, lifecycle *corev1.Lifecycle) {
	if lifecycle == nil {
		return
	}
	c.lifecycleHandler(path.Child("postStart"), lifecycle.PostStart)
	c.lifecycleHandler(path.Child("preStop"), lifecycle.PreStop)
	if lifecycle.StopSignal != nil && !c.ignoresDropped {
		c.stopSignal(path.Child("stopSignal"), *lifecycle.StopSignal)
	}
}

func (c *checker) lifecycleHandler(path *fieldpath.Path, handler *corev1.LifecycleHandler) {
	if handler != nil {
		c.action(path, action{exec: handler.Exec, httpGet: handler.HTTPGet, tcpSocket: handler.TCPSocket, sleep: handler.Sleep})
	}
}

// hasLifecycle reports whether a container has a lifecycle. If dropped fields are ignored, one that
// has nothing but a stop signal doesn't count, since it is dropped too.
func (c *checker) hasLifecycle(container *corev1.Container) bool {
	l := container.Lifecycle
	return l != nil && (!c.ignoresDropped || l.StopSignal == nil || l.PostStart != nil || l.PreStop != nil)
}

// action is what the kubelet does for a probe or hook. One of its fields must be set.
type action struct {
	exec      *corev1.ExecAction
	httpGet   *corev1.HTTPGetAction
	tcpSocket *corev1.TCPSocketAction
	grpc      *corev1.GRPCAction
	sleep     *corev1.SleepAction
}

// action checks the first action that is set, and that no other is.
func (c *checker) action(path *fieldpath.Path, a action) {
	switch {
	case a.exec != nil:
		c.execAction(path, a.exec)
	case a.httpGet != nil:
		c.httpGet(path.Child("httpGet"), a.httpGet)
	case a.tcpSocket != nil:
		c.targetPort(path.Child("tcpSocket"), a.tcpSocket.Port)
	case a.grpc != nil:
		c.targetPort(path.Child("grpc"), intstr.FromInt32(a.grpc.Port))
		if a.grpc.Mode != nil && !c.ignoresDropped {
			c.add(enum.Validate(path.Child("grpc").Child("mode"), *a.grpc.Mode, grpcModes)...)
		}
	case a.sleep != nil:
		c.sleep(path, a.sleep)
	default:
		c.add(field.Required(path.Field(), "set one action, such as exec or httpGet"))
	}
	c.singleAction(path, a)
}

func (c *checker) singleAction(path *fieldpath.Path, a action) {
	first := ""
	for _, other := range [...]optional{
		{"exec", a.exec != nil},
		{"httpGet", a.httpGet != nil},
		{"tcpSocket", a.tcpSocket != nil},
		{"grpc", a.grpc != nil},
		{"sleep", a.sleep != nil},
	} {
		switch {
		case !other.set:
		case first == "":
			first = other.name
		default:
			c.add(field.Forbidden(path.Field(other.name), "must not be set together with "+first))
		}
	}
}

func (c *checker) execAction(path *fieldpath.Path, exec *corev1.ExecAction) {
	if len(exec.Command) == 0 {
		c.add(field.Required(path.Field("exec", "command"), "name the command to run"))
	}
}

var uriSchemes = []corev1.URIScheme{corev1.URISchemeHTTP, corev1.URISchemeHTTPS}

func (c *checker) httpGet(path *fieldpath.Path, get *corev1.HTTPGetAction) {
	if get.Path == "" {
		c.add(field.Required(path.Field("path"), "must be set; use / for the root"))
	}
	c.targetPort(path, get.Port)
	c.add(enum.Validate(path.Child("scheme"), get.Scheme, uriSchemes)...)
	for i := range get.HTTPHeaders {
		c.invalid(path.Child("httpHeaders"), get.HTTPHeaders[i].Name, names.HTTPHeader(get.HTTPHeaders[i].Name))
	}
	if get.Protocol != nil && !c.ignoresDropped {
		c.httpProtocol(path, get)
	}
}

func (c *checker) sleep(path *fieldpath.Path, sleep *corev1.SleepAction) {
	// If the grace period is missing, that is another error.
	grace := c.spec.TerminationGracePeriodSeconds
	if grace != nil && (sleep.Seconds < 0 || sleep.Seconds > *grace) {
		c.add(field.Invalid(path.Field("sleep"), sleep.Seconds, fmt.Sprintf("must be between 0 and terminationGracePeriodSeconds, which is %d", *grace)))
	}
}

// targetPort checks the port of the action at path, which is a number or the name of a port.
func (c *checker) targetPort(path *fieldpath.Path, port intstr.IntOrString) {
	switch port.Type {
	case intstr.Int:
		c.portNumber(path, "port", port.IntVal)
	case intstr.String:
		c.invalid(path.Child("port"), port.StrVal, names.PortName(port.StrVal))
	default:
		c.add(field.InternalError(path.Field("port"), fmt.Errorf("must be a number or a name, not of type %d", port.Type)))
	}
}
