// Package conversion converts Jobs between batch/v1, extensions/v1beta1 and the hub.
//
//   - [AddToScheme] registers the conversions, for codecs and Scheme.Convert.
//   - [ToVersion] takes an object from any version to any other. A scheme alone does not:
//     it never goes through the hub by itself.
//   - The typed functions are in the packages below. Between batch/v1 and the hub they
//     cost tens of nanoseconds and no allocation.
//   - Every conversion is lossless, but that manualSelector: false comes back unset from
//     extensions/v1beta1; the two mean the same.
//   - Input and output share maps, slices and pointers. No conversion changes its input,
//     so goroutines may convert the same object at once.
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

// AddToScheme registers the conversions between the hub and both versions, and the field
// labels of both. It registers no types: apis.AddToScheme does. Calling it again is
// harmless. It fails on a nil scheme.
func AddToScheme(scheme *runtime.Scheme) error {
	return localSchemeBuilder.AddToScheme(scheme)
}
