package podtemplate

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/enum"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

var (
	// pullPolicies also apply to image volumes.
	pullPolicies = []corev1.PullPolicy{corev1.PullAlways, corev1.PullIfNotPresent, corev1.PullNever}

	terminationMessagePolicies = []corev1.TerminationMessagePolicy{
		corev1.TerminationMessageFallbackToLogsOnError,
		corev1.TerminationMessageReadFile,
	}
)

// isSidecar reports whether the init container runs as long as the pod. The containers after it
// start without waiting for it to end.
func isSidecar(init *corev1.Container) bool {
	return init.RestartPolicy != nil && *init.RestartPolicy == corev1.ContainerRestartPolicyAlways
}

// container checks the rules for containers of every kind.
func (c *checker) container(path *fieldpath.Path, container *corev1.Container) {
	c.required(path, "name", container.Name)
	c.dnsLabel(path, "name", container.Name)
	c.required(path, "image", container.Image)
	c.add(enum.ValidateRequired(path.Child("terminationMessagePolicy"), container.TerminationMessagePolicy, terminationMessagePolicies)...)
	c.add(enum.ValidateRequired(path.Child("imagePullPolicy"), container.ImagePullPolicy, pullPolicies)...)
	c.ports(path.Child("ports"), container.Ports)
	c.env(path.Child("env"), container.Env)
	c.envFrom(path.Child("envFrom"), container.EnvFrom)
	c.volumeMounts(path.Child("volumeMounts"), container)
	c.volumeDevices(path.Child("volumeDevices"), container)
	c.resources(path.Child("resources"), &container.Resources)
	c.resizePolicy(path.Child("resizePolicy"), container.ResizePolicy)
	c.containerSecurity(path, container)
}

// containers checks the main containers of the pod.
func (c *checker) containers(path *fieldpath.Path, list []corev1.Container) {
	if len(list) == 0 {
		c.add(field.Required(path.Field(), "needs at least one container"))
	}
	var hostPorts smallset.Set[hostPort]
	for i := range list {
		container := &list[i]
		p := path.Index(i)
		c.container(p, container)
		if !c.containerNames.Insert(container.Name) {
			c.add(field.Duplicate(p.Field("name"), container.Name))
		}
		c.lifecycleAndProbes(p, container)
		if c.ratchet.restartRules {
			c.containerRestart(p, container)
		} else if container.RestartPolicy != nil {
			c.add(field.Forbidden(p.Field("restartPolicy"), "only init containers may have one, unless the feature gate ContainerRestartRules is on"))
		}
		ports := p.Child("ports")
		c.distinctHostPorts(ports, container.Ports, &hostPorts)
		c.hostNetworkPorts(ports, container.Ports)
	}
}

// initContainers checks the init containers, which include the sidecars.
func (c *checker) initContainers(path *fieldpath.Path, list []corev1.Container) {
	unnamed := slices.ContainsFunc(c.spec.Containers, func(container corev1.Container) bool { return container.Name == "" })
	for i := range list {
		container := &list[i]
		p := path.Index(i)
		c.container(p, container)
		c.initContainerRestart(p, container)
		// An empty name is a duplicate only of an empty name of a main container, not of one of
		// another init container.
		if container.Name == "" && unnamed || container.Name != "" && !c.containerNames.Insert(container.Name) {
			c.add(field.Duplicate(p.Field("name"), container.Name))
		}
		if isSidecar(container) {
			c.lifecycleAndProbes(p, container)
		} else {
			c.noLifecycleOrProbes(p, container)
			c.noRestartToResize(p.Child("resizePolicy"), container.ResizePolicy)
		}
		if len(container.ResizePolicy) > 0 && !c.ratchet.sidecarResizePolicy {
			c.add(field.Invalid(p.Field("resizePolicy"), container.ResizePolicy, "must not be set in an init container, unless the feature gate InPlacePodVerticalScaling is on"))
		}
		// Init containers run one by one, so only the host ports of the same container conflict.
		// kube-apiserver always reports the ports of the first init container.
		var hostPorts smallset.Set[hostPort]
		c.distinctHostPorts(path.Index(0).Child("ports"), container.Ports, &hostPorts)
	}
}

var (
	containerRestartPolicies = []corev1.ContainerRestartPolicy{
		corev1.ContainerRestartPolicyAlways,
		corev1.ContainerRestartPolicyNever,
		corev1.ContainerRestartPolicyOnFailure,
	}
	restartRuleActions = []corev1.ContainerRestartRuleAction{
		corev1.ContainerRestartRuleActionRestart,
		corev1.ContainerRestartRuleActionRestartAllContainers,
	}
	restartAction     = restartRuleActions[:1] // without the feature of the others
	sidecarPolicies   = []corev1.ContainerRestartPolicy{corev1.ContainerRestartPolicyAlways}
	exitCodeOperators = []corev1.ContainerRestartRuleOnExitCodesOperator{
		corev1.ContainerRestartRuleOnExitCodesOpIn,
		corev1.ContainerRestartRuleOnExitCodesOpNotIn,
	}
)

const (
	maxRestartRules = 20  // per container
	maxExitCodes    = 255 // per rule
)

// containerRestart checks the restart policy of a container and the rules that override it.
func (c *checker) containerRestart(path *fieldpath.Path, container *corev1.Container) {
	if policy := container.RestartPolicy; policy != nil {
		c.add(enum.Validate(path.Child("restartPolicy"), *policy, containerRestartPolicies)...)
	} else if len(container.RestartPolicyRules) > 0 {
		c.add(field.Required(path.Field("restartPolicy"), "must be set together with restartPolicyRules"))
	}
	c.restartPolicyRules(path.Child("restartPolicyRules"), container.RestartPolicyRules)
}

// initContainerRestart is containerRestart for an init container. As in kube-apiserver, its rules
// aren't checked if the policy is missing.
func (c *checker) initContainerRestart(path *fieldpath.Path, container *corev1.Container) {
	rules := len(container.RestartPolicyRules) > 0
	switch {
	case container.RestartPolicy == nil:
		if rules && c.features.Minor() >= 35 {
			c.add(field.Required(path.Field("restartPolicy"), "must be set together with restartPolicyRules"))
		}
	case !c.ratchet.restartRules:
		c.add(enum.Validate(path.Child("restartPolicy"), *container.RestartPolicy, sidecarPolicies)...)
	case !c.ratchet.restartAllContainers && isSidecar(container):
		if rules {
			c.add(field.Forbidden(path.Field("restartPolicyRules"), "a sidecar can't have rules, unless the feature gate RestartAllContainersOnContainerExits is on"))
		}
	default:
		c.containerRestart(path, container)
	}
}

// hasRestartRules reports whether the pod uses restart policies and rules of single containers,
// besides sidecars. As in kube-apiserver, rules of main containers count by their policy.
func hasRestartRules(spec *corev1.PodSpec) bool {
	return slices.ContainsFunc(spec.Containers, func(container corev1.Container) bool { return container.RestartPolicy != nil }) ||
		slices.ContainsFunc(spec.InitContainers, func(init corev1.Container) bool {
			return init.RestartPolicy != nil && !isSidecar(&init) || len(init.RestartPolicyRules) > 0
		})
}

// restartsAllContainers reports whether a rule restarts all containers, or a sidecar has rules.
func restartsAllContainers(spec *corev1.PodSpec) bool {
	restartsAll := func(container corev1.Container) bool {
		return slices.ContainsFunc(container.RestartPolicyRules, func(rule corev1.ContainerRestartRule) bool {
			return rule.Action == corev1.ContainerRestartRuleActionRestartAllContainers
		})
	}
	return slices.ContainsFunc(spec.Containers, restartsAll) ||
		slices.ContainsFunc(spec.InitContainers, func(init corev1.Container) bool {
			return restartsAll(init) || isSidecar(&init) && len(init.RestartPolicyRules) > 0
		})
}

// hasSidecarResizePolicy reports whether a sidecar has a resize policy.
func hasSidecarResizePolicy(spec *corev1.PodSpec) bool {
	return slices.ContainsFunc(spec.InitContainers, func(init corev1.Container) bool {
		return isSidecar(&init) && len(init.ResizePolicy) > 0
	})
}

func (c *checker) restartPolicyRules(path *fieldpath.Path, rules []corev1.ContainerRestartRule) {
	if len(rules) > maxRestartRules {
		c.tooMany(path, len(rules), maxRestartRules)
	}
	actions := restartRuleActions
	if !c.ratchet.restartAllContainers {
		actions = restartAction
	}
	for i := range rules {
		rule := &rules[i]
		p := path.Index(i)
		c.add(enum.Validate(p.Child("action"), rule.Action, actions)...)
		exitCodes := p.Child("exitCodes")
		if rule.ExitCodes == nil {
			c.add(field.Required(exitCodes.Field(), "name the exit codes that the rule applies to"))
			continue
		}
		c.add(enum.Validate(exitCodes.Child("operator"), rule.ExitCodes.Operator, exitCodeOperators)...)
		if n := len(rule.ExitCodes.Values); n > maxExitCodes {
			c.tooMany(exitCodes.Child("values"), n, maxExitCodes)
		}
	}
}

// tooMany records that the list at path is too long. Before 1.36 the error has another type.
func (c *checker) tooMany(path *fieldpath.Path, n, limit int) {
	if c.features.Minor() < 36 {
		c.add(field.TooLong(path.Field(), "", limit))
		return
	}
	c.add(field.TooMany(path.Field(), n, limit))
}

// ephemeralContainers forbids ephemeral containers, which are added to a running pod. As in
// kube-apiserver, their fields are checked all the same.
func (c *checker) ephemeralContainers(path *fieldpath.Path, list []corev1.EphemeralContainer) {
	if len(list) == 0 {
		return
	}
	c.add(field.Forbidden(path.Field(), "can't be part of a template: add them to a running pod"))

	targets := make(map[string]struct{}, len(c.spec.Containers)+len(c.spec.InitContainers))
	for _, containers := range [...][]corev1.Container{c.spec.Containers, c.spec.InitContainers} {
		for i := range containers {
			targets[containers[i].Name] = struct{}{}
		}
	}
	if _, ok := targets[""]; ok {
		c.containerNames.Insert("")
	}
	for i := range list {
		p := path.Index(i)
		container := (*corev1.Container)(&list[i].EphemeralContainerCommon)
		c.container(p, container)
		c.onlyForDebugging(p, container)
		if !c.containerNames.Insert(container.Name) {
			c.add(field.Duplicate(p.Field("name"), container.Name))
		}
		if container.Image != strings.TrimSpace(container.Image) {
			c.add(field.Invalid(p.Field("image"), container.Image, "must not have leading or trailing whitespace"))
		}
		if target := list[i].TargetContainerName; target != "" {
			if _, ok := targets[target]; !ok {
				c.add(field.NotFound(p.Field("targetContainerName"), target))
			}
		}
	}
}

// onlyForDebugging forbids the fields that an ephemeral container can't have: it has no resources
// of its own, nothing depends on it, and it never restarts.
func (c *checker) onlyForDebugging(path *fieldpath.Path, container *corev1.Container) {
	resources := &container.Resources
	for _, f := range [...]optional{
		{"ports", container.Ports != nil},
		{"resources", resources.Limits != nil || resources.Requests != nil || resources.Claims != nil},
		{"resizePolicy", container.ResizePolicy != nil},
		{"restartPolicy", container.RestartPolicy != nil},
		{"restartPolicyRules", container.RestartPolicyRules != nil},
		{"livenessProbe", container.LivenessProbe != nil},
		{"readinessProbe", container.ReadinessProbe != nil},
		{"startupProbe", container.StartupProbe != nil},
		{"lifecycle", c.hasLifecycle(container)},
	} {
		if f.set {
			c.add(field.Forbidden(path.Field(f.name), "ephemeral containers can't have it"))
		}
	}
	for i := range container.VolumeMounts {
		p := path.Child("volumeMounts").Index(i)
		if container.VolumeMounts[i].SubPath != "" {
			c.add(field.Forbidden(p.Field("subPath"), "ephemeral containers can't have it"))
		}
		if container.VolumeMounts[i].SubPathExpr != "" {
			c.add(field.Forbidden(p.Field("subPathExpr"), "ephemeral containers can't have it"))
		}
	}
}
