package podtemplate

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// ofInit adds an init container called init to a validTemplate and changes it.
func ofInit(change func(*corev1.Container)) func(*corev1.PodTemplateSpec) {
	return func(t *corev1.PodTemplateSpec) {
		t.Spec.InitContainers = []corev1.Container{validContainer("init")}
		change(&t.Spec.InitContainers[0])
	}
}

func TestContainers(t *testing.T) {
	main := at("containers[0]")
	runRules(t, []ruleTest{
		{name: "none", change: func(t *corev1.PodTemplateSpec) { t.Spec.Containers = nil },
			want: field.ErrorList{field.Required(at("containers"), "needs at least one container")}},
		{name: "nothing", change: func(t *corev1.PodTemplateSpec) { t.Spec.Containers = make([]corev1.Container, 1) }, want: field.ErrorList{
			field.Required(main.Child("name"), "must be set"),
			field.Required(main.Child("image"), "must be set"),
			field.Required(main.Child("imagePullPolicy"), "must be Always, IfNotPresent or Never"),
			field.Required(main.Child("terminationMessagePolicy"), "must be FallbackToLogsOnError or File"),
		}},
		{name: "unrestricted fields", change: ofMain(func(c *corev1.Container) {
			c.Image, c.Command, c.Args, c.WorkingDir = " a ", []string{""}, []string{""}, "../a"
			c.Stdin, c.StdinOnce, c.TTY, c.TerminationMessagePath = true, true, true, "a"
		})},
		{name: "bad name", change: ofMain(func(c *corev1.Container) { c.Name = "Main" }),
			want: invalidAt(main.Child("name"), "Main", validation.IsDNS1123Label("Main"))},
		{name: "unknown pull policy", change: ofMain(func(c *corev1.Container) { c.ImagePullPolicy = "Sometimes" }),
			want: field.ErrorList{field.NotSupported(main.Child("imagePullPolicy"), corev1.PullPolicy("Sometimes"), pullPolicies)}},
		{name: "unknown termination message policy", change: ofMain(func(c *corev1.Container) { c.TerminationMessagePolicy = "None" }),
			want: field.ErrorList{field.NotSupported(main.Child("terminationMessagePolicy"), corev1.TerminationMessagePolicy("None"), terminationMessagePolicies)}},
		{name: "same name", change: func(t *corev1.PodTemplateSpec) { t.Spec.Containers = append(t.Spec.Containers, validContainer("main")) },
			want: field.ErrorList{field.Duplicate(at("containers[1].name"), "main")}},

		{name: "init container", change: ofInit(func(*corev1.Container) {})},
		{name: "init container with the name of another", change: ofInit(func(c *corev1.Container) { c.Name = "main" }),
			want: field.ErrorList{field.Duplicate(at("initContainers[0].name"), "main")}},
		{name: "init containers with the same name", change: func(t *corev1.PodTemplateSpec) {
			t.Spec.InitContainers = []corev1.Container{validContainer("a"), validContainer("a")}
		}, want: field.ErrorList{field.Duplicate(at("initContainers[1].name"), "a")}},
		{name: "init container without image", change: ofInit(func(c *corev1.Container) { c.Image = "" }),
			want: field.ErrorList{field.Required(at("initContainers[0].image"), "must be set")}},
	})
}

func TestEphemeralContainers(t *testing.T) {
	with := func(change func(*corev1.EphemeralContainer)) func(*corev1.PodTemplateSpec) {
		return func(t *corev1.PodTemplateSpec) {
			ephemeral := corev1.EphemeralContainer{EphemeralContainerCommon: corev1.EphemeralContainerCommon(validContainer("debug"))}
			change(&ephemeral)
			t.Spec.EphemeralContainers = []corev1.EphemeralContainer{ephemeral}
		}
	}
	first := at("ephemeralContainers[0]")
	forbidden := field.Forbidden(at("ephemeralContainers"), "can't be part of a template: add them to a running pod")
	const cannot = "ephemeral containers can't have it"
	mount := corev1.VolumeMount{Name: "scratch", MountPath: "/a", SubPath: "a", SubPathExpr: "a"}

	runRules(t, []ruleTest{
		{name: "otherwise fine", change: with(func(c *corev1.EphemeralContainer) { c.TargetContainerName = "main" }), want: field.ErrorList{forbidden}},
		{name: "same name", change: with(func(c *corev1.EphemeralContainer) { c.Name = "main" }),
			want: field.ErrorList{forbidden, field.Duplicate(first.Child("name"), "main")}},
		{name: "unnamed", change: both(with(func(c *corev1.EphemeralContainer) { c.Name = "" }), ofMain(func(c *corev1.Container) { c.Name = "" })), want: field.ErrorList{
			forbidden,
			field.Required(at("containers[0].name"), "must be set"),
			field.Required(first.Child("name"), "must be set"),
			field.Duplicate(first.Child("name"), ""),
		}},
		{name: "space around the image", change: with(func(c *corev1.EphemeralContainer) { c.Image = " a" }),
			want: field.ErrorList{forbidden, field.Invalid(first.Child("image"), " a", "must not have leading or trailing whitespace")}},
		{name: "no such target", change: with(func(c *corev1.EphemeralContainer) { c.TargetContainerName = "debug" }),
			want: field.ErrorList{forbidden, field.NotFound(first.Child("targetContainerName"), "debug")}},
		{name: "all that it cannot have", change: with(func(c *corev1.EphemeralContainer) {
			c.Ports, c.Resources.Claims, c.ResizePolicy = []corev1.ContainerPort{}, []corev1.ResourceClaim{}, []corev1.ContainerResizePolicy{}
			c.RestartPolicy, c.RestartPolicyRules = new(corev1.ContainerRestartPolicyNever), []corev1.ContainerRestartRule{}
			c.LivenessProbe, c.ReadinessProbe, c.StartupProbe, c.Lifecycle = &corev1.Probe{}, &corev1.Probe{}, &corev1.Probe{}, &corev1.Lifecycle{}
		}), want: field.ErrorList{
			forbidden,
			field.Forbidden(first.Child("ports"), cannot),
			field.Forbidden(first.Child("resources"), cannot),
			field.Forbidden(first.Child("resizePolicy"), cannot),
			field.Forbidden(first.Child("restartPolicy"), cannot),
			field.Forbidden(first.Child("restartPolicyRules"), cannot),
			field.Forbidden(first.Child("livenessProbe"), cannot),
			field.Forbidden(first.Child("readinessProbe"), cannot),
			field.Forbidden(first.Child("startupProbe"), cannot),
			field.Forbidden(first.Child("lifecycle"), cannot),
		}},
		{name: "part of a volume", change: both(ofVolumes(func(*corev1.Container) {}), with(func(c *corev1.EphemeralContainer) { c.VolumeMounts = []corev1.VolumeMount{mount} })), want: field.ErrorList{
			forbidden,
			field.Forbidden(first.Child("volumeMounts").Index(0).Child("subPath"), cannot),
			field.Forbidden(first.Child("volumeMounts").Index(0).Child("subPathExpr"), cannot),
			field.Invalid(first.Child("volumeMounts").Index(0).Child("subPathExpr"), "a", "must not be set together with subPath"),
		}},
	})
}

func TestContainerRestart(t *testing.T) {
	restart := func(policy *corev1.ContainerRestartPolicy, rules ...corev1.ContainerRestartRule) func(*corev1.PodTemplateSpec) {
		return ofMain(func(c *corev1.Container) { c.RestartPolicy, c.RestartPolicyRules = policy, rules })
	}
	onExitCodes := func(operator corev1.ContainerRestartRuleOnExitCodesOperator, n int) corev1.ContainerRestartRule {
		return corev1.ContainerRestartRule{Action: corev1.ContainerRestartRuleActionRestart,
			ExitCodes: &corev1.ContainerRestartRuleOnExitCodes{Operator: operator, Values: make([]int32, n)}}
	}
	good := onExitCodes(corev1.ContainerRestartRuleOnExitCodesOpIn, 255)
	never := new(corev1.ContainerRestartPolicyNever)
	rules := at("containers[0].restartPolicyRules")
	const required = "must be set together with restartPolicyRules"

	runRules(t, []ruleTest{
		{name: "policy", change: restart(new(corev1.ContainerRestartPolicyOnFailure))},
		{name: "rules", change: restart(never, good, good)},
		{name: "sidecar with rules", change: ofInit(func(c *corev1.Container) {
			c.RestartPolicy, c.RestartPolicyRules = new(corev1.ContainerRestartPolicyAlways), []corev1.ContainerRestartRule{good}
		})},
		{name: "unknown policy", change: restart(new(corev1.ContainerRestartPolicy(""))),
			want: field.ErrorList{field.NotSupported(at("containers[0].restartPolicy"), corev1.ContainerRestartPolicy(""), containerRestartPolicies)}},
		{name: "rules without policy", change: restart(nil, good),
			want: field.ErrorList{field.Required(at("containers[0].restartPolicy"), required)}},
		{name: "rules of an init container without policy", change: ofInit(func(c *corev1.Container) { c.RestartPolicyRules = make([]corev1.ContainerRestartRule, 1) }),
			want: field.ErrorList{field.Required(at("initContainers[0].restartPolicy"), required)}},
		{name: "empty rule", change: restart(never, corev1.ContainerRestartRule{}), want: field.ErrorList{
			field.NotSupported(rules.Index(0).Child("action"), corev1.ContainerRestartRuleAction(""), restartRuleActions),
			field.Required(rules.Index(0).Child("exitCodes"), "name the exit codes that the rule applies to"),
		}},
		{name: "bad exit codes", change: restart(never, onExitCodes("Is", 256)), want: field.ErrorList{
			field.NotSupported(rules.Index(0).Child("exitCodes", "operator"), corev1.ContainerRestartRuleOnExitCodesOperator("Is"), exitCodeOperators),
			field.TooMany(rules.Index(0).Child("exitCodes", "values"), 256, 255),
		}},
		{name: "too many rules", change: restart(never, good, good, good, good, good, good, good, good, good, good, good, good, good, good, good, good, good, good, good, good, good),
			want: field.ErrorList{field.TooMany(rules, 21, 20)}},
	})
}

func TestResizePolicy(t *testing.T) {
	onFailure := func(change func(*corev1.PodTemplateSpec)) func(*corev1.PodTemplateSpec) {
		return both(change, func(t *corev1.PodTemplateSpec) { t.Spec.RestartPolicy = corev1.RestartPolicyOnFailure })
	}
	resize := func(list ...corev1.ContainerResizePolicy) func(*corev1.Container) {
		return func(c *corev1.Container) { c.ResizePolicy = list }
	}
	restart := corev1.ContainerResizePolicy{ResourceName: corev1.ResourceMemory, RestartPolicy: corev1.RestartContainer}
	keep := corev1.ContainerResizePolicy{ResourceName: corev1.ResourceCPU, RestartPolicy: corev1.NotRequired}
	path := at("containers[0].resizePolicy")

	runRules(t, []ruleTest{
		{name: "both", change: onFailure(ofMain(resize(restart, keep)))},
		{name: "nothing", change: onFailure(ofMain(resize(corev1.ContainerResizePolicy{}))), want: field.ErrorList{
			field.Required(path, "each element needs a resourceName"), field.Required(path, "each element needs a restartPolicy")}},
		{name: "unknown", change: onFailure(ofMain(resize(corev1.ContainerResizePolicy{ResourceName: "pods", RestartPolicy: "Never"}))), want: field.ErrorList{
			field.NotSupported(path, corev1.ResourceName("pods"), resizableResources),
			field.NotSupported(path, corev1.ResourceResizeRestartPolicy("Never"), resizePolicies)}},
		{name: "same resource", change: ofMain(resize(keep, keep)),
			want: field.ErrorList{field.Duplicate(path.Index(1), corev1.ResourceCPU)}},
		{name: "restart in a pod that never restarts", change: ofMain(resize(restart)), want: field.ErrorList{
			field.Invalid(path, corev1.RestartContainer, "must be NotRequired, because the pod has restartPolicy: Never")}},
		{name: "restart of an init container", change: onFailure(ofInit(resize(keep, restart))), want: field.ErrorList{
			field.Invalid(at("initContainers[0].resizePolicy[1].restartPolicy"), corev1.RestartContainer, "must not be RestartContainer, except in a sidecar")}},
		{name: "restart of a sidecar", change: onFailure(ofInit(func(c *corev1.Container) {
			c.RestartPolicy, c.ResizePolicy = new(corev1.ContainerRestartPolicyAlways), []corev1.ContainerResizePolicy{restart}
		}))},
	})
	runUpdates(t, []updateTest{
		{name: "restart of an init container that was there", old: onFailure(ofInit(resize(restart))), update: onFailure(ofInit(resize(keep, restart)))},
	})
}
