package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
)

// The names of the two lists of terms that each kind of affinity has.
const (
	requiredTerms  = "requiredDuringSchedulingIgnoredDuringExecution"
	preferredTerms = "preferredDuringSchedulingIgnoredDuringExecution"
)

func (c *checker) affinity(path *fieldpath.Path, affinity *corev1.Affinity) {
	if affinity == nil {
		return
	}
	if a := affinity.NodeAffinity; a != nil {
		c.nodeAffinity(path.Child("nodeAffinity"), a)
	}
	if a := affinity.PodAffinity; a != nil {
		c.podAffinityTerms(path.Child("podAffinity"), a.RequiredDuringSchedulingIgnoredDuringExecution, a.PreferredDuringSchedulingIgnoredDuringExecution)
	}
	if a := affinity.PodAntiAffinity; a != nil {
		c.podAffinityTerms(path.Child("podAntiAffinity"), a.RequiredDuringSchedulingIgnoredDuringExecution, a.PreferredDuringSchedulingIgnoredDuringExecution)
	}
}

func (c *checker) nodeAffinity(path *fieldpath.Path, affinity *corev1.NodeAffinity) {
	if selector := affinity.RequiredDuringSchedulingIgnoredDuringExecution; selector != nil {
		c.nodeSelectorTerms(path.Child(requiredTerms), selector)
	}
	for i := range affinity.PreferredDuringSchedulingIgnoredDuringExecution {
		term := &affinity.PreferredDuringSchedulingIgnoredDuringExecution[i]
		element := path.Child(preferredTerms).Index(i)
		c.affinityWeight(element, term.Weight)
		// A preference that no node can meet is harmless.
		c.nodeSelectorTerm(element.Child("preference"), &term.Preference, true)
	}
}

func (c *checker) affinityWeight(path *fieldpath.Path, weight int32) {
	if weight < 1 || weight > 100 {
		c.add(field.Invalid(path.Field("weight"), weight, "must be between 1 and 100"))
	}
}

func (c *checker) nodeSelectorTerms(path *fieldpath.Path, selector *corev1.NodeSelector) {
	terms := path.Child("nodeSelectorTerms")
	if len(selector.NodeSelectorTerms) == 0 {
		c.add(field.Required(terms.Field(), "needs at least one term"))
	}
	for i := range selector.NodeSelectorTerms {
		c.nodeSelectorTerm(terms.Index(i), &selector.NodeSelectorTerms[i], c.ratchet.nodeAffinityValues)
	}
}

func (c *checker) nodeSelectorTerm(path *fieldpath.Path, term *corev1.NodeSelectorTerm, anyValue bool) {
	for i := range term.MatchExpressions {
		c.nodeLabelRequirement(path.Child("matchExpressions").Index(i), &term.MatchExpressions[i], anyValue)
	}
	for i := range term.MatchFields {
		c.nodeFieldRequirement(path.Child("matchFields").Index(i), &term.MatchFields[i])
	}
}

func (c *checker) nodeLabelRequirement(path *fieldpath.Path, r *corev1.NodeSelectorRequirement, anyValue bool) {
	switch r.Operator {
	case corev1.NodeSelectorOpIn, corev1.NodeSelectorOpNotIn:
		if len(r.Values) == 0 {
			c.add(field.Required(path.Field("values"), "In and NotIn need at least one value"))
		}
	case corev1.NodeSelectorOpExists, corev1.NodeSelectorOpDoesNotExist:
		if len(r.Values) > 0 {
			c.add(field.Forbidden(path.Field("values"), "Exists and DoesNotExist take no values"))
		}
	case corev1.NodeSelectorOpGt, corev1.NodeSelectorOpLt:
		if len(r.Values) != 1 {
			c.add(field.Required(path.Field("values"), "Gt and Lt need exactly one value"))
		}
	default:
		c.add(field.Invalid(path.Field("operator"), r.Operator, "must be In, NotIn, Exists, DoesNotExist, Gt or Lt"))
	}
	c.invalid(path.Child("key"), r.Key, names.QualifiedName(r.Key))
	if !anyValue {
		c.labelValues(path.Child("values"), r.Values)
	}
}

// labelValues checks that each value is valid for a label.
func (c *checker) labelValues(path *fieldpath.Path, values []string) {
	for i, value := range values {
		c.invalid(path.Index(i), value, names.LabelValue(value))
	}
}

// nodeFieldRequirement checks a requirement on a field of nodes. metadata.name is the only field
// that can be selected.
func (c *checker) nodeFieldRequirement(path *fieldpath.Path, r *corev1.NodeSelectorRequirement) {
	switch r.Operator {
	case corev1.NodeSelectorOpIn, corev1.NodeSelectorOpNotIn:
		if len(r.Values) != 1 {
			c.add(field.Required(path.Field("values"), "a field needs exactly one value"))
		}
	default:
		c.add(field.Invalid(path.Field("operator"), r.Operator, "must be In or NotIn in matchFields"))
	}
	if r.Key != metav1.ObjectNameField {
		c.add(field.Invalid(path.Field("key"), r.Key, "must be "+metav1.ObjectNameField))
		return
	}
	for i, value := range r.Values {
		c.invalid(path.Child("values").Index(i), value, names.DNS1123Subdomain(value))
	}
}

// hasBadNodeAffinityValues reports whether a required term has a value that no label can have.
func hasBadNodeAffinityValues(affinity *corev1.Affinity) bool {
	if affinity == nil || affinity.NodeAffinity == nil || affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution == nil {
		return false
	}
	for _, term := range affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms {
		for _, r := range term.MatchExpressions {
			for _, value := range r.Values {
				if len(names.LabelValue(value)) > 0 {
					return true
				}
			}
		}
	}
	return false
}

// podAffinityTerms checks the terms of the podAffinity or podAntiAffinity at path.
func (c *checker) podAffinityTerms(path *fieldpath.Path, required []corev1.PodAffinityTerm, preferred []corev1.WeightedPodAffinityTerm) {
	list := path.Child(requiredTerms)
	for i := range required {
		c.podAffinityTerm(list.Index(i), &required[i])
	}
	list = path.Child(preferredTerms)
	for i := range preferred {
		element := list.Index(i)
		c.affinityWeight(element, preferred[i].Weight)
		c.podAffinityTerm(element.Child("podAffinityTerm"), &preferred[i].PodAffinityTerm)
	}
}

func (c *checker) podAffinityTerm(path *fieldpath.Path, term *corev1.PodAffinityTerm) {
	c.podAffinitySelectors(path, term)
	// In kube-apiserver's errors the list has this name.
	for _, name := range term.Namespaces {
		c.invalid(path.Child("namespace"), name, names.DNS1123Label(name))
	}
	c.matchLabelKeys(path, term.LabelSelector, term.MatchLabelKeys)
	c.mismatchLabelKeys(path, term)

	topologyKey := path.Child("topologyKey")
	if term.TopologyKey == "" {
		c.add(field.Required(topologyKey.Field(), "name the node label that defines the topology"))
	}
	c.invalid(topologyKey, term.TopologyKey, names.QualifiedName(term.TopologyKey))
}

func (c *checker) podAffinitySelectors(path *fieldpath.Path, term *corev1.PodAffinityTerm) {
	c.labelSelector(path.Child("labelSelector"), term.LabelSelector, c.ratchet.podAffinitySelectors)
	c.labelSelector(path.Child("namespaceSelector"), term.NamespaceSelector, c.ratchet.podAffinitySelectors)
}

// mismatchLabelKeys checks the keys whose values must differ from the values of the new pod.
func (c *checker) mismatchLabelKeys(path *fieldpath.Path, term *corev1.PodAffinityTerm) {
	if len(term.MismatchLabelKeys) == 0 {
		return
	}
	c.labelKeys(path.Child("mismatchLabelKeys"), term.LabelSelector, term.MismatchLabelKeys)

	different := make(map[string]struct{}, len(term.MismatchLabelKeys))
	for _, key := range term.MismatchLabelKeys {
		different[key] = struct{}{}
	}
	match := path.Child("matchLabelKeys")
	for i, key := range term.MatchLabelKeys {
		if _, ok := different[key]; ok {
			c.add(field.Invalid(match.Index(i).Field(), key, "must not also be in mismatchLabelKeys"))
		}
	}
}

// hasBadPodAffinitySelectors reports whether a selector of a term is invalid.
func hasBadPodAffinitySelectors(affinity *corev1.Affinity) bool {
	if affinity == nil {
		return false
	}
	var c checker
	if a := affinity.PodAffinity; a != nil {
		c.eachPodAffinitySelector(a.RequiredDuringSchedulingIgnoredDuringExecution, a.PreferredDuringSchedulingIgnoredDuringExecution)
	}
	if a := affinity.PodAntiAffinity; a != nil {
		c.eachPodAffinitySelector(a.RequiredDuringSchedulingIgnoredDuringExecution, a.PreferredDuringSchedulingIgnoredDuringExecution)
	}
	return len(c.errs) > 0
}

func (c *checker) eachPodAffinitySelector(required []corev1.PodAffinityTerm, preferred []corev1.WeightedPodAffinityTerm) {
	for i := range required {
		c.podAffinitySelectors(nil, &required[i])
	}
	for i := range preferred {
		c.podAffinitySelectors(nil, &preferred[i].PodAffinityTerm)
	}
}
