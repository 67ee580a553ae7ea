package v1beta1_test

import (
	"encoding/json"
	"fmt"

	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
)

// In this version a Job must ask for a generated selector. In batch/v1 it gets one by default.
func Example() {
	var spec extensionsv1beta1.JobSpec
	if err := json.Unmarshal([]byte(`{"autoSelector": true, "completions": 5}`), &spec); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(*spec.AutoSelector, *spec.Completions)
	// Output:
	// true 5
}
