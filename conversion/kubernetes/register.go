package kubernetes

import (
	"errors"

	"k8s.io/apimachinery/pkg/runtime"
)

var (
	localSchemeBuilder = runtime.NewSchemeBuilder(requireScheme)

	// AddToScheme registers the conversions of this package, for a scheme that has the types of
	// k8s.io/api/batch/v1 and the hub. It doesn't register the types. Calling it again is
	// harmless. It returns an error if the scheme is nil.
	AddToScheme = localSchemeBuilder.AddToScheme
)

func requireScheme(scheme *runtime.Scheme) error {
	if scheme == nil {
		return errors.New("cannot register conversions of k8s.io/api/batch/v1: the scheme is nil")
	}
	return nil
}
