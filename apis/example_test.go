package apis_test

import (
	"fmt"

	kubernetesv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/jobapi/jobapi/apis"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
)

// A scheme with the types of every version reads and writes manifests.
func ExampleAddToScheme() {
	scheme := runtime.NewScheme()
	if err := apis.AddToScheme(scheme); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(scheme.Recognizes(batchv1.SchemeGroupVersion.WithKind("Job")))
	fmt.Println(scheme.Recognizes(extensionsv1beta1.SchemeGroupVersion.WithKind("JobList")))
	// Output:
	// true
	// true
}

// A scheme that holds the types of the Kubernetes client library stays as it is.
func ExampleAddToScheme_taken() {
	scheme := runtime.NewScheme()
	if err := kubernetesv1.AddToScheme(scheme); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(apis.AddToScheme(scheme))
	// Output:
	// cannot register github.com/jobapi/jobapi/apis/batch/v1 as batch/v1, Kind=Job: the scheme holds k8s.io/api/batch/v1.Job there; use a scheme of its own
}
