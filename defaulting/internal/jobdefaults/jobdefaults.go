// Package jobdefaults sets the defaults of Jobs of every version, and registers them.
package jobdefaults

import (
	"iter"
	"math"

	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/defaulting/internal/unset"
	"github.com/jobapi/jobapi/defaulting/podtemplate"
	"github.com/jobapi/jobapi/internal/automatic"
)

// Job points at the fields of a Job that have defaults or decide on them.
type Job[Mode, Policy ~string] struct {
	automatic.Job
	Parallelism, Completions **int32
	BackoffLimit             **int32
	BackoffLimitPerIndex     *int32
	CompletionMode           **Mode
	Suspend                  **bool
	PodReplacementPolicy     **Policy
	// HasFailurePolicy reports whether podFailurePolicy is set.
	HasFailurePolicy bool
	// BackoffSeconds and FailedPodsLimit are nil if the version lacks the fields.
	BackoffSeconds  **int64
	FailedPodsLimit **int32
}

const (
	one             int32 = 1
	backoffLimit    int32 = 6
	backoffSeconds  int64 = 10
	failedPodsLimit int32 = 1
)

// Set sets the defaults of the Job's own fields. The template must have its defaults already.
// Labels under the keys count as generated.
func (j Job[Mode, Policy]) Set(keys batch.SelectorLabels) {
	if *j.Parallelism == nil {
		// With parallelism alone the pods share a work queue, and completions stay unset.
		unset.Pointer(j.Completions, one)
		*j.Parallelism = new(one)
	}
	if *j.BackoffLimit == nil {
		*j.BackoffLimit = new(backoffLimit)
		if j.BackoffLimitPerIndex != nil {
			**j.BackoffLimit = math.MaxInt32 // only the limits of the indexes apply
		}
	}
	unset.Pointer(j.CompletionMode, Mode(batchv1.NonIndexedCompletion))
	if j.HasFailurePolicy {
		// The rules look at pods that have ended.
		unset.Pointer(j.PodReplacementPolicy, Policy(batchv1.Failed))
	} else {
		unset.Pointer(j.PodReplacementPolicy, Policy(batchv1.TerminatingOrFailed))
	}
	if j.Template.Spec.RestartPolicy == corev1.RestartPolicyNever && j.BackoffSeconds != nil {
		unset.Pointer(j.BackoffSeconds, backoffSeconds)
		unset.Pointer(j.FailedPodsLimit, failedPodsLimit)
	}
	unset.Pointer(j.Suspend, false)
	if len(j.Meta.Labels) == 0 {
		if labels := j.UserLabels(keys); labels != nil {
			j.Meta.Labels = labels
		}
	}
}

// SetNested sets the defaults that a template of Jobs shares with a Job: those of the pod
// template, and of the statuses that the patterns of podFailurePolicy ask for.
func SetNested(template *corev1.PodTemplateSpec, statuses iter.Seq[*corev1.ConditionStatus]) {
	podtemplate.SetDefaults(template)
	for status := range statuses {
		unset.Value(status, corev1.ConditionTrue)
	}
}

// Statuses iterates over the statuses that the patterns of policy ask for. policy may be nil.
func Statuses(policy *batchv1.PodFailurePolicy) iter.Seq[*corev1.ConditionStatus] {
	return func(yield func(*corev1.ConditionStatus) bool) {
		if policy == nil {
			return
		}
		for i := range policy.Rules {
			patterns := policy.Rules[i].OnPodConditions
			for j := range patterns {
				if !yield(&patterns[j].Status) {
					return
				}
			}
		}
	}
}
