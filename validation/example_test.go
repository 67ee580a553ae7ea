package validation_test

import (
	"context"
	"fmt"
	"time"

	kubernetesv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/conversion/kubernetes"
	defaultingv1 "github.com/jobapi/jobapi/defaulting/batch/v1"
	"github.com/jobapi/jobapi/validation"
)

// A scheme defaults and validates Jobs of every version.
func Example() {
	job := &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Name: "pi", Namespace: "default", UID: "1234"}}
	job.Spec.Template.Spec.Containers = []corev1.Container{{Name: "main", Image: "perl:5.34"}}
	defaultingv1.SetDefaults_Job(job)

	scheme := install.NewScheme()
	for _, err := range scheme.Validate(context.Background(), nil, job) {
		fmt.Println(err)
	}
	// Output:
	// spec.template.spec.restartPolicy: Required value: the pods of a Job must be able to finish: use Never or OnFailure
}

// Users of the client library's types convert them first.
func ExampleValidateJob() {
	job := &kubernetesv1.Job{ObjectMeta: metav1.ObjectMeta{Name: "pi", Namespace: "default"}}
	job.Spec.Selector = &metav1.LabelSelector{}
	job.Spec.ManualSelector = new(true)
	job.Spec.BackoffLimit = new(int32(-1))
	job.Spec.Template.Spec = corev1.PodSpec{
		RestartPolicy:                 corev1.RestartPolicyNever,
		DNSPolicy:                     corev1.DNSDefault,
		TerminationGracePeriodSeconds: new(int64(30)),
		Containers: []corev1.Container{{
			Name: "main", Image: "perl:5.34", ImagePullPolicy: corev1.PullAlways, TerminationMessagePolicy: corev1.TerminationMessageReadFile,
		}},
	}

	var hub batch.Job
	if err := kubernetes.Convert_v1_Job_To_batch_Job(job, &hub, nil); err != nil {
		fmt.Println(err)
		return
	}
	for _, err := range validation.ValidateJob(&hub, validation.Options{}) {
		fmt.Println(err)
	}
	// Output:
	// spec.selector: Invalid value: {}: must not be empty: an empty selector selects every pod in the namespace, so use labels that only this Job's pods have
	// spec.backoffLimit: Invalid value: -1: must not be negative
}

func ExampleOwnRule() {
	job := newJob() // a valid Job in automatic mode
	job.Spec.ActiveDeadlineSeconds = new(int64(0))
	job.Spec.BackoffLimit = new(int32(-1))
	errs := validation.ValidateJob(job, validation.Options{})
	for _, err := range errs {
		fmt.Println(err)
	}
	fmt.Println("kube-apiserver:")
	for _, err := range errs.Filter(validation.OwnRule) {
		fmt.Println(err)
	}
	// Output:
	// spec.backoffLimit: Invalid value: -1: must not be negative
	// spec.activeDeadlineSeconds: Invalid value: 0: must be positive: remove it for no deadline
	// kube-apiserver:
	// spec.backoffLimit: Invalid value: -1: must not be negative
}

// A new Job must have the labels that kube-apiserver requires. By default two of them suffice.
func ExampleOptions() {
	job := newJob()
	fmt.Println(job.Spec.Template.Labels)
	fmt.Println(validation.ValidateJob(job, validation.Options{}))
	for _, err := range validation.ValidateJob(job, validation.Options{SelectorLabels: batch.KubernetesSelectorLabels()}) {
		fmt.Println(err)
	}
	// Output:
	// map[app:pi controller-uid:u-1 job-name:pi]
	// []
	// spec.template.metadata.labels[batch.kubernetes.io/controller-uid]: Required value: must be "u-1", as generated
	// spec.template.metadata.labels[batch.kubernetes.io/job-name]: Required value: must be "pi", as generated
}

func ExampleValidateJobUpdate() {
	old := newJob()
	old.ResourceVersion = "1"
	job := old.DeepCopy()
	job.Spec.Parallelism = new(int32(5))
	fmt.Println(validation.ValidateJobUpdate(job, old, validation.Options{}))

	job.Spec.Template.Spec.Containers[0].Image = "busybox:2"
	for _, err := range validation.ValidateJobUpdate(job, old, validation.Options{}) {
		fmt.Println(err)
	}
	// Output:
	// []
	// spec.template: Invalid value: is immutable: delete and recreate the Job to change it; changed: spec.containers[0].image
}

// A controller checks a status before it sends it.
func ExampleValidateJobStatusUpdate() {
	old := newJob()
	old.ResourceVersion = "1"
	job := old.DeepCopy()
	job.Status.StartTime = &metav1.Time{Time: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	job.Status.Active, job.Status.Ready = 1, new(int32(2))
	for _, err := range validation.ValidateJobStatusUpdate(job, old) {
		fmt.Println(err)
	}
	// Output:
	// status.ready: Invalid value: 2: must be at most active, which is 1: ready pods must also be active
}

// A kind that embeds a Job template validates it at its own path.
func ExampleValidateJobTemplateSpec() {
	template := &batch.JobTemplateSpec{Spec: newJob().Spec}
	template.Spec.Selector = &metav1.LabelSelector{MatchLabels: map[string]string{"app": "pi"}}
	template.Spec.Template.Spec.RestartPolicy = corev1.RestartPolicyAlways
	path := field.NewPath("spec", "jobTemplate")
	for _, err := range validation.ValidateJobTemplateSpec(template, path, validation.Options{}) {
		fmt.Println(err)
	}
	// Output:
	// spec.jobTemplate.spec.selector: Invalid value: {"matchLabels":{"app":"pi"}}: is generated for each Job: remove it
	// spec.jobTemplate.spec.template.spec.restartPolicy: Required value: the pods of a Job must be able to finish: use Never or OnFailure
}

func ExampleWarnings() {
	job := newJob()
	job.Name = "pi.2"
	job.Spec.Template.Spec.RestartPolicy = corev1.RestartPolicyOnFailure
	job.Spec.FailedPodsLimit = nil
	for _, w := range validation.Warnings(job) {
		fmt.Println(w)
		if w.Own {
			fmt.Println("kube-apiserver doesn't know", w.Field)
		}
	}
	// Output:
	// metadata.name: pods use it in their names and host names, where only a DNS label works well: must not contain dots
	// spec.backoffSeconds: has no effect with restartPolicy: OnFailure, where the kubelet restarts containers at its own pace
	// kube-apiserver doesn't know spec.backoffSeconds
}

// The scheme validates Jobs as kube-apiserver does: it requires all four generated labels.
func ExampleAddToSchemeWith() {
	scheme := install.NewScheme()
	add := validation.AddToSchemeWith(validation.Options{SelectorLabels: batch.KubernetesSelectorLabels()})
	if err := add(scheme); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(scheme.Validate(context.Background(), nil, newJob())), "labels are missing")
	// Output:
	// 2 labels are missing
}

// A linter tells users which fields a server would remove without a word.
func ExampleDroppedFields() {
	job := &batch.Job{}
	job.Spec.Template.Spec.SchedulingGroup = &corev1.PodSchedulingGroup{}
	for _, f := range validation.DroppedFields(job) {
		fmt.Println(f.Path, f.FeatureGate)
	}
	// Output:
	// spec.template.spec.schedulingGroup GenericWorkload
}
