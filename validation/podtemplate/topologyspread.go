package podtemplate

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/enum"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

var (
	unsatisfiableActions  = []corev1.UnsatisfiableConstraintAction{corev1.DoNotSchedule, corev1.ScheduleAnyway}
	nodeInclusionPolicies = []corev1.NodeInclusionPolicy{corev1.NodeInclusionPolicyHonor, corev1.NodeInclusionPolicyIgnore}
)

func (c *checker) topologySpreadConstraints(path *fieldpath.Path, list []corev1.TopologySpreadConstraint) {
	for i := range list {
		c.topologySpreadConstraint(path.Index(i), &list[i])
	}
	c.distinctSpread(path, list)
}

func (c *checker) topologySpreadConstraint(path *fieldpath.Path, s *corev1.TopologySpreadConstraint) {
	if s.MaxSkew <= 0 {
		c.add(field.Invalid(path.Field("maxSkew"), s.MaxSkew, "must be greater than 0"))
	}
	if s.TopologyKey == "" {
		c.add(field.Required(path.Field("topologyKey"), "name the label of nodes that tells places apart"))
	}
	c.add(enum.Validate(path.Child("whenUnsatisfiable"), s.WhenUnsatisfiable, unsatisfiableActions)...)
	c.minDomains(path, s)
	if s.NodeAffinityPolicy != nil {
		c.add(enum.Validate(path.Child("nodeAffinityPolicy"), *s.NodeAffinityPolicy, nodeInclusionPolicies)...)
	}
	if s.NodeTaintsPolicy != nil {
		c.add(enum.Validate(path.Child("nodeTaintsPolicy"), *s.NodeTaintsPolicy, nodeInclusionPolicies)...)
	}
	if c.old.spreadLabelKeys {
		c.separateLabelKeys(path, s.LabelSelector, s.MatchLabelKeys)
	} else {
		c.matchLabelKeys(path, s.LabelSelector, s.MatchLabelKeys)
	}
	if !c.old.spreadSelectors {
		c.labelSelector(path.Child("labelSelector"), s.LabelSelector, false)
	}
}

func (c *checker) minDomains(path *fieldpath.Path, s *corev1.TopologySpreadConstraint) {
	if s.MinDomains == nil {
		return
	}
	if *s.MinDomains <= 0 {
		c.add(field.Invalid(path.Field("minDomains"), *s.MinDomains, "must be greater than 0"))
	}
	if s.WhenUnsatisfiable != corev1.DoNotSchedule {
		c.add(field.Invalid(path.Field("minDomains"), *s.MinDomains, "needs whenUnsatisfiable: DoNotSchedule"))
	}
}

// distinctSpread checks that there is one constraint for each pair of a topology and what to
// do about it. Of those that are alike, all but the last are reported.
func (c *checker) distinctSpread(path *fieldpath.Path, list []corev1.TopologySpreadConstraint) {
	type kind struct {
		topologyKey string
		when        corev1.UnsatisfiableConstraintAction
	}
	var later smallset.Set[kind]
	for i, s := range slices.Backward(list) {
		if !later.Insert(kind{s.TopologyKey, s.WhenUnsatisfiable}) {
			c.add(field.Duplicate(path.Index(i).Field("{topologyKey, whenUnsatisfiable}"), fmt.Sprintf("{%s, %s}", s.TopologyKey, s.WhenUnsatisfiable)))
		}
	}
}

// breaksSpreadSelectors reports whether the selector of a constraint is invalid.
func breaksSpreadSelectors(list []corev1.TopologySpreadConstraint) bool {
	var c checker
	for i := range list {
		c.labelSelector(nil, list[i].LabelSelector, false)
	}
	return len(c.errs) > 0
}

// breaksSpreadLabelKeys reports whether the matchLabelKeys of a constraint are invalid.
func breaksSpreadLabelKeys(list []corev1.TopologySpreadConstraint) bool {
	var c checker
	for i := range list {
		c.matchLabelKeys(nil, list[i].LabelSelector, list[i].MatchLabelKeys)
	}
	return len(c.errs) > 0
}
