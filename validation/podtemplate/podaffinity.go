package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
)

// podAffinityTerms checks the terms of a podAffinity or podAntiAffinity at path.
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
	// The API server calls the list by the name of one element.
	namespaces := path.Child("namespace")
	for _, name := range term.Namespaces {
		c.invalid(namespaces, name, names.DNS1123Label(name))
	}
	c.matchLabelKeys(path, term.LabelSelector, term.MatchLabelKeys)
	c.mismatchLabelKeys(path, term)

	topologyKey := path.Child("topologyKey")
	if term.TopologyKey == "" {
		c.add(field.Required(topologyKey.Field(), "name the label of nodes that tells places apart"))
	}
	c.invalid(topologyKey, term.TopologyKey, names.QualifiedName(term.TopologyKey))
}

func (c *checker) podAffinitySelectors(path *fieldpath.Path, term *corev1.PodAffinityTerm) {
	c.labelSelector(path.Child("labelSelector"), term.LabelSelector, c.old.podAffinityValues)
	c.labelSelector(path.Child("namespaceSelector"), term.NamespaceSelector, c.old.podAffinityValues)
}

// mismatchLabelKeys checks the keys whose values must differ from those of the pod.
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
			c.add(field.Invalid(match.Index(i).Field(), key, "is in mismatchLabelKeys too"))
		}
	}
}

// breaksPodAffinitySelectors reports whether a selector of a term is invalid.
func breaksPodAffinitySelectors(affinity *corev1.Affinity) bool {
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
