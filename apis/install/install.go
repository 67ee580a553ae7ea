// Package install sets up a scheme for the Job API in one call: types, conversions, defaults and
// validation.
//
//   - [NewScheme] returns a new scheme for
//     k8s.io/apimachinery/pkg/runtime/serializer.NewCodecFactory. [AddToScheme] adds to a scheme
//     of your own.
//   - Selectors are generated under the keys of batch.DefaultSelectorLabels. For other keys call
//     defaulting.AddToSchemeWith and validation.AddToSchemeWith afterwards. Give both the same
//     keys, or validation rejects the generated selectors.
//   - A scheme is safe for concurrent use once registration is complete.
package install

import (
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"

	"github.com/jobapi/jobapi/apis"
	"github.com/jobapi/jobapi/conversion"
	"github.com/jobapi/jobapi/defaulting"
	"github.com/jobapi/jobapi/validation"
)

var localSchemeBuilder = runtime.NewSchemeBuilder(
	apis.AddToScheme,
	conversion.AddToScheme,
	defaulting.AddToScheme,
	validation.AddToScheme,
)

// AddToScheme registers the whole Job API with scheme. Calling it again is harmless. It returns
// an error if scheme is nil or has the types of k8s.io/api/batch/v1. See package apis.
func AddToScheme(scheme *runtime.Scheme) error {
	return localSchemeBuilder.AddToScheme(scheme)
}

// NewScheme returns a new scheme with the whole Job API. The caller owns it, and may add other
// groups.
func NewScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	// Registration can't fail: an empty scheme has no other types under these kinds.
	utilruntime.Must(AddToScheme(scheme))
	return scheme
}
