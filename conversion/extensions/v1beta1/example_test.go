package v1beta1_test

import (
	"fmt"

	"github.com/jobapi/jobapi/apis/batch"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	conversionv1beta1 "github.com/jobapi/jobapi/conversion/extensions/v1beta1"
)

// In extensions/v1beta1 an unset flag means that the user chooses the selector.
func Example() {
	old := extensionsv1beta1.Job{}
	var hub batch.Job
	if err := conversionv1beta1.Convert_v1beta1_Job_To_batch_Job(&old, &hub, nil); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("manualSelector:", *hub.Spec.ManualSelector)
	// Output:
	// manualSelector: true
}
