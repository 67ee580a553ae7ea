package batch

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object

// Job runs pods until enough of them succeed.
type Job struct {
	metav1.TypeMeta

	// metadata is the standard metadata of an object. The names of the pods start with the
	// name. In automatic mode the name is also the value of a label of the pods, so it has at
	// most 63 characters. The server sets uid, creationTimestamp, generation and
	// resourceVersion.
	// +optional
	metav1.ObjectMeta

	// spec is the desired behavior of the Job. The user sets it. Most fields are immutable
	// after creation.
	// +optional
	Spec JobSpec

	// status is the current state of the Job. The job controller sets it through the status
	// subresource. A status in a create request is dropped.
	// +optional
	Status JobStatus
}

// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object

// JobList is a collection of Jobs.
type JobList struct {
	metav1.TypeMeta

	// metadata is the standard metadata of a list. The server sets it.
	// +optional
	metav1.ListMeta

	// items are the Jobs of the list, in the server's order.
	// +required
	Items []Job
}

// JobTemplateSpec describes Jobs that a controller creates later. Controllers embed it in
// their own types.
type JobTemplateSpec struct {
	// metadata is copied to each Job that is created from the template: usually only the
	// labels and annotations. The controller sets name and namespace.
	// +optional
	metav1.ObjectMeta

	// spec is copied to each Job that is created from the template. Leave selector and
	// manualSelector unset. Otherwise all Jobs from the template have the same selector, and
	// each Job takes the pods of the others for its own.
	// +optional
	Spec JobSpec
}
