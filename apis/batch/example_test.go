package batch_test

import (
	"fmt"

	"github.com/jobapi/jobapi/apis/batch"
)

// The hub is plain Go: behaviour works on it, whatever version a manifest has.
func Example() {
	job := batch.Job{Spec: batch.JobSpec{Parallelism: new(int32(3))}}
	fmt.Println(*job.Spec.Parallelism, job.Spec.ManualSelector == nil)
	fmt.Println(batch.Kind("Job"), batch.SchemeGroupVersion)
	// Output:
	// 3 true
	// Job.batch batch/__internal
}

// The design of generated selectors has two labels, Kubernetes four.
func ExampleKubernetesSelectorLabels() {
	fmt.Println(batch.DefaultSelectorLabels().UID, batch.DefaultSelectorLabels().Name)
	fmt.Println(batch.KubernetesSelectorLabels().UID, batch.KubernetesSelectorLabels().Name)
	// Output:
	// [controller-uid] [job-name]
	// [batch.kubernetes.io/controller-uid controller-uid] [batch.kubernetes.io/job-name job-name]
}
