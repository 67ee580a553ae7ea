package v1beta1_test

import (
	"fmt"

	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/defaulting/extensions/v1beta1"
)

// By default a Job of the old API selects by all labels of its template.
func Example() {
	job := &extensionsv1beta1.Job{}
	job.Spec.Template.Labels = map[string]string{"app": "pi"}
	v1beta1.SetDefaults_Job(job)
	fmt.Println(job.Spec.Selector.MatchLabels)
	// Output: map[app:pi]
}
