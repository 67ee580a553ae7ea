package validation_test

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
)

// edit changes the spec of a Job.
func edit(change func(*batch.JobSpec)) func(*batch.Job) {
	return func(job *batch.Job) { change(&job.Spec) }
}

// editIndexed changes a Job to an Indexed Job, then its spec.
func editIndexed(change func(*batch.JobSpec)) func(*batch.Job) {
	return func(job *batch.Job) {
		indexed(job)
		change(&job.Spec)
	}
}

func TestSpec(t *testing.T) {
	const notNegative = "must not be negative"
	runRules(t, []ruleTest{
		{rule: "a valid Job", change: edit(func(s *batch.JobSpec) {})},
		{
			rule: "zero counts",
			change: editIndexed(func(s *batch.JobSpec) {
				s.Parallelism, s.Completions, s.BackoffLimit, s.TTLSecondsAfterFinished = new(int32(0)), new(int32(0)), new(int32(0)), new(int32(0))
				s.BackoffLimitPerIndex, s.MaxFailedIndexes, s.BackoffSeconds, s.FailedPodsLimit = new(int32(0)), new(int32(0)), new(int64(0)), new(int32(0))
			}),
		},
		{rule: "parallelism", change: edit(func(s *batch.JobSpec) { s.Parallelism = new(int32(-1)) }), want: field.ErrorList{invalid("spec.parallelism", int32(-1), notNegative)}},
		{rule: "completions", change: edit(func(s *batch.JobSpec) { s.Completions = new(int32(-1)) }), want: field.ErrorList{invalid("spec.completions", int32(-1), notNegative)}},
		{rule: "activeDeadlineSeconds", change: edit(func(s *batch.JobSpec) { s.ActiveDeadlineSeconds = new(int64(-1)) }), want: field.ErrorList{invalid("spec.activeDeadlineSeconds", int64(-1), notNegative)}},
		{rule: "activeDeadlineSeconds of 1", change: edit(func(s *batch.JobSpec) { s.ActiveDeadlineSeconds = new(int64(1)) })},
		{
			rule:   "own: activeDeadlineSeconds of 0",
			change: edit(func(s *batch.JobSpec) { s.ActiveDeadlineSeconds = new(int64(0)) }),
			want: field.ErrorList{invalid("spec.activeDeadlineSeconds", int64(0), "must be positive: remove it for no deadline").
				WithOrigin(validation.OriginActiveDeadline)},
		},
		{rule: "backoffLimit", change: edit(func(s *batch.JobSpec) { s.BackoffLimit = new(int32(-1)) }), want: field.ErrorList{invalid("spec.backoffLimit", int32(-1), notNegative)}},
		{rule: "ttlSecondsAfterFinished", change: edit(func(s *batch.JobSpec) { s.TTLSecondsAfterFinished = new(int32(-1)) }), want: field.ErrorList{invalid("spec.ttlSecondsAfterFinished", int32(-1), notNegative)}},
		{rule: "backoffLimitPerIndex", change: editIndexed(func(s *batch.JobSpec) { s.BackoffLimitPerIndex = new(int32(-1)) }), want: field.ErrorList{invalid("spec.backoffLimitPerIndex", int32(-1), notNegative)}},
		{
			rule:   "maxFailedIndexes",
			change: editIndexed(func(s *batch.JobSpec) { s.BackoffLimitPerIndex, s.MaxFailedIndexes = new(int32(1)), new(int32(-1)) }),
			want:   field.ErrorList{invalid("spec.maxFailedIndexes", int32(-1), notNegative)},
		},
		{
			rule:   "own: backoffSeconds",
			change: edit(func(s *batch.JobSpec) { s.BackoffSeconds = new(int64(-1)) }),
			want:   field.ErrorList{invalid("spec.backoffSeconds", int64(-1), notNegative).WithOrigin(validation.OriginBackoffSeconds)},
		},
		{
			rule:   "own: failedPodsLimit",
			change: edit(func(s *batch.JobSpec) { s.FailedPodsLimit = new(int32(-1)) }),
			want:   field.ErrorList{invalid("spec.failedPodsLimit", int32(-1), notNegative).WithOrigin(validation.OriginFailedPodsLimit)},
		},
		{
			rule:   "maxFailedIndexes without backoffLimitPerIndex",
			change: editIndexed(func(s *batch.JobSpec) { s.MaxFailedIndexes = new(int32(1)) }),
			want:   field.ErrorList{required("spec.backoffLimitPerIndex", "maxFailedIndexes requires it").WithOrigin("dependentRequired")},
		},
		{rule: "managedBy", change: edit(func(s *batch.JobSpec) { s.ManagedBy = new("example.com/controller") })},
		{
			rule:   "managedBy without a domain",
			change: edit(func(s *batch.JobSpec) { s.ManagedBy = new("controller") }),
			want:   field.ErrorList{invalid("spec.managedBy", "controller", `must be a domain-prefixed path (such as "acme.io/foo")`)},
		},
		{
			rule:   "managedBy of 64 bytes",
			change: edit(func(s *batch.JobSpec) { s.ManagedBy = new("example.com/" + strings.Repeat("a", 52)) }),
			want:   field.ErrorList{field.TooLong(field.NewPath("spec.managedBy"), "example.com/"+strings.Repeat("a", 52), 63)},
		},
		{rule: "completionMode Indexed", change: indexed},
		{rule: "completionMode unset", change: edit(func(s *batch.JobSpec) { s.CompletionMode = nil })},
		{
			rule:   "unknown completionMode",
			change: edit(func(s *batch.JobSpec) { s.CompletionMode = new(batch.CompletionMode("indexed")) }),
			want:   field.ErrorList{notSupported("spec.completionMode", batch.CompletionMode("indexed"), batch.IndexedCompletion, batch.NonIndexedCompletion)},
		},
		{
			rule:   "completions of an Indexed Job",
			change: editIndexed(func(s *batch.JobSpec) { s.Completions = nil }),
			want:   field.ErrorList{required("spec.completions", "an Indexed Job needs its number of indexes")},
		},
		{rule: "parallelism of an Indexed Job, at its limit", change: editIndexed(func(s *batch.JobSpec) { s.Parallelism = new(int32(100_000)) })},
		{rule: "parallelism of a NonIndexed Job", change: edit(func(s *batch.JobSpec) { s.Parallelism = new(int32(100_001)) })},
		{
			rule:   "parallelism of an Indexed Job",
			change: editIndexed(func(s *batch.JobSpec) { s.Parallelism = new(int32(100_001)) }),
			want:   field.ErrorList{invalid("spec.parallelism", int32(100_001), "must be at most 100000 in an Indexed Job")},
		},
		{rule: "maxFailedIndexes at its limit", change: editIndexed(func(s *batch.JobSpec) { s.BackoffLimitPerIndex, s.MaxFailedIndexes = new(int32(1)), new(int32(10)) })},
		{
			rule:   "maxFailedIndexes above completions",
			change: editIndexed(func(s *batch.JobSpec) { s.BackoffLimitPerIndex, s.MaxFailedIndexes = new(int32(1)), new(int32(11)) }),
			want:   field.ErrorList{invalid("spec.maxFailedIndexes", int32(11), "must be at most completions")},
		},
		{
			rule: "maxFailedIndexes",
			change: editIndexed(func(s *batch.JobSpec) {
				s.Completions, s.BackoffLimitPerIndex, s.MaxFailedIndexes = new(int32(100_000)), new(int32(1)), new(int32(100_001))
			}),
			want: field.ErrorList{invalid("spec.maxFailedIndexes", int32(100_001), "must be at most 100000"), invalid("spec.maxFailedIndexes", int32(100_001), "must be at most completions")},
		},
		{
			rule: "many completions, at their limits",
			change: editIndexed(func(s *batch.JobSpec) {
				s.Completions, s.BackoffLimitPerIndex, s.MaxFailedIndexes, s.Parallelism = new(int32(100_001)), new(int32(1)), new(int32(10_000)), new(int32(10_000))
			}),
		},
		{
			rule:   "maxFailedIndexes of many completions",
			change: editIndexed(func(s *batch.JobSpec) { s.Completions, s.BackoffLimitPerIndex = new(int32(100_001)), new(int32(1)) }),
			want:   field.ErrorList{required("spec.maxFailedIndexes", "a Job with backoffLimitPerIndex and more than 100000 completions needs it")},
		},
		{
			rule: "limits of many completions",
			change: editIndexed(func(s *batch.JobSpec) {
				s.Completions, s.BackoffLimitPerIndex, s.MaxFailedIndexes, s.Parallelism = new(int32(100_001)), new(int32(1)), new(int32(10_001)), new(int32(10_001))
			}),
			want: field.ErrorList{
				invalid("spec.parallelism", int32(10_001), "must be at most 10000 in a Job with backoffLimitPerIndex and more than 100000 completions"),
				invalid("spec.maxFailedIndexes", int32(10_001), "must be at most 10000 in a Job with backoffLimitPerIndex and more than 100000 completions"),
			},
		},
		{
			rule:   "limits per index without indexes",
			change: edit(func(s *batch.JobSpec) { s.BackoffLimitPerIndex, s.MaxFailedIndexes = new(int32(1)), new(int32(2)) }),
			want: field.ErrorList{
				invalid("spec.backoffLimitPerIndex", int32(1), "requires completionMode: Indexed"),
				invalid("spec.maxFailedIndexes", int32(2), "requires completionMode: Indexed"),
			},
		},
		{
			rule:   "podReplacementPolicy",
			change: edit(func(s *batch.JobSpec) { s.PodReplacementPolicy = new(batch.PodReplacementPolicy("Always")) }),
			want:   field.ErrorList{notSupported("spec.podReplacementPolicy", batch.PodReplacementPolicy("Always"), batch.Failed, batch.TerminatingOrFailed)},
		},
		{rule: "podReplacementPolicy unset", change: edit(func(s *batch.JobSpec) { s.PodReplacementPolicy = nil })},
		{
			rule: "podReplacementPolicy with a failure policy",
			change: edit(func(s *batch.JobSpec) {
				s.PodFailurePolicy, s.PodReplacementPolicy = &batch.PodFailurePolicy{}, new(batch.TerminatingOrFailed)
			}),
			want: field.ErrorList{notSupported("spec.podReplacementPolicy", batch.TerminatingOrFailed, batch.Failed)},
		},
		{rule: "restartPolicy OnFailure", change: edit(func(s *batch.JobSpec) { s.Template.Spec.RestartPolicy = corev1.RestartPolicyOnFailure })},
		{
			rule:   "restartPolicy Always",
			change: edit(func(s *batch.JobSpec) { s.Template.Spec.RestartPolicy = corev1.RestartPolicyAlways }),
			want:   field.ErrorList{required("spec.template.spec.restartPolicy", "the pods of a Job must be able to finish: use Never or OnFailure")},
		},
		{
			rule: "restartPolicy OnFailure with a failure policy",
			change: edit(func(s *batch.JobSpec) {
				s.PodFailurePolicy, s.PodReplacementPolicy = &batch.PodFailurePolicy{}, nil
				s.Template.Spec.RestartPolicy = corev1.RestartPolicyOnFailure
			}),
			want: field.ErrorList{invalid("spec.template.spec.restartPolicy", corev1.RestartPolicyOnFailure, "podFailurePolicy requires Never: a container that restarts doesn't fail its pod")},
		},
	}, validation.Options{})
}
