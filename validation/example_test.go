package validation_test

import (
	"context"
	"fmt"

	kubernetesv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/conversion/kubernetes"
	defaultingv1 "github.com/jobapi/jobapi/defaulting/batch/v1"
	"github.com/jobapi/jobapi/validation"
)

// A scheme validates what it decodes, in every version.
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

// Programs with the types of the client library convert, then validate.
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
	}
	errs := validation.ValidateJob(&hub, validation.Options{})
	fmt.Println(len(errs), "errors, of which kube-apiserver has:")
	for _, err := range errs.Filter(validation.OwnRule) {
		fmt.Println(err)
	}
	// Output:
	// 2 errors, of which kube-apiserver has:
	// spec.backoffLimit: Invalid value: -1: must not be negative
}
