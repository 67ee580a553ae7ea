package v1_test

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	defaultingv1 "github.com/jobapi/jobapi/defaulting/batch/v1"
)

func Example() {
	job := &batchv1.Job{}
	job.Spec.Parallelism = new(int32(3))
	job.Spec.Template.Spec.RestartPolicy = corev1.RestartPolicyNever
	defaultingv1.SetDefaults_Job(job)
	fmt.Println("completions:", job.Spec.Completions)
	fmt.Println("completionMode:", *job.Spec.CompletionMode)
	fmt.Println("backoffLimit:", *job.Spec.BackoffLimit, "after", *job.Spec.BackoffSeconds, "seconds")
	// Output:
	// completions: <nil>
	// completionMode: NonIndexed
	// backoffLimit: 6 after 10 seconds
}
