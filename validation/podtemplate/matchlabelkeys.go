package podtemplate

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
)

// matchLabelKeys checks the keys of an affinity term or a spread constraint at path. When a
// pod is made, its values for them join the expressions of selector; so an expression for one
// of them may be the pod's own, and a second requirement for the same key is one too many.
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
			// The API server gives the index of the key, but not the name of the list.
			c.add(field.Invalid(path.Index(at).Field(), key, "is in matchLabelKeys and in the labelSelector"))
		}
		seen[key] = struct{}{}
	}
}

// labelKeys checks keys that add to selector.
func (c *checker) labelKeys(path *fieldpath.Path, selector *metav1.LabelSelector, keys []string) {
	if selector == nil {
		c.add(field.Forbidden(path.Field(), "needs a labelSelector that the keys can add to"))
		return
	}
	for i, key := range keys {
		c.invalid(path.Index(i), key, names.QualifiedName(key))
	}
}

// separateLabelKeys is the rule for the matchLabelKeys of a spread constraint before pods
// merged them into the selector: no key may be in both.
func (c *checker) separateLabelKeys(path *fieldpath.Path, selector *metav1.LabelSelector, keys []string) {
	if len(keys) == 0 {
		return
	}
	match := path.Child("matchLabelKeys")
	selected := map[string]struct{}{}
	if selector == nil {
		c.add(field.Forbidden(match.Field(), "needs a labelSelector that the keys can add to"))
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
			c.add(field.Invalid(element.Field(), key, "is in the labelSelector too"))
		}
	}
}
