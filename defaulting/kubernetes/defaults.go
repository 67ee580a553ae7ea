package kubernetes

import (
	"iter"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/defaulting/internal/jobdefaults"
	"github.com/jobapi/jobapi/internal/automatic"
)

// SetDefaults_Job sets the defaults of job in place: of its own fields and of the pod template.
// It generates no selector. A nil job stays nil.
func SetDefaults_Job(job *batchv1.Job) {
	if job == nil {
		return
	}
	spec := &job.Spec
	jobdefaults.SetNested(&spec.Template, statuses(spec.PodFailurePolicy))
	jobdefaults.Job[batchv1.CompletionMode, batchv1.PodReplacementPolicy]{
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
	}.Set(batch.SelectorLabels{})
}

// SetDefaults_JobTemplateSpec sets in place the defaults that kube-apiserver sets in the
// template of a CronJob: those of the pod template, and of the patterns of podFailurePolicy. The
// Jobs that are made from the template get the other defaults. A nil template stays nil.
func SetDefaults_JobTemplateSpec(template *batchv1.JobTemplateSpec) {
	if template != nil {
		jobdefaults.SetNested(&template.Spec.Template, statuses(template.Spec.PodFailurePolicy))
	}
}

// statuses does for k8s.io/api what jobdefaults.Statuses does.
func statuses(policy *batchv1.PodFailurePolicy) iter.Seq[*corev1.ConditionStatus] {
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
