package v1beta1

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/defaulting/internal/jobdefaults"
	"github.com/jobapi/jobapi/defaulting/internal/unset"
	"github.com/jobapi/jobapi/defaulting/podtemplate"
	"github.com/jobapi/jobapi/internal/generated"
)

// SetDefaults_Job fills in what is unset in job, in place: the Job's own fields and the pod
// template. Without autoSelector a Job without selector gets one of all labels of its
// template, as Kubernetes 1.3 did it; no labels, no selector. With autoSelector, and once the
// Job has a UID and a name, selector and labels are generated under the keys of
// batch.DefaultSelectorLabels; for others set the defaults first, and the UID then. A nil job
// stays nil.
func SetDefaults_Job(job *extensionsv1beta1.Job) {
	if job == nil {
		return
	}
	spec := &job.Spec
	podtemplate.SetDefaults(&spec.Template)
	unset.Pointer(&spec.CompletionMode, extensionsv1beta1.NonIndexedCompletion)
	if spec.PodFailurePolicy == nil {
		unset.Pointer(&spec.PodReplacementPolicy, extensionsv1beta1.TerminatingOrFailed)
	} else {
		// Only a pod that has ended has what the rules look at.
		unset.Pointer(&spec.PodReplacementPolicy, extensionsv1beta1.Failed)
		setPodFailurePolicy(spec.PodFailurePolicy)
	}
	manual := spec.AutoSelector == nil || !*spec.AutoSelector
	if manual && spec.Selector == nil && len(spec.Template.Labels) > 0 {
		spec.Selector = &metav1.LabelSelector{MatchLabels: maps.Clone(spec.Template.Labels)}
	}
	jobdefaults.Job{
		Job: generated.Job{
			Meta:     &job.ObjectMeta,
			Selector: &spec.Selector,
			Template: &spec.Template,
			Manual:   manual,
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
func SetDefaults_JobList(list *extensionsv1beta1.JobList) {
	if list == nil {
		return
	}
	for i := range list.Items {
		SetDefaults_Job(&list.Items[i])
	}
}

func setPodFailurePolicy(policy *extensionsv1beta1.PodFailurePolicy) {
	for i := range policy.Rules {
		patterns := policy.Rules[i].OnPodConditions
		for j := range patterns {
			unset.Value(&patterns[j].Status, corev1.ConditionTrue)
		}
	}
}
