package v1

import (
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/defaulting/internal/register"
)

var (
	localSchemeBuilder = runtime.NewSchemeBuilder(AddToSchemeWith(batch.SelectorLabels{}))

	// AddToScheme registers the defaults of this package, which Scheme.Default and decoders
	// with a defaulter then set. It registers no types. Calling it again is harmless. It
	// fails on a nil scheme.
	AddToScheme = localSchemeBuilder.AddToScheme
)

// AddToSchemeWith returns a function that does what AddToScheme does, for Jobs whose selector
// and labels are generated under the given keys. Of several registrations with a scheme, the
// last counts. The function also fails on keys that defaulting.GenerateSelector refuses.
func AddToSchemeWith(keys batch.SelectorLabels) func(*runtime.Scheme) error {
	return register.With(keys, addDefaults)
}

func addDefaults(scheme *runtime.Scheme, keys batch.SelectorLabels) {
	scheme.AddTypeDefaultingFunc(&batchv1.Job{}, func(obj any) {
		setDefaults(obj.(*batchv1.Job), keys)
	})
	scheme.AddTypeDefaultingFunc(&batchv1.JobList{}, func(obj any) {
		setListDefaults(obj.(*batchv1.JobList), keys)
	})
}
