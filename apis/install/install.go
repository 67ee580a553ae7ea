// Package install sets up a scheme for the Job API in one call: the types, their
// conversions, their defaults and their validation.
//
//   - [NewScheme] returns a scheme of its own, ready for
//     k8s.io/apimachinery/pkg/runtime/serializer.NewCodecFactory. [AddToScheme] adds the
//     same to a scheme that exists already.
//   - Selectors are generated under the keys of batch.DefaultSelectorLabels. For other keys
//     call defaulting.AddToSchemeWith and validation.AddToSchemeWith afterwards, both with
//     the same keys: else the scheme refuses the selectors that it generates.
//   - A scheme is safe for concurrent use once everything is registered with it.
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

// AddToScheme registers all of the Job API with scheme. Calling it again is harmless. It
// fails on a nil scheme, and on one that holds the types of k8s.io/api/batch/v1; see
// package apis.
func AddToScheme(scheme *runtime.Scheme) error {
	return localSchemeBuilder.AddToScheme(scheme)
}

// NewScheme returns a new scheme with all of the Job API in it. The caller owns it, and may
// add other groups.
func NewScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	// An empty scheme holds nothing that registration could clash with.
	utilruntime.Must(AddToScheme(scheme))
	return scheme
}
