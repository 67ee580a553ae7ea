package validation

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apivalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
)

// spec checks what holds for Jobs and for the Jobs in other kinds' templates, but for the pod
// template. old is nil on create.
func (c *checker) spec(spec, old *batch.JobSpec, path *fieldpath.Path) {
	c.counts(spec, old, path)
	c.managedBy(spec.ManagedBy, path)
	c.completionMode(spec, path)
	c.podFailurePolicy(spec, path)
	c.successPolicy(spec, path)
	c.podReplacementPolicy(spec, path)
	c.add(validateScheduling(spec, old, path)...)
	c.restartPolicy(spec, path)
}

// counts checks numbers that have to do with nothing else.
func (c *checker) counts(spec, old *batch.JobSpec, path *fieldpath.Path) {
	notNegative(c, path, "parallelism", spec.Parallelism, "")
	notNegative(c, path, "completions", spec.Completions, "")
	notNegative(c, path, "backoffLimit", spec.BackoffLimit, "")
	notNegative(c, path, "ttlSecondsAfterFinished", spec.TTLSecondsAfterFinished, "")
	notNegative(c, path, "backoffLimitPerIndex", spec.BackoffLimitPerIndex, "")
	notNegative(c, path, "maxFailedIndexes", spec.MaxFailedIndexes, "")
	notNegative(c, path, "backoffSeconds", spec.BackoffSeconds, OriginBackoffSeconds)
	notNegative(c, path, "failedPodsLimit", spec.FailedPodsLimit, OriginFailedPodsLimit)

	notNegative(c, path, "activeDeadlineSeconds", spec.ActiveDeadlineSeconds, "")
	if isZero(spec.ActiveDeadlineSeconds) && (old == nil || !isZero(old.ActiveDeadlineSeconds)) {
		c.add(field.Invalid(path.Field("activeDeadlineSeconds"), int64(0), "must be positive: leave it out for no deadline").WithOrigin(OriginActiveDeadline))
	}
	if spec.MaxFailedIndexes != nil && spec.BackoffLimitPerIndex == nil {
		c.add(field.Required(path.Field("backoffLimitPerIndex"), "maxFailedIndexes needs it").WithOrigin("dependentRequired"))
	}
}

func isZero(n *int64) bool {
	return n != nil && *n == 0
}

// maxManagedByLength is the greatest length of managedBy, in bytes.
const maxManagedByLength = 63

func (c *checker) managedBy(controller *string, path *fieldpath.Path) {
	if controller == nil {
		return
	}
	c.add(apivalidation.IsDomainPrefixedPath(path.Field("managedBy"), *controller)...)
	if len(*controller) > maxManagedByLength {
		c.add(field.TooLong(path.Field("managedBy"), *controller, maxManagedByLength))
	}
}

// Limits of Indexed Jobs, which keep their status within bounds.
const (
	maxIndexedParallelism = 100_000
	maxFailedIndexes      = 100_000
	// Above manyCompletions with limits per index, parallelism and failed indexes have a
	// lower limit.
	manyCompletions          = 100_000
	maxOfManyParallelism     = 10_000
	maxOfManyFailedIndexes   = 10_000
	detailIndexedParallelism = "must be at most 100000 in an Indexed Job"
	detailFailedIndexes      = "must be at most 100000"
	detailOfMany             = "must be at most 10000 in a Job with backoffLimitPerIndex and more than 100000 completions"
)

var completionModes = []batch.CompletionMode{batch.IndexedCompletion, batch.NonIndexedCompletion}

func (c *checker) completionMode(spec *batch.JobSpec, path *fieldpath.Path) {
	if !isIndexed(spec) {
		if spec.CompletionMode != nil && *spec.CompletionMode != batch.NonIndexedCompletion {
			c.add(field.NotSupported(path.Field("completionMode"), *spec.CompletionMode, completionModes))
			return
		}
		const detail = "needs completionMode: Indexed"
		if spec.BackoffLimitPerIndex != nil {
			c.add(field.Invalid(path.Field("backoffLimitPerIndex"), *spec.BackoffLimitPerIndex, detail))
		}
		if spec.MaxFailedIndexes != nil {
			c.add(field.Invalid(path.Field("maxFailedIndexes"), *spec.MaxFailedIndexes, detail))
		}
		return
	}

	c.atMost(path, "parallelism", spec.Parallelism, maxIndexedParallelism, detailIndexedParallelism)
	c.atMost(path, "maxFailedIndexes", spec.MaxFailedIndexes, maxFailedIndexes, detailFailedIndexes)
	if spec.Completions == nil {
		c.add(field.Required(path.Field("completions"), "an Indexed Job needs to know how many indexes it has"))
		return
	}
	c.atMost(path, "maxFailedIndexes", spec.MaxFailedIndexes, *spec.Completions, "must be at most completions")
	if *spec.Completions > manyCompletions && spec.BackoffLimitPerIndex != nil {
		if spec.MaxFailedIndexes == nil {
			c.add(field.Required(path.Field("maxFailedIndexes"), "a Job with backoffLimitPerIndex and more than 100000 completions needs it"))
		}
		c.atMost(path, "parallelism", spec.Parallelism, maxOfManyParallelism, detailOfMany)
		c.atMost(path, "maxFailedIndexes", spec.MaxFailedIndexes, maxOfManyFailedIndexes, detailOfMany)
	}
}

var (
	replacementPolicies = []batch.PodReplacementPolicy{batch.Failed, batch.TerminatingOrFailed}
	restartPolicies     = []corev1.RestartPolicy{corev1.RestartPolicyNever, corev1.RestartPolicyOnFailure}
)

func (c *checker) podReplacementPolicy(spec *batch.JobSpec, path *fieldpath.Path) {
	if spec.PodReplacementPolicy == nil {
		return
	}
	known := replacementPolicies
	if spec.PodFailurePolicy != nil {
		known = replacementPolicies[:1] // the rules look at pods that have ended
	}
	if !slices.Contains(known, *spec.PodReplacementPolicy) {
		c.add(field.NotSupported(path.Field("podReplacementPolicy"), *spec.PodReplacementPolicy, known))
	}
}

func (c *checker) restartPolicy(spec *batch.JobSpec, path *fieldpath.Path) {
	switch policy := spec.Template.Spec.RestartPolicy; {
	case policy == corev1.RestartPolicyNever, policy == corev1.RestartPolicyOnFailure && spec.PodFailurePolicy == nil:
	case policy == "", policy == corev1.RestartPolicyAlways: // Always is also what unset becomes
		c.add(field.Required(path.Field("template", "spec", "restartPolicy"), "the pods of a Job come to an end: valid values: "+list(restartPolicies)))
	case policy == corev1.RestartPolicyOnFailure:
		c.add(field.Invalid(path.Field("template", "spec", "restartPolicy"), policy, "podFailurePolicy needs Never: a container that restarts does not fail its pod"))
	default:
		c.add(field.NotSupported(path.Field("template", "spec", "restartPolicy"), policy, restartPolicies))
	}
}

// list writes values for a sentence.
func list[T ~string](values []T) string {
	var b strings.Builder
	for i, value := range values {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(value))
	}
	return b.String()
}
