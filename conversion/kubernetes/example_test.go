package kubernetes_test

import (
	"fmt"

	kubernetesv1 "k8s.io/api/batch/v1"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/conversion/kubernetes"
)

// A controller that holds a client's Job takes it to the hub, and back. What Kubernetes has
// no place for is an error.
func Example() {
	job := kubernetesv1.Job{Spec: kubernetesv1.JobSpec{Completions: new(int32(5))}}
	var hub batch.Job
	if err := kubernetes.Convert_v1_Job_To_batch_Job(&job, &hub, nil); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(*hub.Spec.Completions)

	hub.Spec.BackoffSeconds = new(int64(30))
	hub.Spec.FailedPodsLimit = new(int32(3))
	fmt.Println(kubernetes.Convert_batch_Job_To_v1_Job(&hub, &job, nil))
	// Output:
	// 5
	// k8s.io/api/batch/v1 has no place for spec.backoffSeconds, spec.failedPodsLimit: unset before converting
}
