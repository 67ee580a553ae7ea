package kubernetes_test

import (
	"fmt"

	kubernetesv1 "k8s.io/api/batch/v1"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/conversion/kubernetes"
)

// What Kubernetes has no place for is an error on the way back, or dropped.
func ExampleDropUnsupported() {
	hub := batch.Job{Spec: batch.JobSpec{BackoffSeconds: new(int64(30)), FailedPodsLimit: new(int32(3))}}
	var job kubernetesv1.Job
	fmt.Println(kubernetes.Convert_batch_Job_To_v1_Job(&hub, &job, nil))
	fmt.Println(kubernetes.DropUnsupported(&hub))
	fmt.Println(kubernetes.Convert_batch_Job_To_v1_Job(&hub, &job, nil))
	// Output:
	// k8s.io/api/batch/v1 has no place for spec.backoffSeconds, spec.failedPodsLimit: unset before converting
	// [spec.backoffSeconds spec.failedPodsLimit]
	// <nil>
}
