package v1

import (
	corev1 "k8s.io/api/core/v1"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/defaulting/internal/jobdefaults"
	"github.com/jobapi/jobapi/defaulting/internal/unset"
	"github.com/jobapi/jobapi/defaulting/podtemplate"
	"github.com/jobapi/jobapi/internal/generated"
)

// SetDefaults_Job fills in what is unset in job, in place: the Job's own fields and the pod
// template. Once the Job has a UID and a name, it also generates the selector and labels of
// automatic mode, under the keys of batch.DefaultSelectorLabels; for others set the defaults
// first, and the UID then. A nil job stays nil.
func SetDefaults_Job(job *batchv1.Job) {
	if job == nil {
		return
	}
	spec := &job.Spec
	podtemplate.SetDefaults(&spec.Template)
	unset.Pointer(&spec.CompletionMode, batchv1.NonIndexedCompletion)
	if spec.PodFailurePolicy == nil {
		unset.Pointer(&spec.PodReplacementPolicy, batchv1.TerminatingOrFailed)
	} else {
		// Only a pod that has ended has what the rules look at.
		unset.Pointer(&spec.PodReplacementPolicy, batchv1.Failed)
		setPodFailurePolicy(spec.PodFailurePolicy)
	}
	jobdefaults.Job{
		Job: generated.Job{
			Meta:     &job.ObjectMeta,
			Selector: &spec.Selector,
			Template: &spec.Template,
			Manual:   spec.ManualSelector != nil && *spec.ManualSelector,
		},
		Parallelism:          &spec.Parallelism,
		Completions:          &spec.Completions,
		BackoffLimit:         &spec.BackoffLimit,
		BackoffLimitPerIndex: spec.BackoffLimitPerIndex,
		BackoffSeconds:       &spec.BackoffSeconds,
		FailedPodsLimit:      &spec.FailedPodsLimit,
		Suspend:              &spec.Suspend,
	}.Set()
}

// SetDefaults_JobList is [SetDefaults_Job] for each Job of list. A nil list stays nil.
func SetDefaults_JobList(list *batchv1.JobList) {
	if list == nil {
		return
	}
	for i := range list.Items {
		SetDefaults_Job(&list.Items[i])
	}
}

func setPodFailurePolicy(policy *batchv1.PodFailurePolicy) {
	for i := range policy.Rules {
		patterns := policy.Rules[i].OnPodConditions
		for j := range patterns {
			unset.Value(&patterns[j].Status, corev1.ConditionTrue)
		}
	}
}
