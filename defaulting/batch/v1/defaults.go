package v1

import (
	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/defaulting/internal/jobdefaults"
	"github.com/jobapi/jobapi/internal/automatic"
)

// SetDefaults_Job sets the defaults of job in place: of its own fields and of the pod template.
// Once the Job has a UID and a name, it also generates the selector and labels of automatic mode,
// under the keys of batch.DefaultSelectorLabels. defaulting.GenerateSelector generates them under
// other keys, before or after. A nil job stays nil.
func SetDefaults_Job(job *batchv1.Job) {
	setDefaults(job, batch.SelectorLabels{})
}

// SetDefaults_JobList calls [SetDefaults_Job] for each Job of list. A nil list stays nil.
func SetDefaults_JobList(list *batchv1.JobList) {
	setListDefaults(list, batch.SelectorLabels{})
}

// SetDefaults_JobTemplateSpec sets in place the defaults that kube-apiserver sets in the
// template of a CronJob: those of the pod template, and of the patterns of podFailurePolicy. The
// Jobs that are made from the template get the other defaults. A nil template stays nil.
func SetDefaults_JobTemplateSpec(template *batchv1.JobTemplateSpec) {
	if template != nil {
		jobdefaults.SetNested(&template.Spec.Template, jobdefaults.Statuses(template.Spec.PodFailurePolicy))
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
	jobdefaults.SetNested(&spec.Template, jobdefaults.Statuses(spec.PodFailurePolicy))
	defaults := jobdefaults.Job[batchv1.CompletionMode, batchv1.PodReplacementPolicy]{
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
		CompletionMode:       &spec.CompletionMode,
		Suspend:              &spec.Suspend,
		PodReplacementPolicy: &spec.PodReplacementPolicy,
		HasFailurePolicy:     spec.PodFailurePolicy != nil,
		BackoffSeconds:       &spec.BackoffSeconds,
		FailedPodsLimit:      &spec.FailedPodsLimit,
	}
	defaults.Set(keys)
	defaults.GenerateMissing(keys)
}
