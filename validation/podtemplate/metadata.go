package podtemplate

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
)

// Annotations that kube-apiserver checks, besides those of seccomp and AppArmor.
const (
	mirrorAnnotation      = corev1.MirrorPodAnnotationKey
	tolerationsAnnotation = corev1.TolerationsAnnotationKey
	deletionCost          = corev1.PodDeletionCost
)

// droppedAnnotations once held init containers. kube-apiserver drops them before it validates.
var droppedAnnotations = []string{
	"pod.alpha.kubernetes.io/init-containers",
	"pod.alpha.kubernetes.io/init-container-statuses",
	"pod.beta.kubernetes.io/init-containers",
	"pod.beta.kubernetes.io/init-container-statuses",
}

// metadata checks the labels and annotations of the template at path. As in kube-apiserver, other
// metadata isn't checked.
func (c *checker) metadata(path *fieldpath.Path) {
	annotations := path.Child("annotations")
	c.labels(path.Child("metadata").Child("labels"), c.meta.Labels)
	kept := withoutDropped(c.meta.Annotations)
	c.annotations(annotations, kept)
	c.knownAnnotations(annotations, kept)
}

// annotations checks the keys of annotations, which are like those of labels but may have upper
// case in the prefix, and their total size.
func (c *checker) annotations(path *fieldpath.Path, annotations map[string]string) {
	start := len(c.errs)
	for key := range annotations {
		c.invalid(path, key, names.QualifiedName(strings.ToLower(key)))
	}
	c.sort(start)
	if apivalidation.ValidateAnnotationsSize(annotations) != nil {
		c.add(field.TooLong(path.Field(), "", apivalidation.TotalAnnotationSizeLimitB))
	}
}

// withoutDropped returns annotations without droppedAnnotations. It returns the same map if it has
// none of them, and a copy otherwise.
func withoutDropped(annotations map[string]string) map[string]string {
	isDropped := func(key string) bool { _, ok := annotations[key]; return ok }
	if !slices.ContainsFunc(droppedAnnotations, isDropped) {
		return annotations
	}
	kept := maps.Clone(annotations)
	for _, key := range droppedAnnotations {
		delete(kept, key)
	}
	return kept
}

// knownAnnotations checks the annotations that have a meaning for kube-apiserver.
func (c *checker) knownAnnotations(path *fieldpath.Path, annotations map[string]string) {
	if len(annotations) == 0 {
		return
	}
	if value, ok := annotations[mirrorAnnotation]; ok && c.spec.NodeName == "" {
		c.add(field.Invalid(path.Key(mirrorAnnotation).Field(), value, "requires spec.nodeName: it marks static pods of a node"))
	}
	if value, ok := annotations[deletionCost]; ok && !c.ratchet.deletionCost && !isDeletionCost(value) {
		c.add(field.Invalid(path.Key(deletionCost).Field(), value, "must be a 32-bit integer without a plus sign or leading zeros"))
	}
	c.annotatedTolerations(path, annotations[tolerationsAnnotation])
	c.seccompAnnotations(path)
	c.appArmorAnnotations(path)
}

// annotatedTolerations checks the annotation that held tolerations before there was a field.
func (c *checker) annotatedTolerations(path *fieldpath.Path, value string) {
	if value == "" {
		return
	}
	var tolerations []corev1.Toleration
	if err := json.Unmarshal([]byte(value), &tolerations); err != nil {
		c.add(field.Invalid(path.Field(), tolerationsAnnotation, "must be a JSON list of tolerations: "+err.Error()))
		return
	}
	c.tolerations(path.Child(tolerationsAnnotation), tolerations)
}

// isDeletionCost reports whether value is valid for the annotation that says which pods of a
// ReplicaSet to delete first.
func isDeletionCost(value string) bool {
	if strings.HasPrefix(value, "+") || strings.HasPrefix(value, "0") && value != "0" {
		return false
	}
	_, err := strconv.ParseInt(value, 10, 32)
	return err == nil
}

// hasBadDeletionCost reports whether annotations have an invalid deletion cost.
func hasBadDeletionCost(annotations map[string]string) bool {
	value, ok := annotations[deletionCost]
	return ok && !isDeletionCost(value)
}
