package conversion_test

import (
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"

	"github.com/jobapi/jobapi/apis"
	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/conversion"
)

// A scheme with types and conversions, and without defaults, converts a version to the hub.
func ExampleAddToScheme() {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{apis.AddToScheme, conversion.AddToScheme} {
		if err := add(scheme); err != nil {
			fmt.Println(err)
			return
		}
	}
	job := batchv1.Job{Spec: batchv1.JobSpec{Completions: new(int32(5))}}
	var hub batch.Job
	err := scheme.Convert(&job, &hub, nil)
	fmt.Println(*hub.Spec.Completions, hub.Spec.Parallelism, err)
	// Output: 5 <nil> <nil>
}

// The selector of an old manifest is the user's choice, so the result has manualSelector.
func ExampleToVersion() {
	manifest := []byte(`{"apiVersion": "extensions/v1beta1", "kind": "Job", "metadata": {"name": "pi"},
		"spec": {"selector": {"matchLabels": {"app": "pi"}}}}`)
	scheme := install.NewScheme()
	codecs := serializer.NewCodecFactory(scheme, serializer.EnableStrict)
	old, _, err := codecs.UniversalDeserializer().Decode(manifest, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	job, err := conversion.ToVersion(scheme, old, batchv1.SchemeGroupVersion)
	if err != nil {
		fmt.Println(err)
		return
	}
	spec := job.(*batchv1.Job).Spec
	fmt.Println(job.GetObjectKind().GroupVersionKind())
	fmt.Println(spec.Selector.MatchLabels, *spec.ManualSelector)
	// Output:
	// batch/v1, Kind=Job
	// map[app:pi] true
}

// ToVersion converts all items of a list.
func ExampleToVersion_list() {
	scheme := install.NewScheme()
	list := &batchv1.JobList{Items: make([]batchv1.Job, 2)}
	old, err := conversion.ToVersion(scheme, list, extensionsv1beta1.SchemeGroupVersion)
	if err != nil {
		fmt.Println(err)
		return
	}
	out := json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{})
	for _, job := range old.(*extensionsv1beta1.JobList).Items {
		job.SetGroupVersionKind(extensionsv1beta1.SchemeGroupVersion.WithKind("Job"))
		if err := out.Encode(&job, os.Stdout); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// {"kind":"Job","apiVersion":"extensions/v1beta1","metadata":{},"spec":{"autoSelector":true,"template":{"metadata":{},"spec":{"containers":null}}},"status":{}}
	// {"kind":"Job","apiVersion":"extensions/v1beta1","metadata":{},"spec":{"autoSelector":true,"template":{"metadata":{},"spec":{"containers":null}}},"status":{}}
}
