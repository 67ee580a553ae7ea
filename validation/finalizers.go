package validation

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/names"
)

// unprefixedFinalizers are those of Kubernetes from before finalizers had a prefix.
var unprefixedFinalizers = []string{string(corev1.FinalizerKubernetes), metav1.FinalizerOrphanDependents, metav1.FinalizerDeleteDependents}

// finalizers checks the names, and that the dependents are to be orphaned or deleted, not both.
func (c *metaChecker) finalizers(finalizers []string) {
	orphan, foreground := false, false
	for i, finalizer := range finalizers {
		c.invalid("", finalizer, names.QualifiedName(finalizer), "finalizers")
		if !strings.Contains(finalizer, "/") && !slices.Contains(unprefixedFinalizers, finalizer) {
			c.add(field.Invalid(metaPath("finalizers").Index(i), finalizer, "needs a prefix that is its owner's domain, such as example.com/cleanup"))
		}
		orphan = orphan || finalizer == metav1.FinalizerOrphanDependents
		foreground = foreground || finalizer == metav1.FinalizerDeleteDependents
	}
	if orphan && foreground {
		c.add(field.Invalid(metaPath("finalizers"), finalizers,
			metav1.FinalizerOrphanDependents+" and "+metav1.FinalizerDeleteDependents+" contradict each other: leave one out"))
	}
}

// noNewFinalizers checks that a Job that is being deleted gets no more finalizers. Usually
// some are taken off, or none, which is found out without a set.
func (c *metaChecker) noNewFinalizers(finalizers, old []string) {
	if isSubsequence(finalizers, old) {
		return
	}
	had := make(map[string]struct{}, len(old))
	for _, finalizer := range old {
		had[finalizer] = struct{}{}
	}
	for _, finalizer := range finalizers {
		if _, ok := had[finalizer]; !ok {
			c.add(field.Forbidden(metaPath("finalizers"), fmt.Sprintf("a Job that is being deleted gets no new finalizers: remove %q", finalizer)))
			return
		}
	}
}

// isSubsequence reports whether part is what remains of all when some of it is taken out.
func isSubsequence(part, all []string) bool {
	for _, element := range part {
		i := slices.Index(all, element)
		if i < 0 {
			return false
		}
		all = all[i+1:]
	}
	return true
}
