package v1beta1

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/apis/batch"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/defaulting/internal/jobdefaults"
	"github.com/jobapi/jobapi/defaulting/internal/unset"
	"github.com/jobapi/jobapi/defaulting/podtemplate"
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

// SetDefaults_JobList is [SetDefaults_Job] for each Job of list. A nil list stays nil.
func SetDefaults_JobList(list *extensionsv1beta1.JobList) {
	setListDefaults(list, batch.SelectorLabels{})
}

// SetDefaults_JobTemplateSpec fills in what kube-apiserver does in the template that a CronJob
// embeds, in place: the pod template, and the patterns of a podFailurePolicy. All else is left
// to the Jobs that are made of it, which get their own defaults. So autoSelector stays unset,
// which means manual mode, where validation refuses a template: set it to true. A nil template
// stays nil.
func SetDefaults_JobTemplateSpec(template *extensionsv1beta1.JobTemplateSpec) {
	if template != nil {
		setNested(&template.Spec)
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
	setNested(spec)
	unset.Pointer(&spec.CompletionMode, extensionsv1beta1.NonIndexedCompletion)
	if spec.PodFailurePolicy == nil {
		unset.Pointer(&spec.PodReplacementPolicy, extensionsv1beta1.TerminatingOrFailed)
	} else {
		// Only a pod that has ended has what the rules look at.
		unset.Pointer(&spec.PodReplacementPolicy, extensionsv1beta1.Failed)
	}
	manual := spec.AutoSelector == nil || !*spec.AutoSelector
	if manual && spec.Selector == nil && len(spec.Template.Labels) > 0 {
		spec.Selector = &metav1.LabelSelector{MatchLabels: maps.Clone(spec.Template.Labels)}
	}
	defaults := jobdefaults.Job{
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
		Suspend:              &spec.Suspend,
		BackoffSeconds:       &spec.BackoffSeconds,
		FailedPodsLimit:      &spec.FailedPodsLimit,
	}
	defaults.Set(keys)
	defaults.Default(keys)
}

// setNested sets what is below the spec's own fields: the defaults that Jobs and templates of
// Jobs share.
func setNested(spec *extensionsv1beta1.JobSpec) {
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
