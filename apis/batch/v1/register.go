package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/jobapi/jobapi/apis/internal/register"
)

// GroupName is the API group of this package's kinds.
const GroupName = "batch"

// SchemeGroupVersion is the group and version of this package's kinds. A manifest has it as its
// apiVersion.
var SchemeGroupVersion = schema.GroupVersion{Group: GroupName, Version: "v1"}

var (
	localSchemeBuilder = runtime.NewSchemeBuilder(addKnownTypes)

	// AddToScheme registers [Job] and [JobList] as batch/v1, and the request options of a
	// served version. It doesn't register conversions or defaults. Calling it again is
	// harmless. It returns an error if the scheme is nil or has other types under these kinds.
	AddToScheme = localSchemeBuilder.AddToScheme
)

// Kind returns kind qualified with this package's group.
func Kind(kind string) schema.GroupKind {
	return SchemeGroupVersion.WithKind(kind).GroupKind()
}

// Resource returns resource qualified with this package's group, for listers and API errors.
func Resource(resource string) schema.GroupResource {
	return SchemeGroupVersion.WithResource(resource).GroupResource()
}

func addKnownTypes(scheme *runtime.Scheme) error {
	if err := register.KnownTypes(scheme, SchemeGroupVersion, &Job{}, &JobList{}); err != nil {
		return err
	}
	metav1.AddToGroupVersion(scheme, SchemeGroupVersion)
	return nil
}
