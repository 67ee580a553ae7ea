package podtemplate

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
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
		c.add(field.Required(path.Field("topologyKey"), "name the node label that defines the topology"))
	}
	c.add(enum.Validate(path.Child("whenUnsatisfiable"), s.WhenUnsatisfiable, unsatisfiableActions)...)
	c.minDomains(path, s)
	if s.NodeAffinityPolicy != nil {
		c.add(enum.Validate(path.Child("nodeAffinityPolicy"), *s.NodeAffinityPolicy, nodeInclusionPolicies)...)
	}
	if s.NodeTaintsPolicy != nil {
		c.add(enum.Validate(path.Child("nodeTaintsPolicy"), *s.NodeTaintsPolicy, nodeInclusionPolicies)...)
	}
	if c.ratchet.spreadLabelKeys {
		c.separateLabelKeys(path, s.LabelSelector, s.MatchLabelKeys)
	} else {
		c.matchLabelKeys(path, s.LabelSelector, s.MatchLabelKeys)
	}
	if !c.ratchet.spreadSelectors {
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
		c.add(field.Invalid(path.Field("minDomains"), *s.MinDomains, "requires whenUnsatisfiable: DoNotSchedule"))
	}
}

// distinctSpread checks that each pair of topologyKey and whenUnsatisfiable is unique. Of several
// equal pairs it reports all except the last.
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

// hasBadSpreadSelectors reports whether the selector of a constraint is invalid.
func hasBadSpreadSelectors(list []corev1.TopologySpreadConstraint) bool {
	var c checker
	for i := range list {
		c.labelSelector(nil, list[i].LabelSelector, false)
	}
	return len(c.errs) > 0
}

// hasBadSpreadLabelKeys reports whether the matchLabelKeys of a constraint are invalid.
func hasBadSpreadLabelKeys(list []corev1.TopologySpreadConstraint) bool {
	var c checker
	for i := range list {
		c.matchLabelKeys(nil, list[i].LabelSelector, list[i].MatchLabelKeys)
	}
	return len(c.errs) > 0
}

// hasBadSeparateLabelKeys reports whether the matchLabelKeys of a constraint break the older rule.
func hasBadSeparateLabelKeys(list []corev1.TopologySpreadConstraint) bool {
	var c checker
	for i := range list {
		c.separateLabelKeys(nil, list[i].LabelSelector, list[i].MatchLabelKeys)
	}
	return len(c.errs) > 0
}

// matchLabelKeys checks the keys of the affinity term or spread constraint at path. When a pod is
// created, kube-apiserver adds its labels with these keys to the expressions of selector. So one
// expression may have the key, and any other requirement with it is an error.
func (c *checker) matchLabelKeys(path *fieldpath.Path, selector *metav1.LabelSelector, keys []string) {
	if len(keys) == 0 {
		return
	}
	c.labelKeys(path.Child("matchLabelKeys"), selector, keys)
	if selector == nil {
		return
	}
	last := make(map[string]int, len(keys))
	for i, key := range keys {
		last[key] = i
	}
	seen := make(map[string]struct{}, len(selector.MatchLabels)+len(selector.MatchExpressions))
	for key := range selector.MatchLabels {
		seen[key] = struct{}{}
	}
	for i := range selector.MatchExpressions {
		key := selector.MatchExpressions[i].Key
		_, again := seen[key]
		if at, ok := last[key]; ok && again {
			// kube-apiserver's path has the index of the key but not the name of the list.
			c.add(field.Invalid(path.Index(at).Field(), key, "must not be in both matchLabelKeys and labelSelector"))
		}
		seen[key] = struct{}{}
	}
}

// labelKeys checks keys that are added to selector.
func (c *checker) labelKeys(path *fieldpath.Path, selector *metav1.LabelSelector, keys []string) {
	if selector == nil {
		c.add(field.Forbidden(path.Field(), "requires a labelSelector"))
		return
	}
	for i, key := range keys {
		c.invalid(path.Index(i), key, names.QualifiedName(key))
	}
}

// separateLabelKeys is an older rule for the matchLabelKeys of a spread constraint, from before they
// were added to the selector: no key may be in both.
func (c *checker) separateLabelKeys(path *fieldpath.Path, selector *metav1.LabelSelector, keys []string) {
	if len(keys) == 0 {
		return
	}
	match := path.Child("matchLabelKeys")
	selected := map[string]struct{}{}
	if selector == nil {
		c.add(field.Forbidden(match.Field(), "requires a labelSelector"))
	} else {
		for key := range selector.MatchLabels {
			selected[key] = struct{}{}
		}
		for i := range selector.MatchExpressions {
			selected[selector.MatchExpressions[i].Key] = struct{}{}
		}
	}
	for i, key := range keys {
		element := match.Index(i)
		c.invalid(element, key, names.QualifiedName(key))
		if _, ok := selected[key]; ok {
			c.add(field.Invalid(element.Field(), key, "must not also be in labelSelector"))
		}
	}
}
