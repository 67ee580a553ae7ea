package batch

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object

// Job runs pods until enough of them succeed.
type Job struct {
	metav1.TypeMeta

	// metadata is the standard metadata of an object. The name goes into the names of
	// the pods, and in automatic mode into a label of theirs, so 63 characters are the
	// limit there. The server sets uid, creationTimestamp, generation and
	// resourceVersion.
	// +optional
	metav1.ObjectMeta

	// spec is what the user asks for. The user sets it; after creation most of it is
	// immutable, as each field says.
	// +optional
	Spec JobSpec

	// status is what has become of it so far. The job controller sets it, through the
	// status subresource; what a user writes here on creation is dropped.
	// +optional
	Status JobStatus
}

// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object

// JobList is a collection of Jobs, as list requests return it.
type JobList struct {
	metav1.TypeMeta

	// metadata is the standard metadata of a list. The server sets it.
	// +optional
	metav1.ListMeta

	// items is the Jobs of the list, in the server's order.
	// +required
	Items []Job
}

// JobTemplateSpec is a Job to be made later: what controllers that create Jobs embed
// in their own types.
type JobTemplateSpec struct {
	// metadata is copied into each Job that is made from the template. Its labels and
	// annotations count; name and namespace are usually left to the controller.
	// +optional
	metav1.ObjectMeta

	// spec is copied into each Job that is made from the template. Leave selector and
	// manualSelector unset here: Jobs made from one template would otherwise share a
	// selector, and each would take the pods of the others for its own.
	// +optional
	Spec JobSpec
}
