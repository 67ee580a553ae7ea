package defaulting_test

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/defaulting"
)

// A Job in automatic mode selects its own pods by its UID.
func ExampleGenerateSelector() {
	job := &batch.Job{ObjectMeta: metav1.ObjectMeta{Name: "pi", UID: "1234"}}
	job.Spec.Template.Labels = map[string]string{"app": "pi"}

	warnings, err := defaulting.GenerateSelector(job, batch.SelectorLabels{})
	fmt.Println(job.Spec.Selector.MatchLabels)
	fmt.Println(job.Spec.Template.Labels)
	fmt.Println(warnings, err)
	// Output:
	// map[controller-uid:1234]
	// map[app:pi controller-uid:1234 job-name:pi]
	// [] <nil>
}

// A downloaded Job still selects the pods of the original. The copy gets its own selector.
func ExampleGenerateSelector_copy() {
	job := &batch.Job{ObjectMeta: metav1.ObjectMeta{Name: "new", UID: "5678"}}
	job.Spec.Selector = &metav1.LabelSelector{MatchLabels: map[string]string{"controller-uid": "1234"}}
	job.Spec.Template.Labels = map[string]string{"controller-uid": "1234", "job-name": "old"}

	warnings, err := defaulting.GenerateSelector(job, batch.SelectorLabels{})
	fmt.Println(job.Spec.Selector.MatchLabels, err)
	fmt.Println(warnings[0])
	// Output:
	// map[controller-uid:5678] <nil>
	// spec.selector and the labels "controller-uid", "job-name" of spec.template came from Job "old" with UID "1234" and did not apply here; kube-apiserver would reject the Job with them
}

// Where nothing generates a selector for it, a copy is stripped before it is posted.
func ExampleStripGeneratedSelector() {
	job := &batch.Job{}
	job.Spec.Selector = &metav1.LabelSelector{MatchLabels: map[string]string{batch.ControllerUidLabel: "1234"}}
	job.Spec.Template.Labels = map[string]string{"app": "pi", batch.ControllerUidLabel: "1234", "controller-uid": "1234", "job-name": "old"}

	defaulting.StripGeneratedSelector(job)
	fmt.Println(job.Spec.Selector, job.Spec.Template.Labels)
	// Output: nil map[app:pi]
}
