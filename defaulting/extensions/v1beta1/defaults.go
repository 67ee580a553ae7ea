package v1beta1

import (
	"maps"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/apis/batch"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/defaulting/internal/jobdefaults"
	"github.com/jobapi/jobapi/internal/automatic"
)

// SetDefaults_Job sets the defaults of job in place: of its own fields and of the pod template.
//
// Without autoSelector, a Job without selector gets one that requires all labels of its template,
// as in Kubernetes 1.3. If there are none, the selector stays unset. With autoSelector: true, and
// once the Job has a UID and a name, SetDefaults_Job generates the selector and labels under the
// keys of batch.DefaultSelectorLabels. defaulting.GenerateSelector generates them under other
// keys, before or after. A nil job stays nil.
func SetDefaults_Job(job *extensionsv1beta1.Job) {
	setDefaults(job, batch.SelectorLabels{})
}

// SetDefaults_JobList calls [SetDefaults_Job] for each Job of list. A nil list stays nil.
func SetDefaults_JobList(list *extensionsv1beta1.JobList) {
	setListDefaults(list, batch.SelectorLabels{})
}

// SetDefaults_JobTemplateSpec sets in place the defaults that kube-apiserver sets in the
// template of a CronJob: those of the pod template, and of the patterns of podFailurePolicy. The
// Jobs that are made from the template get the other defaults. So autoSelector stays unset, which
// means manual mode, where validation rejects a template: set it to true. A nil template stays
// nil.
func SetDefaults_JobTemplateSpec(template *extensionsv1beta1.JobTemplateSpec) {
	if template != nil {
		jobdefaults.SetNested(&template.Spec.Template, jobdefaults.Statuses(template.Spec.PodFailurePolicy))
	}
}

func setListDefaults(list *extensionsv1beta1.JobList, keys batch.SelectorLabels) {
	if list == nil {
		return
	}
	for i := range list.Items {
		setDefaults(&list.Items[i], keys)
	}
}

func setDefaults(job *extensionsv1beta1.Job, keys batch.SelectorLabels) {
	if job == nil {
		return
	}
	spec := &job.Spec
	jobdefaults.SetNested(&spec.Template, jobdefaults.Statuses(spec.PodFailurePolicy))
	manual := spec.AutoSelector == nil || !*spec.AutoSelector
	if manual && spec.Selector == nil && len(spec.Template.Labels) > 0 {
		spec.Selector = &metav1.LabelSelector{MatchLabels: maps.Clone(spec.Template.Labels)}
	}
	defaults := jobdefaults.Job[extensionsv1beta1.CompletionMode, extensionsv1beta1.PodReplacementPolicy]{
		Job: automatic.Job{
			Meta:     &job.ObjectMeta,
			Selector: &spec.Selector,
			Template: &spec.Template,
			Manual:   manual,
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
