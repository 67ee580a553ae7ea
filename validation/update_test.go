package validation_test

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
)

// updateTest is an update of a valid Job and its errors.
type updateTest struct {
	rule   string
	both   func(*batch.Job) // applied to the old and the new Job
	change func(*batch.Job) // applied to the new Job
	want   field.ErrorList
}

func runUpdates(t *testing.T, tests []updateTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			stored := func(job *batch.Job) {
				job.ResourceVersion = "1"
				if tt.both != nil {
					tt.both(job)
				}
			}
			compareErrors(t, tt.want, validation.ValidateJobUpdate(newJob(stored, tt.change), newJob(stored), validation.Options{}))
		})
	}
}

const immutable = "is immutable: delete and recreate the Job to change it"

func container(job *batch.Job) *corev1.Container { return &job.Spec.Template.Spec.Containers[0] }

func TestUpdate(t *testing.T) {
	failures := func(code int32) *batch.PodFailurePolicy {
		return &batch.PodFailurePolicy{Rules: []batch.PodFailurePolicyRule{onExitCodes(batch.PodFailurePolicyOnExitCodesOpIn, code)}}
	}
	successes := func(n int32) *batch.SuccessPolicy {
		return &batch.SuccessPolicy{Rules: []batch.SuccessPolicyRule{{SucceededCount: &n}}}
	}
	runUpdates(t, []updateTest{
		{rule: "nothing changes", change: allOf()},
		{
			rule: "the mutable fields", both: editIndexed(func(s *batch.JobSpec) { s.BackoffLimitPerIndex = new(int32(1)) }),
			change: edit(func(s *batch.JobSpec) {
				s.Parallelism, s.ActiveDeadlineSeconds, s.BackoffLimit = new(int32(7)), new(int64(60)), new(int32(2))
				s.TTLSecondsAfterFinished, s.Suspend, s.MaxFailedIndexes = new(int32(60)), new(true), new(int32(3))
				s.PodReplacementPolicy, s.BackoffSeconds, s.FailedPodsLimit = new(batch.Failed), new(int64(20)), new(int32(2))
			}),
		},
		{rule: "mutable metadata", change: func(job *batch.Job) {
			job.Labels, job.Annotations = map[string]string{"a": "b"}, map[string]string{"c": "d"}
		}},
		{
			rule: "own: manualSelector", both: allOf(manual, func(job *batch.Job) { job.Spec.ManualSelector = nil }), change: manual,
			want: field.ErrorList{invalid("spec.manualSelector", field.OmitValueType{}, "is immutable: a Job can't switch between automatic and manual mode").WithOrigin(validation.OriginManualSelectorImmutable)},
		},
		{rule: "manualSelector nil and false", change: edit(func(s *batch.JobSpec) { s.ManualSelector = new(false) })},
		{
			rule: "selector", both: manual, change: selecting(&metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "app", Operator: metav1.LabelSelectorOpExists}}}),
			want: field.ErrorList{invalid("spec.selector", &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "app", Operator: metav1.LabelSelectorOpExists}}}, immutable)},
		},
		{
			rule: "selector removed", change: selecting(nil),
			want: field.ErrorList{
				invalid("spec.selector", (*metav1.LabelSelector)(nil), immutable),
				required("spec.selector", "a Job needs its selector to find its pods"),
			},
		},
		{
			rule: "completionMode", both: edit(func(s *batch.JobSpec) { s.Completions = new(int32(10)) }), change: indexed,
			want: field.ErrorList{invalid("spec.completionMode", new(batch.IndexedCompletion), immutable)},
		},
		{
			rule: "podFailurePolicy", both: edit(func(s *batch.JobSpec) { s.PodFailurePolicy, s.PodReplacementPolicy = failures(1), nil }),
			change: edit(func(s *batch.JobSpec) { s.PodFailurePolicy = failures(2) }),
			want:   field.ErrorList{invalid("spec.podFailurePolicy", failures(2), immutable)},
		},
		{
			rule: "backoffLimitPerIndex", both: indexed, change: edit(func(s *batch.JobSpec) { s.BackoffLimitPerIndex = new(int32(1)) }),
			want: field.ErrorList{invalid("spec.backoffLimitPerIndex", new(int32(1)), immutable)},
		},
		{
			rule: "managedBy", change: edit(func(s *batch.JobSpec) { s.ManagedBy = new("example.com/c") }),
			want: field.ErrorList{invalid("spec.managedBy", new("example.com/c"), immutable)},
		},
		{
			rule: "successPolicy", both: editIndexed(func(s *batch.JobSpec) { s.SuccessPolicy = successes(1) }),
			change: edit(func(s *batch.JobSpec) { s.SuccessPolicy = successes(2) }),
			want:   field.ErrorList{invalid("spec.successPolicy", successes(2), immutable)},
		},
		{
			rule: "completions", change: edit(func(s *batch.JobSpec) { s.Completions = new(int32(2)) }),
			want: field.ErrorList{invalid("spec.completions", new(int32(2)), immutable)},
		},
		{rule: "completions with parallelism", both: indexed, change: edit(func(s *batch.JobSpec) { s.Completions, s.Parallelism = new(int32(4)), new(int32(4)) })},
		{
			rule: "completions without parallelism", both: indexed, change: edit(func(s *batch.JobSpec) { s.Completions = new(int32(4)) }),
			want: field.ErrorList{invalid("spec.completions", int32(4), "may only change together with parallelism, to the same value")},
		},
		{
			rule: "the rules of new Jobs", change: edit(func(s *batch.JobSpec) { s.BackoffLimit = new(int32(-1)) }),
			want: field.ErrorList{invalid("spec.backoffLimit", int32(-1), "must not be negative")},
		},

		// Values that the old Job has too.
		{rule: "own, tolerated: an empty selector in manual mode", both: allOf(manual, selecting(by())), change: allOf()},
		{rule: "own, tolerated: a selector in automatic mode", both: allOf(manual, func(job *batch.Job) { job.Spec.ManualSelector = nil }), change: allOf()},
		{rule: "own, tolerated: a deadline of 0", both: edit(func(s *batch.JobSpec) { s.ActiveDeadlineSeconds = new(int64(0)) }), change: allOf()},
		{
			rule: "own: a deadline of 0", both: edit(func(s *batch.JobSpec) { s.ActiveDeadlineSeconds = new(int64(1)) }),
			change: edit(func(s *batch.JobSpec) { s.ActiveDeadlineSeconds = new(int64(0)) }),
			want:   field.ErrorList{invalid("spec.activeDeadlineSeconds", int64(0), "must be positive: remove it for no deadline").WithOrigin(validation.OriginActiveDeadline)},
		},
		{
			rule: "tolerated: a value in the selector that no label has",
			both: allOf(manual, selecting(&metav1.LabelSelector{
				MatchLabels:      map[string]string{"app": "pi"},
				MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "app", Operator: metav1.LabelSelectorOpNotIn, Values: []string{"a b"}}},
			})),
			change: allOf(),
		},
	})
}
