package validation

import (
	corev1 "k8s.io/api/core/v1"
	apivalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/enum"
)

// spec checks the spec of a Job or of a Job template, except the selector and the rules of the
// pod template that all pods share. old is nil for a new Job.
func (c *checker) spec(spec, old *batch.JobSpec, path *fieldpath.Path) {
	c.counts(spec, old, path)
	c.managedBy(spec.ManagedBy, path.Child("managedBy"))
	c.completionMode(spec, path)
	c.podFailurePolicy(spec, path.Child("podFailurePolicy"))
	c.successPolicy(spec, path.Child("successPolicy"))
	c.podReplacementPolicy(spec, path.Child("podReplacementPolicy"))
	c.scheduling(spec, old, path.Child("scheduling"))
	c.restartPolicy(spec, path.Child("template").Child("spec").Child("restartPolicy"))
}

// counts checks the numbers that don't depend on other fields.
func (c *checker) counts(spec, old *batch.JobSpec, path *fieldpath.Path) {
	notNegative(c, path.Child("parallelism"), spec.Parallelism, "")
	notNegative(c, path.Child("completions"), spec.Completions, "")
	notNegative(c, path.Child("backoffLimit"), spec.BackoffLimit, "")
	notNegative(c, path.Child("ttlSecondsAfterFinished"), spec.TTLSecondsAfterFinished, "")
	notNegative(c, path.Child("backoffLimitPerIndex"), spec.BackoffLimitPerIndex, "")
	notNegative(c, path.Child("maxFailedIndexes"), spec.MaxFailedIndexes, "")
	notNegative(c, path.Child("backoffSeconds"), spec.BackoffSeconds, OriginBackoffSeconds)
	notNegative(c, path.Child("failedPodsLimit"), spec.FailedPodsLimit, OriginFailedPodsLimit)

	notNegative(c, path.Child("activeDeadlineSeconds"), spec.ActiveDeadlineSeconds, "")
	if isZero(spec.ActiveDeadlineSeconds) && (old == nil || !isZero(old.ActiveDeadlineSeconds)) {
		c.add(field.Invalid(path.Field("activeDeadlineSeconds"), int64(0), "must be positive: remove it for no deadline").WithOrigin(OriginActiveDeadline))
	}
	if spec.MaxFailedIndexes != nil && spec.BackoffLimitPerIndex == nil {
		c.add(field.Required(path.Field("backoffLimitPerIndex"), "maxFailedIndexes requires it").WithOrigin("dependentRequired"))
	}
}

func isZero(n *int64) bool {
	return n != nil && *n == 0
}

// maxManagedByLength is the limit of managedBy in bytes.
const maxManagedByLength = 63

func (c *checker) managedBy(controller *string, path *fieldpath.Path) {
	if controller == nil {
		return
	}
	c.add(apivalidation.IsDomainPrefixedPath(path.Field(), *controller)...)
	if len(*controller) > maxManagedByLength {
		c.add(field.TooLong(path.Field(), *controller, maxManagedByLength))
	}
}

// The limits of Indexed Jobs keep the size of the status within bounds. With
// backoffLimitPerIndex, lower limits apply to a Job with more than manyCompletions.
const (
	maxIndexedParallelism    = 100_000
	maxFailedIndexes         = 100_000
	manyCompletions          = 100_000
	maxOfManyParallelism     = 10_000
	maxOfManyFailedIndexes   = 10_000
	detailIndexedParallelism = "must be at most 100000 in an Indexed Job"
	detailFailedIndexes      = "must be at most 100000"
	detailOfMany             = "must be at most 10000 in a Job with backoffLimitPerIndex and more than 100000 completions"
	detailNeedsIndexed       = "requires completionMode: Indexed"
)

var completionModes = []batch.CompletionMode{batch.IndexedCompletion, batch.NonIndexedCompletion}

func (c *checker) completionMode(spec *batch.JobSpec, path *fieldpath.Path) {
	if !isIndexed(spec) {
		if spec.CompletionMode != nil && *spec.CompletionMode != batch.NonIndexedCompletion {
			c.add(field.NotSupported(path.Field("completionMode"), *spec.CompletionMode, completionModes))
			return
		}
		if spec.BackoffLimitPerIndex != nil {
			c.add(field.Invalid(path.Field("backoffLimitPerIndex"), *spec.BackoffLimitPerIndex, detailNeedsIndexed))
		}
		if spec.MaxFailedIndexes != nil {
			c.add(field.Invalid(path.Field("maxFailedIndexes"), *spec.MaxFailedIndexes, detailNeedsIndexed))
		}
		return
	}

	parallelism, failedIndexes := path.Child("parallelism"), path.Child("maxFailedIndexes")
	c.atMost(parallelism, spec.Parallelism, maxIndexedParallelism, detailIndexedParallelism)
	c.atMost(failedIndexes, spec.MaxFailedIndexes, maxFailedIndexes, detailFailedIndexes)
	if spec.Completions == nil {
		c.add(field.Required(path.Field("completions"), "an Indexed Job needs its number of indexes"))
		return
	}
	c.atMost(failedIndexes, spec.MaxFailedIndexes, *spec.Completions, "must be at most completions")
	if *spec.Completions > manyCompletions && spec.BackoffLimitPerIndex != nil {
		if spec.MaxFailedIndexes == nil {
			c.add(field.Required(failedIndexes.Field(), "a Job with backoffLimitPerIndex and more than 100000 completions needs it"))
		}
		c.atMost(parallelism, spec.Parallelism, maxOfManyParallelism, detailOfMany)
		c.atMost(failedIndexes, spec.MaxFailedIndexes, maxOfManyFailedIndexes, detailOfMany)
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
		known = replacementPolicies[:1] // its rules apply to pods that have finished
	}
	c.add(enum.Validate(path, *spec.PodReplacementPolicy, known)...)
}

func (c *checker) restartPolicy(spec *batch.JobSpec, path *fieldpath.Path) {
	switch policy := spec.Template.Spec.RestartPolicy; {
	case policy == corev1.RestartPolicyNever, policy == corev1.RestartPolicyOnFailure && spec.PodFailurePolicy == nil:
	case policy == "", policy == corev1.RestartPolicyAlways: // the default for pods
		c.add(field.Required(path.Field(), "the pods of a Job must be able to finish: use Never or OnFailure"))
	case policy == corev1.RestartPolicyOnFailure:
		c.add(field.Invalid(path.Field(), policy, "podFailurePolicy requires Never: a container that restarts doesn't fail its pod"))
	default:
		c.add(field.NotSupported(path.Field(), policy, restartPolicies))
	}
}
