package v1beta1

import (
	"k8s.io/apimachinery/pkg/runtime"

	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/conversion/internal/fieldlabel"
)

var (
	localSchemeBuilder = runtime.NewSchemeBuilder(addFieldLabels)

	// AddToScheme registers the conversions of this package, and the field labels that Jobs
	// of extensions/v1beta1 can be selected by: metadata.name, metadata.namespace and
	// status.successful. It registers no types. Calling it again is harmless. It fails on
	// a nil scheme.
	AddToScheme = localSchemeBuilder.AddToScheme
)

func addFieldLabels(scheme *runtime.Scheme) error {
	return fieldlabel.AddToScheme(scheme, extensionsv1beta1.SchemeGroupVersion)
}
