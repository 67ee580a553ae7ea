package validation

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/internal/enum"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

const (
	maxFailureRules           = 20
	maxExitCodes              = 255
	maxConditionPatterns      = 20
	maxSuccessRules           = 20
	maxSucceededIndexesLength = 64 * 1024 // in bytes
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
	rules, rulesPath := spec.PodFailurePolicy.Rules, path.Child("rules")
	if len(rules) > maxFailureRules {
		c.add(field.TooMany(rulesPath.Field(), len(rules), maxFailureRules))
	}
	for i := range rules {
		c.failureRule(spec, &rules[i], rulesPath.Index(i))
	}
}

func (c *checker) failureRule(spec *batch.JobSpec, rule *batch.PodFailurePolicyRule, path *fieldpath.Path) {
	c.add(enum.ValidateRequired(path.Child("action"), rule.Action, failureActions)...)
	if rule.Action == batch.PodFailurePolicyActionFailIndex && spec.BackoffLimitPerIndex == nil {
		c.add(field.Invalid(path.Field("action"), rule.Action, "requires backoffLimitPerIndex"))
	}
	switch hasCodes, hasConditions := rule.OnExitCodes != nil, len(rule.OnPodConditions) > 0; {
	case hasCodes && hasConditions:
		c.add(field.Invalid(path.Field(), field.OmitValueType{}, "must not have both onExitCodes and onPodConditions: split it into two rules"))
	case !hasCodes && !hasConditions:
		c.add(field.Invalid(path.Field(), field.OmitValueType{}, "needs onExitCodes or onPodConditions"))
	}
	if rule.OnExitCodes != nil {
		c.onExitCodes(&spec.Template.Spec, rule.OnExitCodes, path.Child("onExitCodes"))
	}
	c.onPodConditions(rule.OnPodConditions, path.Child("onPodConditions"))
}

func (c *checker) onExitCodes(pod *corev1.PodSpec, on *batch.PodFailurePolicyOnExitCodesRequirement, path *fieldpath.Path) {
	c.add(enum.ValidateRequired(path.Child("operator"), on.Operator, exitCodeOperators)...)
	if name := on.ContainerName; name != nil && !c.hasContainer(pod, *name) {
		c.add(field.Invalid(path.Field("containerName"), *name, "must be the name of a container or init container of the template"))
	}
	c.exitCodes(on.Values, on.Operator, path.Child("values"))
}

func (c *checker) exitCodes(codes []int32, operator batch.PodFailurePolicyOnExitCodesOperator, path *fieldpath.Path) {
	switch n := len(codes); {
	case n == 0:
		c.add(field.Invalid(path.Field(), codes, "needs at least one exit code"))
	case n > maxExitCodes:
		c.add(field.TooMany(path.Field(), n, maxExitCodes))
	}
	sorted := slices.IsSorted(codes)
	if !sorted {
		c.add(field.Invalid(path.Field(), codes, "must be in ascending order"))
	}
	var seen smallset.Set[int32]
	for i, code := range codes {
		if code == 0 && operator == batch.PodFailurePolicyOnExitCodesOpIn {
			c.add(field.Invalid(path.Index(i).Field(), code, "must not be 0 with operator In: a container that exits with 0 hasn't failed"))
		}
		duplicate := i > 0 && code == codes[i-1]
		if !sorted {
			duplicate = !seen.Insert(code)
		}
		if duplicate {
			c.add(field.Duplicate(path.Index(i).Field(), code))
		}
	}
}

// hasContainer reports whether the pod has a container or init container with the name. A scan
// of a few containers doesn't allocate. With many containers, a scan for each rule would take
// quadratic time.
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

func (c *checker) onPodConditions(patterns []batch.PodFailurePolicyOnPodConditionsPattern, path *fieldpath.Path) {
	if len(patterns) > maxConditionPatterns {
		c.add(field.TooMany(path.Field(), len(patterns), maxConditionPatterns))
	}
	for i := range patterns {
		pattern := path.Index(i)
		for _, msg := range names.QualifiedName(string(patterns[i].Type)) {
			c.add(field.Invalid(pattern.Field("type"), patterns[i].Type, msg))
		}
		c.add(enum.ValidateRequired(pattern.Child("status"), patterns[i].Status, conditionStatuses)...)
	}
}

func (c *checker) successPolicy(spec *batch.JobSpec, path *fieldpath.Path) {
	if spec.SuccessPolicy == nil {
		return
	}
	if !isIndexed(spec) {
		c.add(field.Invalid(path.Field(), *spec.SuccessPolicy, detailNeedsIndexed))
		return
	}
	rules, rulesPath := spec.SuccessPolicy.Rules, path.Child("rules")
	switch n := len(rules); {
	case n == 0:
		c.add(field.Required(rulesPath.Field(), "needs at least one rule"))
	case n > maxSuccessRules:
		c.add(field.TooMany(rulesPath.Field(), n, maxSuccessRules))
	}
	for i := range rules {
		c.successRule(spec, &rules[i], rulesPath.Index(i))
	}
}

func (c *checker) successRule(spec *batch.JobSpec, rule *batch.SuccessPolicyRule, path *fieldpath.Path) {
	indexes, indexesPath := rule.SucceededIndexes, path.Child("succeededIndexes")
	count, countPath := rule.SucceededCount, path.Child("succeededCount")
	if count == nil && indexes == nil {
		c.add(field.Required(path.Field(), "needs succeededCount or succeededIndexes"))
	}
	if indexes != nil && len(*indexes) > maxSucceededIndexesLength {
		c.add(field.TooLong(indexesPath.Field(), "", maxSucceededIndexesLength))
	}
	notNegative(c, countPath, count, "")
	if spec.Completions == nil {
		return // completionMode reports it
	}
	if indexes != nil {
		n, err := countIndexes(*indexes, *spec.Completions)
		if err != nil {
			c.add(field.Invalid(indexesPath.Field(), *indexes, err.Error()))
		}
		c.atMost(countPath, count, n, "must be at most the number of succeededIndexes")
	}
	c.atMost(countPath, count, *spec.Completions, "must be at most completions")
}
