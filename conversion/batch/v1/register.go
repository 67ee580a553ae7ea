package v1

import (
	"k8s.io/apimachinery/pkg/runtime"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/conversion/internal/fieldlabel"
)

var (
	localSchemeBuilder = runtime.NewSchemeBuilder(addFieldLabels)

	// AddToScheme registers the conversions of this package, and the field labels that Jobs
	// of batch/v1 can be selected by: metadata.name, metadata.namespace and
	// status.successful. It registers no types. Calling it again is harmless. It fails on
	// a nil scheme.
	AddToScheme = localSchemeBuilder.AddToScheme
)

func addFieldLabels(scheme *runtime.Scheme) error {
	return fieldlabel.AddToScheme(scheme, batchv1.SchemeGroupVersion)
}
