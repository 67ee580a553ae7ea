package v1_test

import (
	"fmt"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	conversionv1 "github.com/jobapi/jobapi/conversion/batch/v1"
)

// Conversion to the hub copies the struct and shares the memory behind its pointers.
func Example() {
	job := batchv1.Job{Spec: batchv1.JobSpec{Completions: new(int32(5))}}
	var hub batch.Job
	if err := conversionv1.Convert_v1_Job_To_batch_Job(&job, &hub, nil); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(*hub.Spec.Completions, hub.Spec.Completions == job.Spec.Completions)
	// Output:
	// 5 true
}
