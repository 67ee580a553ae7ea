package validation_test

import (
	"fmt"
	"testing"

	corev1 "k8s.io/api/core/v1"
	schedulingv1alpha3 "k8s.io/api/scheduling/v1alpha3"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/jobtest"
	"github.com/jobapi/jobapi/validation"
)

// TestLinearTime checks that no list takes quadratic time. With -long the lists are longer.
func TestLinearTime(t *testing.T) {
	for name, add := range manyOf {
		t.Run(name, func(t *testing.T) {
			jobtest.Linear(t, func(n int) func() {
				if !*long {
					n /= 4
				}
				fill := func(job *batch.Job) {
					for i := range n {
						add(job, fmt.Sprint("a", i))
					}
				}
				job, old := newJob(fill), newJob()
				job.ResourceVersion, old.ResourceVersion = "1", "1"
				opts := validation.Options{}
				return func() {
					validation.ValidateJob(job, opts)
					validation.ValidateJobUpdate(job, old, opts)
					validation.ValidateJobUpdate(old, job, opts)
					validation.ValidateJobUpdate(job, job, opts)
					validation.ValidateJobStatusUpdate(job, old)
					validation.ValidateJobStatusUpdate(job, job)
					validation.ValidateJobTemplateSpec(&batch.JobTemplateSpec{Spec: job.Spec}, nil, opts)
					validation.Warnings(job)
				}
			})
		})
	}
}

// manyOf has functions that add an element with a new name to a list of a Job.
var manyOf = map[string]func(job *batch.Job, name string){
	"labels": func(job *batch.Job, name string) { setString(&job.Labels, "-"+name) },
	"annotations": func(job *batch.Job, name string) {
		setString(&job.Annotations, "-"+name)
	},
	"finalizers": func(job *batch.Job, name string) {
		job.DeletionTimestamp = atMinute(1)
		job.Finalizers = append(job.Finalizers, "example.com/"+name)
	},
	"owners": func(job *batch.Job, name string) {
		job.OwnerReferences = append(job.OwnerReferences, metav1.OwnerReference{Name: name, Controller: new(true)})
	},
	"managed fields": func(job *batch.Job, name string) {
		job.ManagedFields = append(job.ManagedFields, metav1.ManagedFieldsEntry{Manager: name})
	},
	"selected labels": func(job *batch.Job, name string) {
		if job.Spec.ManualSelector == nil {
			manual(job)
		}
		setString(&job.Spec.Selector.MatchLabels, name)
	},
	"selecting expressions": func(job *batch.Job, name string) {
		if job.Spec.ManualSelector == nil {
			manual(job)
		}
		job.Spec.Selector.MatchExpressions = append(job.Spec.Selector.MatchExpressions, metav1.LabelSelectorRequirement{Key: name, Operator: metav1.LabelSelectorOpExists})
	},
	"selected values": func(job *batch.Job, name string) {
		if job.Spec.ManualSelector == nil {
			manual(job)
			job.Spec.Selector.MatchExpressions = []metav1.LabelSelectorRequirement{{Key: "a", Operator: metav1.LabelSelectorOpIn}}
		}
		expression := &job.Spec.Selector.MatchExpressions[0]
		expression.Values = append(expression.Values, name)
	},
	"generated selector with more": func(job *batch.Job, name string) { setString(&job.Spec.Selector.MatchLabels, name) },
	"labels of pods":               func(job *batch.Job, name string) { setString(&job.Spec.Template.Labels, name) },
	"failure rules of containers": func(job *batch.Job, name string) {
		spec := &job.Spec
		if spec.PodFailurePolicy == nil {
			spec.PodFailurePolicy = &batch.PodFailurePolicy{}
		}
		spec.Template.Spec.Containers = append(spec.Template.Spec.Containers, corev1.Container{Name: name})
		rule := onExitCodes(batch.PodFailurePolicyOnExitCodesOpIn, 1)
		rule.OnExitCodes.ContainerName = &name
		spec.PodFailurePolicy.Rules = append(spec.PodFailurePolicy.Rules, rule)
	},
	"failure rules of no container": func(job *batch.Job, name string) {
		spec := &job.Spec
		if spec.PodFailurePolicy == nil {
			spec.PodFailurePolicy = &batch.PodFailurePolicy{}
		}
		spec.Template.Spec.InitContainers = append(spec.Template.Spec.InitContainers, corev1.Container{Name: name})
		rule := onExitCodes(batch.PodFailurePolicyOnExitCodesOpIn, 1)
		rule.OnExitCodes.ContainerName = new("none")
		spec.PodFailurePolicy.Rules = append(spec.PodFailurePolicy.Rules, rule)
	},
	"exit codes": func(job *batch.Job, _ string) {
		if job.Spec.PodFailurePolicy == nil {
			failurePolicy(onExitCodes(batch.PodFailurePolicyOnExitCodesOpIn))(job)
		}
		codes := job.Spec.PodFailurePolicy.Rules[0].OnExitCodes
		codes.Values = append(codes.Values, -int32(len(codes.Values)))
	},
	"conditions of pods": func(job *batch.Job, name string) {
		if job.Spec.PodFailurePolicy == nil {
			failurePolicy(batch.PodFailurePolicyRule{})(job)
		}
		rule := &job.Spec.PodFailurePolicy.Rules[0]
		rule.OnPodConditions = append(rule.OnPodConditions, batch.PodFailurePolicyOnPodConditionsPattern{Type: corev1.PodConditionType(name)})
	},
	"success rules": func(job *batch.Job, _ string) {
		if job.Spec.SuccessPolicy == nil {
			successPolicy()(job)
		}
		policy := job.Spec.SuccessPolicy
		policy.Rules = append(policy.Rules, batch.SuccessPolicyRule{SucceededIndexes: new("0,1,2-5")})
	},
	"device claims": func(job *batch.Job, name string) {
		if job.Spec.Scheduling == nil {
			job.Spec.Scheduling = &batch.JobSchedulingConfiguration{}
		}
		s := job.Spec.Scheduling
		s.ResourceClaims = append(s.ResourceClaims, schedulingv1alpha3.WorkloadPodGroupResourceClaim{Name: name})
	},
	"topologies": func(job *batch.Job, name string) {
		if job.Spec.Scheduling == nil {
			job.Spec.Scheduling = &batch.JobSchedulingConfiguration{SchedulingConstraints: &schedulingv1alpha3.WorkloadPodGroupSchedulingConstraints{}}
		}
		c := job.Spec.Scheduling.SchedulingConstraints
		c.Topology = append(c.Topology, schedulingv1alpha3.TopologyConstraint{Key: name})
	},
	"conditions": func(job *batch.Job, name string) {
		job.Status.Conditions = append(job.Status.Conditions, batch.JobCondition{Type: batch.JobConditionType(name)})
	},
	"uncounted pods": func(job *batch.Job, name string) {
		if job.Status.UncountedTerminatedPods == nil {
			job.Status.UncountedTerminatedPods = &batch.UncountedTerminatedPods{}
		}
		pods := job.Status.UncountedTerminatedPods
		pods.Succeeded, pods.Failed = append(pods.Succeeded, types.UID(name)), append(pods.Failed, types.UID(name))
	},
	"containers": func(job *batch.Job, name string) {
		job.Spec.Template.Spec.Containers = append(job.Spec.Template.Spec.Containers, corev1.Container{Name: name})
	},
}

func setString(set *map[string]string, key string) {
	if *set == nil {
		*set = map[string]string{}
	}
	(*set)[key] = "a"
}
