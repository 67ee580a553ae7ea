package validation

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
)

const (
	maxFailureRules      = 20
	maxExitCodes         = 255
	maxConditionPatterns = 20
)

var (
	failureActions = []batch.PodFailurePolicyAction{
		batch.PodFailurePolicyActionCount, batch.PodFailurePolicyActionFailIndex,
		batch.PodFailurePolicyActionFailJob, batch.PodFailurePolicyActionIgnore,
	}
	exitCodeOperators = []batch.PodFailurePolicyOnExitCodesOperator{
		batch.PodFailurePolicyOnExitCodesOpIn, batch.PodFailurePolicyOnExitCodesOpNotIn,
	}
	conditionStatuses = []corev1.ConditionStatus{corev1.ConditionFalse, corev1.ConditionTrue, corev1.ConditionUnknown}
)

func (c *checker) podFailurePolicy(spec *batch.JobSpec, path *fieldpath.Path) {
	if spec.PodFailurePolicy == nil {
		return
	}
	rules := path.Child("podFailurePolicy").Child("rules")
	if n := len(spec.PodFailurePolicy.Rules); n > maxFailureRules {
		c.add(field.TooMany(rules.Field(), n, maxFailureRules))
	}
	for i := range spec.PodFailurePolicy.Rules {
		c.failureRule(spec, &spec.PodFailurePolicy.Rules[i], rules.Index(i))
	}
}

func (c *checker) failureRule(spec *batch.JobSpec, rule *batch.PodFailurePolicyRule, path *fieldpath.Path) {
	oneOf(c, path, "action", rule.Action, failureActions)
	if rule.Action == batch.PodFailurePolicyActionFailIndex && spec.BackoffLimitPerIndex == nil {
		c.add(field.Invalid(path.Field("action"), rule.Action, "needs backoffLimitPerIndex"))
	}
	switch byCode, byCondition := rule.OnExitCodes != nil, len(rule.OnPodConditions) > 0; {
	case byCode && byCondition:
		c.add(field.Invalid(path.Field(), field.OmitValueType{}, "has onExitCodes and onPodConditions: make two rules of it"))
	case !byCode && !byCondition:
		c.add(field.Invalid(path.Field(), field.OmitValueType{}, "needs onExitCodes or onPodConditions"))
	}
	if rule.OnExitCodes != nil {
		c.exitCodes(&spec.Template.Spec, rule.OnExitCodes, path.Child("onExitCodes"))
	}
	c.conditionPatterns(rule.OnPodConditions, path)
}

func (c *checker) exitCodes(pod *corev1.PodSpec, codes *batch.PodFailurePolicyOnExitCodesRequirement, path *fieldpath.Path) {
	oneOf(c, path, "operator", codes.Operator, exitCodeOperators)
	if name := codes.ContainerName; name != nil && !c.hasContainer(pod, *name) {
		c.add(field.Invalid(path.Field("containerName"), *name, "must be the name of a container or init container of the template"))
	}

	values := path.Child("values")
	switch n := len(codes.Values); {
	case n == 0:
		c.add(field.Invalid(values.Field(), codes.Values, "needs one exit code at least"))
	case n > maxExitCodes:
		c.add(field.TooMany(values.Field(), n, maxExitCodes))
	}
	if !slices.IsSorted(codes.Values) {
		c.add(field.Invalid(values.Field(), codes.Values, "must be in ascending order"))
	}
	var seen map[int32]bool // of no use while the values ascend
	for i, code := range codes.Values {
		if code == 0 && codes.Operator == batch.PodFailurePolicyOnExitCodesOpIn {
			c.add(field.Invalid(values.Field().Index(i), code, "must not be 0 with operator In: a container that ends with 0 has not failed"))
		}
		if i > 0 && code <= codes.Values[i-1] && seen == nil {
			seen = make(map[int32]bool, len(codes.Values))
			for _, before := range codes.Values[:i] {
				seen[before] = true
			}
		}
		if seen[code] {
			c.add(field.Duplicate(values.Field().Index(i), code))
		}
		if seen != nil {
			seen[code] = true
		}
	}
}

// hasContainer reports whether the pod has a container or init container called name. Up to a
// few it compares, which takes no memory; of more, as hostile input has, it keeps the names.
func (c *checker) hasContainer(pod *corev1.PodSpec, name string) bool {
	const few = 16
	lists := [...][]corev1.Container{pod.Containers, pod.InitContainers}
	if len(pod.Containers)+len(pod.InitContainers) <= few {
		for _, list := range lists {
			for i := range list {
				if list[i].Name == name {
					return true
				}
			}
		}
		return false
	}
	if c.containerNames == nil {
		c.containerNames = map[string]struct{}{}
		for _, list := range lists {
			for i := range list {
				c.containerNames[list[i].Name] = struct{}{}
			}
		}
	}
	_, ok := c.containerNames[name]
	return ok
}

func (c *checker) conditionPatterns(list []batch.PodFailurePolicyOnPodConditionsPattern, path *fieldpath.Path) {
	patterns := path.Child("onPodConditions")
	if len(list) > maxConditionPatterns {
		c.add(field.TooMany(patterns.Field(), len(list), maxConditionPatterns))
	}
	for i := range list {
		pattern := patterns.Index(i)
		for _, msg := range names.QualifiedName(string(list[i].Type)) {
			c.add(field.Invalid(pattern.Field("type"), list[i].Type, msg))
		}
		oneOf(c, pattern, "status", list[i].Status, conditionStatuses)
	}
}
