package extensions_test

import (
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/apis/extensions"
)

// A codec looks for the hub in the group of the version that it reads.
func Example() {
	scheme := runtime.NewScheme()
	if err := extensions.AddToScheme(scheme); err != nil {
		fmt.Println(err)
		return
	}
	kinds, _, err := scheme.ObjectKinds(&batch.Job{})
	fmt.Println(kinds, err)
	// Output:
	// [extensions/__internal, Kind=Job] <nil>
}
