package v1

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/defaulting/internal/jobdefaults"
	"github.com/jobapi/jobapi/defaulting/internal/unset"
	"github.com/jobapi/jobapi/defaulting/podtemplate"
	"github.com/jobapi/jobapi/internal/automatic"
)

// SetDefaults_Job sets the defaults of job in place: of its own fields and of the pod template.
// Once the Job has a UID and a name, it also generates the selector and labels of automatic mode,
// under the keys of batch.DefaultSelectorLabels. defaulting.GenerateSelector generates them under
// other keys, before or after. A nil job stays nil.
func SetDefaults_Job(job *batchv1.Job) {
	setDefaults(job, batch.SelectorLabels{})
}

// SetDefaults_JobList is [SetDefaults_Job] for each Job of list. A nil list stays nil.
func SetDefaults_JobList(list *batchv1.JobList) {
	setListDefaults(list, batch.SelectorLabels{})
}

// SetDefaults_JobTemplateSpec fills in what kube-apiserver does in the template that a CronJob
// embeds, in place: the pod template, and the patterns of a podFailurePolicy. All else is left
// to the Jobs that are made of it, which get their own defaults. A nil template stays nil.
func SetDefaults_JobTemplateSpec(template *batchv1.JobTemplateSpec) {
	if template != nil {
		setNested(&template.Spec)
	}
}

func setListDefaults(list *batchv1.JobList, keys batch.SelectorLabels) {
	if list == nil {
		return
	}
	for i := range list.Items {
		setDefaults(&list.Items[i], keys)
	}
}

func setDefaults(job *batchv1.Job, keys batch.SelectorLabels) {
	if job == nil {
		return
	}
	spec := &job.Spec
	setNested(spec)
	unset.Pointer(&spec.CompletionMode, batchv1.NonIndexedCompletion)
	if spec.PodFailurePolicy == nil {
		unset.Pointer(&spec.PodReplacementPolicy, batchv1.TerminatingOrFailed)
	} else {
		// Only a pod that has ended has what the rules look at.
		unset.Pointer(&spec.PodReplacementPolicy, batchv1.Failed)
	}
	defaults := jobdefaults.Job{
		Job: automatic.Job{
			Meta:     &job.ObjectMeta,
			Selector: &spec.Selector,
			Template: &spec.Template,
			Manual:   spec.ManualSelector != nil && *spec.ManualSelector,
		},
		Parallelism:          &spec.Parallelism,
		Completions:          &spec.Completions,
		BackoffLimit:         &spec.BackoffLimit,
		BackoffLimitPerIndex: spec.BackoffLimitPerIndex,
		Suspend:              &spec.Suspend,
		BackoffSeconds:       &spec.BackoffSeconds,
		FailedPodsLimit:      &spec.FailedPodsLimit,
	}
	defaults.Set(keys)
	defaults.Default(keys)
}

// setNested sets what is below the spec's own fields: the defaults that Jobs and templates of
// Jobs share.
func setNested(spec *batchv1.JobSpec) {
	podtemplate.SetDefaults(&spec.Template)
	if spec.PodFailurePolicy == nil {
		return
	}
	for i := range spec.PodFailurePolicy.Rules {
		patterns := spec.PodFailurePolicy.Rules[i].OnPodConditions
		for j := range patterns {
			unset.Value(&patterns[j].Status, corev1.ConditionTrue)
		}
	}
}
