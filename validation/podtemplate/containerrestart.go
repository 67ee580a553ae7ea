package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/enum"
)

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
	exitCodeOperators = []corev1.ContainerRestartRuleOnExitCodesOperator{
		corev1.ContainerRestartRuleOnExitCodesOpIn,
		corev1.ContainerRestartRuleOnExitCodesOpNotIn,
	}
)

// The most rules that a container can have, and exit codes that a rule can have.
const (
	maxRestartRules = 20
	maxExitCodes    = 255
)

// containerRestart checks the restart policy of a container and the rules that go before it.
func (c *checker) containerRestart(path *fieldpath.Path, container *corev1.Container) {
	if policy := container.RestartPolicy; policy != nil {
		c.add(enum.Validate(path.Child("restartPolicy"), *policy, containerRestartPolicies)...)
	} else if len(container.RestartPolicyRules) > 0 {
		c.add(field.Required(path.Field("restartPolicy"), "must be given beside restartPolicyRules"))
	}
	c.restartPolicyRules(path.Child("restartPolicyRules"), container.RestartPolicyRules)
}

// initContainerRestart is containerRestart for an init container. Without a policy, as in
// kube-apiserver, nobody looks at its rules.
func (c *checker) initContainerRestart(path *fieldpath.Path, container *corev1.Container) {
	if container.RestartPolicy == nil && len(container.RestartPolicyRules) > 0 {
		c.add(field.Required(path.Field("restartPolicy"), "must be given beside restartPolicyRules"))
		return
	}
	c.containerRestart(path, container)
}

func (c *checker) restartPolicyRules(path *fieldpath.Path, rules []corev1.ContainerRestartRule) {
	if len(rules) > maxRestartRules {
		c.add(field.TooMany(path.Field(), len(rules), maxRestartRules))
	}
	for i := range rules {
		rule := &rules[i]
		p := path.Index(i)
		c.add(enum.Validate(p.Child("action"), rule.Action, restartRuleActions)...)
		exitCodes := p.Child("exitCodes")
		if rule.ExitCodes == nil {
			c.add(field.Required(exitCodes.Field(), "must say when the rule applies"))
			continue
		}
		c.add(enum.Validate(exitCodes.Child("operator"), rule.ExitCodes.Operator, exitCodeOperators)...)
		if n := len(rule.ExitCodes.Values); n > maxExitCodes {
			c.add(field.TooMany(exitCodes.Field("values"), n, maxExitCodes))
		}
	}
}
