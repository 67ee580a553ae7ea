package podtemplate

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// ofMain changes the container of a validTemplate.
func ofMain(change func(*corev1.Container)) func(*corev1.PodTemplateSpec) {
	return func(t *corev1.PodTemplateSpec) { change(&t.Spec.Containers[0]) }
}

// validProbe returns a valid probe with defaults, changed by change.
func validProbe(change func(*corev1.Probe)) *corev1.Probe {
	probe := &corev1.Probe{
		ProbeHandler:     corev1.ProbeHandler{Exec: &corev1.ExecAction{Command: []string{"true"}}},
		TimeoutSeconds:   1,
		PeriodSeconds:    10,
		SuccessThreshold: 1,
		FailureThreshold: 3,
	}
	if change != nil {
		change(probe)
	}
	return probe
}

func TestProbes(t *testing.T) {
	liveness := func(change func(*corev1.Probe)) func(*corev1.PodTemplateSpec) {
		return ofMain(func(c *corev1.Container) { c.LivenessProbe = validProbe(change) })
	}
	readiness := func(change func(*corev1.Probe)) func(*corev1.PodTemplateSpec) {
		return ofMain(func(c *corev1.Container) { c.ReadinessProbe = validProbe(change) })
	}
	startup := func(change func(*corev1.Probe)) func(*corev1.PodTemplateSpec) {
		return ofMain(func(c *corev1.Container) { c.StartupProbe = validProbe(change) })
	}
	initContainer := func(policy *corev1.ContainerRestartPolicy, change func(*corev1.Container)) func(*corev1.PodTemplateSpec) {
		return func(t *corev1.PodTemplateSpec) {
			c := validContainer("init")
			c.RestartPolicy = policy
			change(&c)
			t.Spec.InitContainers = []corev1.Container{c}
		}
	}
	all := func(c *corev1.Container) {
		c.LivenessProbe, c.ReadinessProbe, c.StartupProbe = validProbe(nil), validProbe(nil), validProbe(nil)
		c.Lifecycle = &corev1.Lifecycle{PostStart: &corev1.LifecycleHandler{Exec: &corev1.ExecAction{Command: []string{"true"}}}}
	}
	const noneForInit = "only an init container with restartPolicy: Always may have one"
	const negative = "must not be negative"

	runRules(t, []ruleTest{
		{name: "all of a container", change: ofMain(all)},
		{name: "all of a sidecar", change: initContainer(new(corev1.ContainerRestartPolicyAlways), all)},
		{name: "none of an init container", change: initContainer(nil, all), want: field.ErrorList{
			field.Forbidden(at("initContainers[0].lifecycle"), noneForInit),
			field.Forbidden(at("initContainers[0].livenessProbe"), noneForInit),
			field.Forbidden(at("initContainers[0].readinessProbe"), noneForInit),
			field.Forbidden(at("initContainers[0].startupProbe"), noneForInit),
		}},
		{name: "a stop signal alone is dropped", change: initContainer(nil, func(c *corev1.Container) {
			c.Lifecycle = &corev1.Lifecycle{StopSignal: new(corev1.SIGTERM)}
		})},
		{name: "numbers", change: liveness(func(p *corev1.Probe) {
			p.InitialDelaySeconds, p.TimeoutSeconds, p.PeriodSeconds, p.FailureThreshold = -1, -2, -3, -4
			p.TerminationGracePeriodSeconds = new(int64(0))
		}), want: field.ErrorList{
			field.Invalid(at("containers[0].livenessProbe.initialDelaySeconds"), int32(-1), negative),
			field.Invalid(at("containers[0].livenessProbe.timeoutSeconds"), int32(-2), negative),
			field.Invalid(at("containers[0].livenessProbe.periodSeconds"), int32(-3), negative),
			field.Invalid(at("containers[0].livenessProbe.failureThreshold"), int32(-4), negative),
			field.Invalid(at("containers[0].livenessProbe.terminationGracePeriodSeconds"), int64(0), "must be greater than 0"),
		}},
		{name: "a readiness probe may ask twice", change: readiness(func(p *corev1.Probe) { p.SuccessThreshold = 2 })},
		{name: "a readiness probe less than once", change: readiness(func(p *corev1.Probe) { p.SuccessThreshold = -1 }), want: field.ErrorList{
			field.Invalid(at("containers[0].readinessProbe.successThreshold"), int32(-1), negative),
		}},
		{name: "a readiness probe stops nothing", change: readiness(func(p *corev1.Probe) { p.TerminationGracePeriodSeconds = new(int64(1)) }), want: field.ErrorList{
			field.Invalid(at("containers[0].readinessProbe.terminationGracePeriodSeconds"), int64(1), "must not be set: a readiness probe doesn't stop the container"),
		}},
		{name: "a liveness probe asks once", change: liveness(func(p *corev1.Probe) { p.SuccessThreshold = 2 }), want: field.ErrorList{
			field.Invalid(at("containers[0].livenessProbe.successThreshold"), int32(2), "must be 1"),
		}},
		{name: "a startup probe asks once", change: startup(func(p *corev1.Probe) { p.SuccessThreshold = 0 }), want: field.ErrorList{
			field.Invalid(at("containers[0].startupProbe.successThreshold"), int32(0), "must be 1"),
		}},
	})
}

func TestActions(t *testing.T) {
	probe := func(handler corev1.ProbeHandler) func(*corev1.PodTemplateSpec) {
		return ofMain(func(c *corev1.Container) {
			c.LivenessProbe = validProbe(func(p *corev1.Probe) { p.ProbeHandler = handler })
		})
	}
	preStop := func(handler corev1.LifecycleHandler) func(*corev1.PodTemplateSpec) {
		return ofMain(func(c *corev1.Container) { c.Lifecycle = &corev1.Lifecycle{PreStop: &handler} })
	}
	get := func(change func(*corev1.HTTPGetAction)) func(*corev1.PodTemplateSpec) {
		action := &corev1.HTTPGetAction{Path: "/", Port: intstr.FromString("http"), Scheme: corev1.URISchemeHTTP}
		change(action)
		return probe(corev1.ProbeHandler{HTTPGet: action})
	}
	live := func(name string) *field.Path { return at("containers[0].livenessProbe." + name) }
	const sleepTime = "must be between 0 and terminationGracePeriodSeconds, which is 30"

	runRules(t, []ruleTest{
		{name: "none", change: probe(corev1.ProbeHandler{}), want: field.ErrorList{
			field.Required(at("containers[0].livenessProbe"), "set one action, such as exec or httpGet"),
		}},
		{name: "all", change: probe(corev1.ProbeHandler{
			Exec: &corev1.ExecAction{Command: []string{"true"}}, HTTPGet: &corev1.HTTPGetAction{}, TCPSocket: &corev1.TCPSocketAction{}, GRPC: &corev1.GRPCAction{},
		}), want: field.ErrorList{
			field.Forbidden(live("httpGet"), "must not be set together with exec"),
			field.Forbidden(live("tcpSocket"), "must not be set together with exec"),
			field.Forbidden(live("grpc"), "must not be set together with exec"),
		}},
		{name: "sleep beside tcpSocket", change: preStop(corev1.LifecycleHandler{
			TCPSocket: &corev1.TCPSocketAction{Port: intstr.FromInt32(1)}, Sleep: &corev1.SleepAction{Seconds: -1},
		}), want: field.ErrorList{
			field.Forbidden(at("containers[0].lifecycle.preStop.sleep"), "must not be set together with tcpSocket"),
		}},
		{name: "exec of nothing", change: probe(corev1.ProbeHandler{Exec: &corev1.ExecAction{}}), want: field.ErrorList{
			field.Required(live("exec.command"), "name the command to run"),
		}},
		{name: "httpGet", change: get(func(a *corev1.HTTPGetAction) { a.HTTPHeaders = []corev1.HTTPHeader{{Name: "X-A"}} })},
		{name: "httpGet without path", change: get(func(a *corev1.HTTPGetAction) { a.Path = "" }), want: field.ErrorList{
			field.Required(live("httpGet.path"), "must be set; use / for the root"),
		}},
		{name: "httpGet with another scheme", change: get(func(a *corev1.HTTPGetAction) { a.Scheme = "http" }), want: field.ErrorList{
			field.NotSupported(live("httpGet.scheme"), corev1.URIScheme("http"), uriSchemes),
		}},
		{name: "httpGet with a bad header", change: get(func(a *corev1.HTTPGetAction) { a.HTTPHeaders = []corev1.HTTPHeader{{Name: "X A"}} }), want: field.ErrorList{
			field.Invalid(live("httpGet.httpHeaders"), "X A", validation.IsHTTPHeaderName("X A")[0]),
		}},
		{name: "port by a bad name", change: get(func(a *corev1.HTTPGetAction) { a.Port = intstr.FromString("a--b") }), want: field.ErrorList{
			field.Invalid(live("httpGet.port"), "a--b", "must not contain consecutive hyphens"),
		}},
		{name: "port out of range", change: probe(corev1.ProbeHandler{TCPSocket: &corev1.TCPSocketAction{Port: intstr.FromInt32(65536)}}), want: field.ErrorList{
			field.Invalid(live("tcpSocket.port"), int32(65536), "must be from 1 to 65535"),
		}},
		{name: "grpc", change: probe(corev1.ProbeHandler{GRPC: &corev1.GRPCAction{Port: 1}})},
		{name: "grpc without port", change: probe(corev1.ProbeHandler{GRPC: &corev1.GRPCAction{}}), want: field.ErrorList{
			field.Invalid(live("grpc.port"), int32(0), "must be from 1 to 65535"),
		}},
		{name: "sleep", change: preStop(corev1.LifecycleHandler{Sleep: &corev1.SleepAction{Seconds: 30}})},
		{name: "sleep past the end", change: preStop(corev1.LifecycleHandler{Sleep: &corev1.SleepAction{Seconds: 31}}), want: field.ErrorList{
			field.Invalid(at("containers[0].lifecycle.preStop.sleep"), int64(31), sleepTime),
		}},
		{name: "sleep backwards", change: preStop(corev1.LifecycleHandler{Sleep: &corev1.SleepAction{Seconds: -1}}), want: field.ErrorList{
			field.Invalid(at("containers[0].lifecycle.preStop.sleep"), int64(-1), sleepTime),
		}},
	})
}

func TestPortOfNoKnownType(t *testing.T) {
	template := validTemplate()
	template.Spec.Containers[0].LivenessProbe = validProbe(func(p *corev1.Probe) {
		p.ProbeHandler = corev1.ProbeHandler{TCPSocket: &corev1.TCPSocketAction{Port: intstr.IntOrString{Type: 7}}}
	})
	errs := Validate(template, nil)
	if len(errs) != 1 || errs[0].Type != field.ErrorTypeInternal || errs[0].Field != "spec.containers[0].livenessProbe.tcpSocket.port" {
		t.Errorf("got %v, want an internal error", errs)
	}
}
