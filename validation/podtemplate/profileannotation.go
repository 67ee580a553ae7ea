package podtemplate

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// Seccomp and AppArmor profiles were given in annotations before they had fields, with the
// same words for both. A template may give both, if they agree.

// annotation returns the annotation of the template whose key is prefix and name.
func (c *checker) annotation(prefix, name string) (string, bool) {
	if len(c.meta.Annotations) == 0 {
		return "", false
	}
	key := append(make([]byte, 0, 128), prefix...)
	value, ok := c.meta.Annotations[string(append(key, name...))]
	return value, ok
}

// agreeWithAnnotation checks that the profile at path, of type kind and with the name that
// Localhost has, is the one that the annotation means.
func (c *checker) agreeWithAnnotation(path *fieldpath.Path, kind string, name *string, annotation string) {
	const advice = "contradicts the annotation: remove one of them"
	agrees := true
	switch kind {
	case string(corev1.SeccompProfileTypeUnconfined):
		agrees = annotation == corev1.SeccompProfileNameUnconfined
	case string(corev1.SeccompProfileTypeRuntimeDefault):
		agrees = annotation == corev1.SeccompProfileRuntimeDefault
	case string(corev1.SeccompProfileTypeLocalhost):
		var annotated string
		annotated, agrees = strings.CutPrefix(annotation, corev1.SeccompLocalhostProfileNamePrefix)
		if agrees && (name == nil || *name != annotated) {
			c.add(field.Forbidden(path.Field("localhostProfile"), advice))
		}
	}
	if !agrees {
		c.add(field.Forbidden(path.Field("type"), advice))
	}
}
