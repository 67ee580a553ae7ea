package defaulting_test

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/jobapi/jobapi/apis"
	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/apis/install"
	conversionv1 "github.com/jobapi/jobapi/conversion/batch/v1"
	"github.com/jobapi/jobapi/defaulting"
	defaultingv1 "github.com/jobapi/jobapi/defaulting/batch/v1"
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

// The defaults have generated a selector under the default keys. Other keys replace them, as the
// Job was never stored.
func ExampleGenerateSelector_keys() {
	job := &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Name: "pi", UID: "1234"}}
	defaultingv1.SetDefaults_Job(job)
	fmt.Println(job.Spec.Selector.MatchLabels)

	var hub batch.Job
	if err := conversionv1.Convert_v1_Job_To_batch_Job(job, &hub, nil); err != nil {
		fmt.Println(err)
		return
	}
	keys := batch.SelectorLabels{UID: []string{"example.com/job"}}
	warnings, err := defaulting.GenerateSelector(&hub, keys)
	fmt.Println(hub.Spec.Selector.MatchLabels)
	fmt.Println(hub.Spec.Template.Labels, warnings, err)
	// Output:
	// map[controller-uid:1234]
	// map[example.com/job:1234]
	// map[example.com/job:1234] [] <nil>
}

// A scheme sets the defaults of its types.
func ExampleAddToScheme() {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{apis.AddToScheme, defaulting.AddToScheme} {
		if err := add(scheme); err != nil {
			fmt.Println(err)
			return
		}
	}
	job := &batchv1.Job{}
	scheme.Default(job)
	fmt.Println(*job.Spec.BackoffLimit, *job.Spec.CompletionMode)
	// Output: 6 NonIndexed
}

// The defaults of this scheme generate the four labels of kube-apiserver.
func ExampleAddToSchemeWith() {
	scheme := install.NewScheme()
	if err := defaulting.AddToSchemeWith(batch.KubernetesSelectorLabels())(scheme); err != nil {
		fmt.Println(err)
		return
	}
	job := &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Name: "pi", UID: "1234"}}
	scheme.Default(job)
	fmt.Println(job.Spec.Selector.MatchLabels)
	// Output: map[batch.kubernetes.io/controller-uid:1234]
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

// A linter reports what a copied Job still has from the original.
func ExampleFindLeftovers() {
	job := &batch.Job{ObjectMeta: metav1.ObjectMeta{Name: "new"}}
	job.Spec.Selector = &metav1.LabelSelector{MatchLabels: map[string]string{"controller-uid": "1234"}}
	job.Spec.Template.Labels = map[string]string{"app": "pi", "controller-uid": "1234", "job-name": "old"}

	if left, ok := defaulting.FindLeftovers(job, batch.SelectorLabels{}); ok {
		fmt.Println("copied from", left.Names, left.UIDs)
		for _, field := range left.Fields() {
			fmt.Println("remove", field)
		}
		fmt.Println(left)
	}
	// Output:
	// copied from [old] [1234]
	// remove spec.selector
	// remove spec.template.metadata.labels[controller-uid]
	// remove spec.template.metadata.labels[job-name]
	// spec.selector and the labels "controller-uid", "job-name" of spec.template came from Job "old" with UID "1234" and did not apply here; kube-apiserver would reject the Job with them
}

// A program strips a copy before it posts it to a server that generates no selectors.
func ExampleStripGeneratedSelector() {
	job := &batch.Job{}
	job.Spec.Selector = &metav1.LabelSelector{MatchLabels: map[string]string{batch.ControllerUidLabel: "1234"}}
	job.Spec.Template.Labels = map[string]string{"app": "pi", batch.ControllerUidLabel: "1234", "controller-uid": "1234", "job-name": "old"}

	defaulting.StripGeneratedSelector(job)
	fmt.Println(job.Spec.Selector, job.Spec.Template.Labels)
	// Output: nil map[app:pi]
}

// Stripping finds labels under keys of the program's own if it knows them.
func ExampleStripGeneratedSelectorWith() {
	job := &batch.Job{}
	job.Spec.Selector = &metav1.LabelSelector{MatchLabels: map[string]string{"example.com/job": "1234"}}
	job.Spec.Template.Labels = map[string]string{"app": "pi", "example.com/job": "1234"}

	defaulting.StripGeneratedSelectorWith(job, batch.SelectorLabels{UID: []string{"example.com/job"}})
	fmt.Println(job.Spec.Selector, job.Spec.Template.Labels)
	// Output: nil map[app:pi]
}
