package kubernetes_test

import (
	"fmt"

	kubernetesv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/conversion/kubernetes"
	"github.com/jobapi/jobapi/defaulting"
	defaultingkubernetes "github.com/jobapi/jobapi/defaulting/kubernetes"
	"github.com/jobapi/jobapi/validation"
)

// complete returns a copy of cached with its defaults and its selector, and warnings for the
// user. It returns an error if the Job isn't valid. Webhooks and controllers do this.
func complete(cached *kubernetesv1.Job) (job *kubernetesv1.Job, warnings []string, err error) {
	job = cached.DeepCopy() // don't change an object in a cache
	defaultingkubernetes.SetDefaults_Job(job)
	var hub batch.Job
	if err := kubernetes.Convert_v1_Job_To_batch_Job(job, &hub, nil); err != nil {
		return nil, nil, err
	}
	keys := batch.KubernetesSelectorLabels()
	if warnings, err = defaulting.GenerateSelector(&hub, keys); err != nil {
		return nil, nil, err
	}
	if errs := validation.ValidateJob(&hub, validation.Options{SelectorLabels: keys}); len(errs) > 0 {
		return nil, warnings, errs.ToAggregate()
	}
	return job, warnings, kubernetes.Convert_batch_Job_To_v1_Job(&hub, job, nil)
}

// A program sets the defaults of a client's Job, generates its selector and validates it.
func Example() {
	cached := &kubernetesv1.Job{ObjectMeta: metav1.ObjectMeta{Name: "pi", Namespace: "default", UID: "1234"}}
	cached.Spec.Template.Spec.RestartPolicy = corev1.RestartPolicyNever
	cached.Spec.Template.Spec.Containers = []corev1.Container{{Name: "main", Image: "perl:5.34"}}

	job, warnings, err := complete(cached)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(job.Spec.Selector.MatchLabels, *job.Spec.BackoffLimit, warnings)
	fmt.Println(job.Spec.Template.Spec.Containers[0].ImagePullPolicy)

	cached.Spec.BackoffLimit = new(int32(-1))
	_, _, err = complete(cached)
	fmt.Println(err)
	// Output:
	// map[batch.kubernetes.io/controller-uid:1234] 6 []
	// IfNotPresent
	// spec.backoffLimit: Invalid value: -1: must not be negative
}

// Conversion returns an error for fields that Kubernetes lacks.
func ExampleDropUnsupported() {
	hub := batch.Job{Spec: batch.JobSpec{BackoffSeconds: new(int64(30)), FailedPodsLimit: new(int32(3))}}
	var job kubernetesv1.Job
	fmt.Println(kubernetes.Convert_batch_Job_To_v1_Job(&hub, &job, nil))
	fmt.Println(kubernetes.DropUnsupported(&hub))
	fmt.Println(kubernetes.Convert_batch_Job_To_v1_Job(&hub, &job, nil))
	// Output:
	// k8s.io/api/batch/v1 doesn't have spec.backoffSeconds, spec.failedPodsLimit: unset these fields before converting
	// [spec.backoffSeconds spec.failedPodsLimit]
	// <nil>
}
