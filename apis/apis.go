// Package apis registers the types of the Job API: the hub in both of its groups,
// batch/v1 and extensions/v1beta1.
//
//   - [AddToScheme] adds types and nothing else. Conversion, defaulting and validation
//     have an AddToScheme each, and apis/install calls them all.
//   - There is no global scheme. Nothing here runs before it is called.
//   - A scheme holds either these types or those of k8s.io/api/batch/v1: both claim the
//     kinds Job and JobList of batch/v1. AddToScheme returns an error where the others
//     came first; where they come second, their registration panics. Programs with a
//     client of k8s.io/client-go keep a scheme of its own for each, and convert with
//     conversion/kubernetes.
//   - Conversion webhooks of controller-runtime work inside one group, so the types do
//     not implement its Hub and Convertible interfaces.
package apis

import (
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/apis/extensions"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
)

//go:generate go tool -modfile=../internal/gen/go.mod deepcopy-gen --output-file zz_generated.deepcopy.go ./batch ./batch/v1 ./extensions/v1beta1
//go:generate go tool -modfile=../internal/gen/go.mod conversion-gen --output-file zz_generated.conversion.go ../conversion/batch/v1 ../conversion/kubernetes

// The generator must not see extensions/v1beta1 beside batch/v1, or each would call the other's
// functions for the types that they share.
//go:generate go tool -modfile=../internal/gen/go.mod conversion-gen --output-file zz_generated.conversion.go ../conversion/extensions/v1beta1

var localSchemeBuilder = runtime.NewSchemeBuilder(
	batchv1.AddToScheme,
	extensionsv1beta1.AddToScheme,
	batch.AddToScheme,
	extensions.AddToScheme,
)

// AddToScheme registers the types of every group and version with scheme. Calling it again
// is harmless. It fails on a nil scheme, and on one that holds other types under these
// kinds; what it registered before it failed stays.
func AddToScheme(scheme *runtime.Scheme) error {
	return localSchemeBuilder.AddToScheme(scheme)
}
