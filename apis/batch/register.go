package batch

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/jobapi/jobapi/apis/internal/register"
)

// GroupName is the API group of the hub, the same as that of batch/v1.
const GroupName = "batch"

// SchemeGroupVersion is the group of the hub, and the version that apimachinery uses for
// internal types.
var SchemeGroupVersion = schema.GroupVersion{Group: GroupName, Version: runtime.APIVersionInternal}

var (
	localSchemeBuilder = runtime.NewSchemeBuilder(addKnownTypes)

	// AddToScheme registers [Job] and [JobList] as the internal version of group batch. It
	// doesn't register conversions or defaults. Calling it again is harmless. It returns an
	// error if the scheme is nil or has other types under these kinds.
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
	return register.KnownTypes(scheme, SchemeGroupVersion, &Job{}, &JobList{})
}
