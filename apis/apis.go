// Package apis registers the types of the Job API: the hub in both of its groups, batch/v1 and
// extensions/v1beta1.
//
//   - [AddToScheme] registers types only. Conversion, defaulting and validation have an
//     AddToScheme each. Package apis/install calls all of them.
//   - There is no global scheme, and importing the package has no effects.
//   - A scheme can't have these types and those of k8s.io/api/batch/v1, since both claim the
//     kinds Job and JobList of batch/v1. AddToScheme returns an error if the other types are
//     registered. Registering the other types afterwards panics. A program that uses the client
//     of k8s.io/client-go needs two schemes, and converts with conversion/kubernetes.
//   - The types don't implement the interfaces Hub and Convertible of controller-runtime, whose
//     conversion webhooks work inside one group only.
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

// AddToScheme registers the types of every group and version with scheme. Calling it again is
// harmless. It returns an error if scheme is nil or has other types under these kinds. Types that
// it registered before the error stay.
func AddToScheme(scheme *runtime.Scheme) error {
	return localSchemeBuilder.AddToScheme(scheme)
}
