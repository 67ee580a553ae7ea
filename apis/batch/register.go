package batch

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/jobapi/jobapi/apis/internal/register"
)

// GroupName is the API group of the hub, the same as that of batch/v1.
const GroupName = "batch"

// SchemeGroupVersion is the group of the hub, with the version that stands for internal
// types everywhere in this ecosystem.
var SchemeGroupVersion = schema.GroupVersion{Group: GroupName, Version: runtime.APIVersionInternal}

var (
	localSchemeBuilder = runtime.NewSchemeBuilder(addKnownTypes)

	// AddToScheme registers [Job] and [JobList] as the internal version of group batch. It
	// adds no conversion and no defaults. Calling it again is harmless. It fails on a nil
	// scheme, and on one that holds other types under these kinds.
	AddToScheme = localSchemeBuilder.AddToScheme
)

// Kind returns kind qualified with this package's group.
func Kind(kind string) schema.GroupKind {
	return SchemeGroupVersion.WithKind(kind).GroupKind()
}

// Resource returns resource qualified with this package's group, as listers and API errors
// name it.
func Resource(resource string) schema.GroupResource {
	return SchemeGroupVersion.WithResource(resource).GroupResource()
}

func addKnownTypes(scheme *runtime.Scheme) error {
	return register.KnownTypes(scheme, SchemeGroupVersion, &Job{}, &JobList{})
}
