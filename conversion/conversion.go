// Package conversion converts Jobs between batch/v1, extensions/v1beta1 and the hub.
//
//   - [AddToScheme] registers the conversions for codecs and Scheme.Convert.
//   - [ToVersion] converts an object from any version to any other. A scheme can't: it doesn't
//     convert through the hub.
//   - The packages below have typed functions. Between batch/v1 and the hub they take tens of
//     nanoseconds and don't allocate.
//   - Every conversion is lossless, with one exception: manualSelector: false comes back unset
//     from extensions/v1beta1. The two mean the same.
//   - Input and output share maps, slices and pointers. No conversion changes its input, so
//     goroutines may convert the same object concurrently.
package conversion

import (
	"k8s.io/apimachinery/pkg/runtime"

	batchv1 "github.com/jobapi/jobapi/conversion/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/conversion/extensions/v1beta1"
)

var localSchemeBuilder = runtime.NewSchemeBuilder(
	batchv1.AddToScheme,
	extensionsv1beta1.AddToScheme,
)

// AddToScheme registers the conversions between the hub and both versions, and the field labels
// of both. It doesn't register the types, as apis.AddToScheme does. Calling it again is harmless.
// It returns an error if scheme is nil.
func AddToScheme(scheme *runtime.Scheme) error {
	return localSchemeBuilder.AddToScheme(scheme)
}
