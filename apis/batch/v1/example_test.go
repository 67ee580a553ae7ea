package v1_test

import (
	"encoding/json"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
)

// The types have the JSON form of Kubernetes' batch/v1.
func Example() {
	policy := batchv1.SuccessPolicy{Rules: []batchv1.SuccessPolicyRule{{SucceededIndexes: new("0,2-4")}}}
	text, err := json.Marshal(policy)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(text))
	// Output:
	// {"rules":[{"succeededIndexes":"0,2-4"}]}
}

// Copies share nothing with their source.
func ExampleJob_DeepCopy() {
	job := batchv1.Job{ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{"app": "report"}}}
	other := job.DeepCopy()
	other.Labels["app"] = "backup"
	fmt.Println(job.Labels["app"], other.Labels["app"])
	// Output:
	// report backup
}
