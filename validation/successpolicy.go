package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
)

const (
	maxSuccessRules    = 20
	maxSucceededLength = 64 * 1024 // of succeededIndexes, in bytes
)

func (c *checker) successPolicy(spec *batch.JobSpec, path *fieldpath.Path) {
	if spec.SuccessPolicy == nil {
		return
	}
	policy := path.Child("successPolicy")
	if !isIndexed(spec) {
		c.add(field.Invalid(policy.Field(), *spec.SuccessPolicy, "needs completionMode: Indexed"))
		return
	}
	rules := policy.Child("rules")
	switch n := len(spec.SuccessPolicy.Rules); {
	case n == 0:
		c.add(field.Required(rules.Field(), "a success policy needs one rule at least"))
	case n > maxSuccessRules:
		c.add(field.TooMany(rules.Field(), n, maxSuccessRules))
	}
	for i := range spec.SuccessPolicy.Rules {
		c.successRule(spec, &spec.SuccessPolicy.Rules[i], rules.Index(i))
	}
}

func (c *checker) successRule(spec *batch.JobSpec, rule *batch.SuccessPolicyRule, path *fieldpath.Path) {
	if rule.SucceededCount == nil && rule.SucceededIndexes == nil {
		c.add(field.Required(path.Field(), "needs succeededCount or succeededIndexes"))
	}
	if rule.SucceededIndexes != nil && len(*rule.SucceededIndexes) > maxSucceededLength {
		c.add(field.TooLong(path.Field("succeededIndexes"), "", maxSucceededLength))
	}
	notNegative(c, path, "succeededCount", rule.SucceededCount, "")
	if spec.Completions == nil {
		return // which is an error of its own, and leaves nothing to compare with
	}
	if rule.SucceededIndexes != nil {
		listed, err := countIndexes(*rule.SucceededIndexes, *spec.Completions)
		if err != nil {
			c.add(field.Invalid(path.Field("succeededIndexes"), *rule.SucceededIndexes, err.Error()))
		}
		c.atMost(path, "succeededCount", rule.SucceededCount, listed, "must be at most the number of succeededIndexes")
	}
	c.atMost(path, "succeededCount", rule.SucceededCount, *spec.Completions, "must be at most completions")
}
