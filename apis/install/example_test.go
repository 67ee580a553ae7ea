package install_test

import (
	"fmt"

	"k8s.io/apimachinery/pkg/runtime/serializer"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/apis/install"
)

// A decoder of a new scheme takes either version to the hub.
func ExampleNewScheme() {
	codecs := serializer.NewCodecFactory(install.NewScheme(), serializer.EnableStrict)
	for _, manifest := range []string{
		`{"apiVersion": "batch/v1", "kind": "Job", "spec": {"manualSelector": true}}`,
		`{"apiVersion": "extensions/v1beta1", "kind": "Job", "spec": {}}`,
	} {
		obj, _, err := codecs.UniversalDecoder().Decode([]byte(manifest), nil, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(*obj.(*batch.Job).Spec.ManualSelector)
	}
	// Output:
	// true
	// true
}
