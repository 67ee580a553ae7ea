package v1beta1

import (
	"k8s.io/apimachinery/pkg/runtime"

	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/conversion/internal/fieldlabel"
)

var (
	localSchemeBuilder = runtime.NewSchemeBuilder(addFieldLabels)

	// AddToScheme registers the conversions of this package, and the field labels of Jobs of
	// extensions/v1beta1: metadata.name, metadata.namespace and status.successful. It doesn't register
	// the types. Calling it again is harmless. It returns an error if the scheme is nil.
	AddToScheme = localSchemeBuilder.AddToScheme
)

func addFieldLabels(scheme *runtime.Scheme) error {
	return fieldlabel.AddToScheme(scheme, extensionsv1beta1.SchemeGroupVersion)
}
