package kubernetes

import (
	"errors"

	"k8s.io/apimachinery/pkg/runtime"
)

var (
	localSchemeBuilder = runtime.NewSchemeBuilder(requireScheme)

	// AddToScheme registers the conversions of this package, for schemes that hold the types
	// of k8s.io/api/batch/v1 beside the hub. It registers no types. Calling it again is
	// harmless. It fails on a nil scheme.
	AddToScheme = localSchemeBuilder.AddToScheme
)

func requireScheme(scheme *runtime.Scheme) error {
	if scheme == nil {
		return errors.New("cannot register conversions of k8s.io/api/batch/v1: the scheme is nil")
	}
	return nil
}
