package batch_test

import (
	"fmt"

	"github.com/jobapi/jobapi/apis/batch"
)

// The hub is a plain Go type. Validation works on it, whatever the version of a manifest.
func Example() {
	job := batch.Job{Spec: batch.JobSpec{Parallelism: new(int32(3))}}
	fmt.Println(*job.Spec.Parallelism, job.Spec.ManualSelector == nil)
	fmt.Println(batch.Kind("Job"), batch.SchemeGroupVersion)
	// Output:
	// 3 true
	// Job.batch batch/__internal
}

// By default there are two generated labels. Kubernetes has four.
func ExampleKubernetesSelectorLabels() {
	fmt.Println(batch.DefaultSelectorLabels().UID, batch.DefaultSelectorLabels().Name)
	fmt.Println(batch.KubernetesSelectorLabels().UID, batch.KubernetesSelectorLabels().Name)
	// Output:
	// [controller-uid] [job-name]
	// [batch.kubernetes.io/controller-uid controller-uid] [batch.kubernetes.io/job-name job-name]
}
