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

// Annotations that kube-apiserver looks at, beside those of seccomp and AppArmor.
const (
	mirrorAnnotation      = corev1.MirrorPodAnnotationKey
	tolerationsAnnotation = corev1.TolerationsAnnotationKey
	deletionCost          = corev1.PodDeletionCost
)

// droppedAnnotations once held init containers. kube-apiserver drops them before it looks.
var droppedAnnotations = []string{
	"pod.alpha.kubernetes.io/init-containers",
	"pod.alpha.kubernetes.io/init-container-statuses",
	"pod.beta.kubernetes.io/init-containers",
	"pod.beta.kubernetes.io/init-container-statuses",
}

// metadata checks the labels and annotations of the template at path; kube-apiserver looks at
// nothing else there.
func (c *checker) metadata(path *fieldpath.Path) {
	annotations := path.Child("annotations")
	c.labels(path.Child("metadata").Child("labels"), c.meta.Labels)
	kept := withoutDropped(c.meta.Annotations)
	c.annotations(annotations, kept)
	c.knownAnnotations(annotations, kept)
}

// annotations checks annotations: their keys are like those of labels, in any case, their
// values may hold anything.
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

// withoutDropped returns the annotations that are not among droppedAnnotations: the same map
// unless some are.
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

// knownAnnotations checks the values that kube-apiserver gives a meaning to.
func (c *checker) knownAnnotations(path *fieldpath.Path, annotations map[string]string) {
	if len(annotations) == 0 {
		return
	}
	if value, ok := annotations[mirrorAnnotation]; ok && c.spec.NodeName == "" {
		c.add(field.Invalid(path.Key(mirrorAnnotation).Field(), value, "needs spec.nodeName: it marks the pod of a node's own file"))
	}
	if value, ok := annotations[deletionCost]; ok && !c.old.deletionCost && !isDeletionCost(value) {
		c.add(field.Invalid(path.Key(deletionCost).Field(), value, "must be an integer of 32 bits, without plus sign or leading zeros"))
	}
	c.annotatedTolerations(path, annotations[tolerationsAnnotation])
	c.seccompAnnotations(path)
	c.appArmorAnnotations(path)
}

// annotatedTolerations checks the tolerations in an annotation, where they once were.
func (c *checker) annotatedTolerations(path *fieldpath.Path, value string) {
	if value == "" {
		return
	}
	var tolerations []corev1.Toleration
	if err := json.Unmarshal([]byte(value), &tolerations); err != nil {
		c.add(field.Invalid(path.Field(), tolerationsAnnotation, "must be a list of tolerations in JSON: "+err.Error()))
		return
	}
	c.tolerations(path.Child(tolerationsAnnotation), tolerations)
}

// isDeletionCost reports whether value says how much the pod is worth among its like.
func isDeletionCost(value string) bool {
	if strings.HasPrefix(value, "+") || strings.HasPrefix(value, "0") && value != "0" {
		return false
	}
	_, err := strconv.ParseInt(value, 10, 32)
	return err == nil
}

// hasBadDeletionCost reports whether annotations break the rule of isDeletionCost.
func hasBadDeletionCost(annotations map[string]string) bool {
	value, ok := annotations[deletionCost]
	return ok && !isDeletionCost(value)
}
