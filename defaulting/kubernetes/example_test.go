package kubernetes_test

import (
	"fmt"

	kubernetesv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/defaulting/kubernetes"
)

// A webhook sets the defaults of a Job. The example of package conversion/kubernetes also
// generates the selector and validates the Job.
func Example() {
	job := &kubernetesv1.Job{}
	job.Spec.Template.Spec.RestartPolicy = corev1.RestartPolicyNever
	job.Spec.Template.Spec.Containers = []corev1.Container{{Name: "main", Image: "perl:5.34"}}
	kubernetes.SetDefaults_Job(job)
	fmt.Println("completionMode:", *job.Spec.CompletionMode)
	fmt.Println("backoffLimit:", *job.Spec.BackoffLimit)
	fmt.Println("imagePullPolicy:", job.Spec.Template.Spec.Containers[0].ImagePullPolicy)
	// Output:
	// completionMode: NonIndexed
	// backoffLimit: 6
	// imagePullPolicy: IfNotPresent
}

// In a template of Jobs only nested fields get defaults, as in a CronJob. The Jobs get the others.
func Example_template() {
	template := &kubernetesv1.JobTemplateSpec{}
	kubernetes.SetDefaults_JobTemplateSpec(template)
	fmt.Println("backoffLimit:", template.Spec.BackoffLimit)
	fmt.Println("dnsPolicy:", template.Spec.Template.Spec.DNSPolicy)
	// Output:
	// backoffLimit: <nil>
	// dnsPolicy: ClusterFirst
}
