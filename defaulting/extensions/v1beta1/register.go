package v1beta1

import (
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/defaulting/internal/jobdefaults"
)

var (
	localSchemeBuilder = runtime.NewSchemeBuilder(AddToSchemeWith(batch.SelectorLabels{}))

	// AddToScheme registers the defaults of this package. Scheme.Default and decoders with a
	// defaulter then set them. It doesn't register the types. Calling it again is harmless. It
	// returns an error if the scheme is nil.
	AddToScheme = localSchemeBuilder.AddToScheme
)

// AddToSchemeWith returns a function like AddToScheme. The defaults that it registers generate
// selectors and labels under the given keys. The last registration with a scheme counts. The
// function also returns an error if defaulting.GenerateSelector would reject the keys.
func AddToSchemeWith(keys batch.SelectorLabels) func(*runtime.Scheme) error {
	return jobdefaults.AddToSchemeWith(keys, setDefaults, setListDefaults)
}
