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

// A scheme that has the types of the Kubernetes client library can't have these too.
func ExampleAddToScheme_taken() {
	scheme := runtime.NewScheme()
	if err := kubernetesv1.AddToScheme(scheme); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(apis.AddToScheme(scheme))
	// Output:
	// cannot register github.com/jobapi/jobapi/apis/batch/v1 as batch/v1, Kind=Job: the scheme already has k8s.io/api/batch/v1.Job: use another scheme
}
