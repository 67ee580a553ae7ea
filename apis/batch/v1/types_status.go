package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// JobStatus is what has become of a Job so far. The job controller sets every field.
type JobStatus struct {
	// conditions are the latest observations. A Job has finished when Complete or Failed is
	// True: never both, and neither is ever taken back. FailureTarget and
	// SuccessCriteriaMet announce them while the last pods go away.
	// +optional
	// +patchMergeKey=type
	// +patchStrategy=merge
	// +listType=atomic
	Conditions []JobCondition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type"`

	// creationTime is when the Job was created. kube-apiserver does not have this field; there
	// metadata.creationTimestamp tells it.
	// +optional
	CreationTime *metav1.Time `json:"creationTime,omitempty"`

	// startTime is when the controller began with the Job, or began anew after it had been
	// suspended. A suspended Job has none until it is resumed. Does not change otherwise.
	// +optional
	StartTime *metav1.Time `json:"startTime,omitempty"`

	// completionTime is when the Job succeeded. Set together with the condition Complete,
	// not before startTime, and never changed.
	// +optional
	CompletionTime *metav1.Time `json:"completionTime,omitempty"`

	// active is the number of pods that are pending or running and not being deleted. 0 once
	// the Job has finished.
	// +optional
	Active int32 `json:"active,omitempty"`

	// succeeded is the number of pods that have succeeded. It never falls, but when an
	// Indexed Job is scaled down.
	// +optional
	Succeeded int32 `json:"succeeded,omitempty"`

	// failed is the number of pods that have failed. It never falls.
	// +optional
	Failed int32 `json:"failed,omitempty"`

	// terminating is the number of pods that are pending or running and being deleted.
	// +optional
	Terminating *int32 `json:"terminating,omitempty"`

	// completedIndexes are the indexes of an Indexed Job that have succeeded, as numbers and
	// ranges in ascending order, separated by commas: 1,3-5,7. Three or more neighbours
	// make a range.
	// +optional
	CompletedIndexes string `json:"completedIndexes,omitempty"`

	// failedIndexes are the indexes that have failed, in the form of completedIndexes. Set
	// with spec.backoffLimitPerIndex only. No index is in both.
	// +optional
	FailedIndexes *string `json:"failedIndexes,omitempty"`

	// uncountedTerminatedPods are pods that have ended and are not in succeeded or failed yet.
	// The controller notes a pod here, takes its finalizer off the pod, then counts it.
	// Empty once the Job has finished.
	// +optional
	UncountedTerminatedPods *UncountedTerminatedPods `json:"uncountedTerminatedPods,omitempty"`

	// ready is the number of active pods whose condition Ready is True.
	// +optional
	Ready *int32 `json:"ready,omitempty"`
}

// UncountedTerminatedPods names pods that have ended and are not counted yet. No UID is
// in both lists.
type UncountedTerminatedPods struct {
	// succeeded are the UIDs of pods that have succeeded.
	// +optional
	// +listType=set
	Succeeded []types.UID `json:"succeeded,omitempty"`

	// failed are the UIDs of pods that have failed.
	// +optional
	// +listType=set
	Failed []types.UID `json:"failed,omitempty"`
}

// JobCondition is one observation of a Job.
type JobCondition struct {
	// type is what the condition is about: Suspended, Complete, Failed, FailureTarget,
	// SuccessCriteriaMet, or a type of another controller's own.
	// +required
	Type JobConditionType `json:"type"`

	// status is True, False or Unknown.
	// +required
	Status corev1.ConditionStatus `json:"status"`

	// lastProbeTime is when the condition was last checked.
	// +optional
	LastProbeTime metav1.Time `json:"lastProbeTime,omitempty"`

	// lastTransitionTime is when status last changed.
	// +optional
	LastTransitionTime metav1.Time `json:"lastTransitionTime,omitempty"`

	// reason is why status last changed: one word for programs, such as
	// BackoffLimitExceeded.
	// +optional
	Reason string `json:"reason,omitempty"`

	// message is why status last changed, in words for people.
	// +optional
	Message string `json:"message,omitempty"`
}

// JobConditionType is what a condition is about.
type JobConditionType string

// The conditions that the built-in controller sets.
const (
	// JobSuspended says that the Job makes no pods because spec.suspend is true.
	JobSuspended JobConditionType = "Suspended"

	// JobComplete says that the Job has finished and succeeded.
	JobComplete JobConditionType = "Complete"

	// JobFailed says that the Job has finished and failed.
	JobFailed JobConditionType = "Failed"

	// JobFailureTarget says that the Job is going to fail once its pods are gone.
	JobFailureTarget JobConditionType = "FailureTarget"

	// JobSuccessCriteriaMet says that the Job is going to be Complete once its pods are gone.
	JobSuccessCriteriaMet JobConditionType = "SuccessCriteriaMet"
)

// The reasons that the built-in controller gives with a condition.
const (
	// JobReasonPodFailurePolicy says that a rule of spec.podFailurePolicy failed the Job.
	JobReasonPodFailurePolicy string = "PodFailurePolicy"

	// JobReasonBackoffLimitExceeded says that there were more failures than
	// spec.backoffLimit.
	JobReasonBackoffLimitExceeded string = "BackoffLimitExceeded"

	// JobReasonDeadlineExceeded says that the Job ran longer than
	// spec.activeDeadlineSeconds.
	JobReasonDeadlineExceeded string = "DeadlineExceeded"

	// JobReasonMaxFailedIndexesExceeded says that more indexes failed than
	// spec.maxFailedIndexes.
	JobReasonMaxFailedIndexesExceeded string = "MaxFailedIndexesExceeded"

	// JobReasonFailedIndexes says that the Job ended with failed indexes.
	JobReasonFailedIndexes string = "FailedIndexes"

	// JobReasonSuccessPolicy says that a rule of spec.successPolicy was met.
	JobReasonSuccessPolicy string = "SuccessPolicy"

	// JobReasonCompletionsReached says that spec.completions pods succeeded.
	JobReasonCompletionsReached string = "CompletionsReached"
)
