package podtemplate

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
)

// The fields that a fieldRef can name. A variable keeps its value for the life of its
// container, while the file of a volume follows the pod: so only files have all labels.
var (
	fieldsInEnv = []string{
		"metadata.name",
		"metadata.namespace",
		"metadata.uid",
		"spec.nodeName",
		"spec.serviceAccountName",
		"status.hostIP",
		"status.hostIPs",
		"status.podIP",
		"status.podIPs",
	}
	fieldsInVolume = []string{
		"metadata.annotations",
		"metadata.labels",
		"metadata.name",
		"metadata.namespace",
		"metadata.uid",
	}
)

// fieldsOfPod are all fields that have a name in the API. Where they are not allowed they are
// NotSupported, others are Invalid.
var fieldsOfPod = slices.Concat(fieldsInEnv, fieldsInVolume, []string{"spec.restartPolicy", "spec.schedulerName", "status.phase"})

// oldNodeName is what the first clients of v1 called spec.nodeName.
const oldNodeName = "spec.host"

// fieldRef checks a reference to a field of the pod, where the fields allowed can stand, or a
// single label or annotation.
func (c *checker) fieldRef(path *fieldpath.Path, ref *corev1.ObjectFieldSelector, allowed []string) {
	switch {
	case ref.APIVersion == "":
		c.add(field.Required(path.Field("apiVersion"), "must be set"))
		return
	case ref.FieldPath == "":
		c.add(field.Required(path.Field("fieldPath"), "must be set"))
		return
	case ref.APIVersion != "v1":
		c.add(field.Invalid(path.Field("fieldPath"), ref.FieldPath, "can be read with apiVersion v1 only"))
		return
	}
	name, key, ok := cutKey(ref.FieldPath)
	switch {
	case ok && name == "metadata.annotations":
		c.invalid(path, key, names.QualifiedName(strings.ToLower(key)))
	case ok && name == "metadata.labels":
		c.invalid(path, key, names.QualifiedName(key))
	case ok:
		c.add(field.Invalid(path.Field("fieldPath"), ref.FieldPath,
			"must not have a key: only metadata.labels and metadata.annotations have"))
	default:
		if name == oldNodeName {
			name = "spec.nodeName"
		}
		if slices.Contains(allowed, name) {
			return
		}
		if slices.Contains(fieldsOfPod, name) {
			c.add(field.NotSupported(path.Field("fieldPath"), name, allowed))
			return
		}
		c.add(field.Invalid(path.Field("fieldPath"), ref.FieldPath, "is not a field of pods that can be referred to"))
	}
}

// cutKey takes a field path like metadata.labels['app'] apart. ok is false, and name the
// whole, if it has no key.
func cutKey(fieldPath string) (name, key string, ok bool) {
	if rest, found := strings.CutSuffix(fieldPath, "']"); found {
		if name, key, ok = strings.Cut(rest, "['"); ok && name != "" {
			return name, key, true
		}
	}
	return fieldPath, "", false
}
