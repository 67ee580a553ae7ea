package batch

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// JobStatus is the current state of a Job. The job controller sets every field.
type JobStatus struct {
	// conditions are the latest observations. A Job has finished when Complete or Failed is
	// True. Only one of them can be True, and it stays True. FailureTarget and
	// SuccessCriteriaMet announce them while the remaining pods terminate.
	// +optional
	// +listType=atomic
	Conditions []JobCondition

	// creationTime is when the Job was created. kube-apiserver doesn't have this field. It has
	// metadata.creationTimestamp instead.
	// +optional
	CreationTime *metav1.Time

	// startTime is when the controller started the Job, or resumed it after a suspension. It
	// is unset while the Job is suspended. Otherwise it doesn't change.
	// +optional
	StartTime *metav1.Time

	// completionTime is when the Job succeeded. It is set together with the condition
	// Complete, isn't before startTime, and never changes.
	// +optional
	CompletionTime *metav1.Time

	// active is the number of pods that are pending or running and not terminating. It is 0
	// once the Job has finished.
	// +optional
	Active int32

	// succeeded is the number of pods that have succeeded. It never decreases, except when an
	// Indexed Job is scaled down.
	// +optional
	Succeeded int32

	// failed is the number of pods that have failed. It never decreases.
	// +optional
	Failed int32

	// terminating is the number of pods that are pending or running and have a deletion
	// timestamp.
	// +optional
	Terminating *int32

	// completedIndexes are the indexes of an Indexed Job that have succeeded: numbers and
	// ranges in ascending order, separated by commas, such as 1,3-5,7. Three or more
	// consecutive indexes make a range.
	// +optional
	CompletedIndexes string

	// failedIndexes are the indexes that have failed, in the form of completedIndexes. It is
	// set with spec.backoffLimitPerIndex only. An index can't be in both.
	// +optional
	FailedIndexes *string

	// uncountedTerminatedPods are pods that have ended but aren't counted in succeeded or
	// failed yet. The controller adds a pod here, removes its finalizer from the pod, and
	// then counts the pod. It is empty once the Job has finished.
	// +optional
	UncountedTerminatedPods *UncountedTerminatedPods

	// ready is the number of active pods whose condition Ready is True.
	// +optional
	Ready *int32
}

// UncountedTerminatedPods lists pods that have ended but aren't counted yet. A UID can't be in
// both lists.
type UncountedTerminatedPods struct {
	// succeeded are the UIDs of pods that have succeeded.
	// +optional
	// +listType=set
	Succeeded []types.UID

	// failed are the UIDs of pods that have failed.
	// +optional
	// +listType=set
	Failed []types.UID
}

// JobCondition is one observation of a Job.
type JobCondition struct {
	// type is the type of the condition: Suspended, Complete, Failed, FailureTarget,
	// SuccessCriteriaMet, or a type that another controller defines.
	// +required
	Type JobConditionType

	// status is True, False or Unknown.
	// +required
	Status corev1.ConditionStatus

	// lastProbeTime is when the condition was last checked.
	// +optional
	LastProbeTime metav1.Time

	// lastTransitionTime is when status last changed.
	// +optional
	LastTransitionTime metav1.Time

	// reason is why status last changed, as one word for programs, such as
	// BackoffLimitExceeded.
	// +optional
	Reason string

	// message is why status last changed, as text for people.
	// +optional
	Message string
}

// JobConditionType is the type of a condition.
type JobConditionType string

// The conditions that the built-in controller sets.
const (
	// JobSuspended means that the Job is suspended, because spec.suspend is true.
	JobSuspended JobConditionType = "Suspended"

	// JobComplete means that the Job has finished and succeeded.
	JobComplete JobConditionType = "Complete"

	// JobFailed means that the Job has finished and failed.
	JobFailed JobConditionType = "Failed"

	// JobFailureTarget means that the Job fails once its pods have terminated.
	JobFailureTarget JobConditionType = "FailureTarget"

	// JobSuccessCriteriaMet means that the Job becomes Complete once its pods have terminated.
	JobSuccessCriteriaMet JobConditionType = "SuccessCriteriaMet"
)

// The reasons that the built-in controller gives with a condition.
const (
	// JobReasonPodFailurePolicy means that a rule of spec.podFailurePolicy failed the Job.
	JobReasonPodFailurePolicy string = "PodFailurePolicy"

	// JobReasonBackoffLimitExceeded means that there were more retries than
	// spec.backoffLimit.
	JobReasonBackoffLimitExceeded string = "BackoffLimitExceeded"

	// JobReasonDeadlineExceeded means that the Job ran longer than
	// spec.activeDeadlineSeconds.
	JobReasonDeadlineExceeded string = "DeadlineExceeded"

	// JobReasonMaxFailedIndexesExceeded means that more indexes failed than
	// spec.maxFailedIndexes.
	JobReasonMaxFailedIndexesExceeded string = "MaxFailedIndexesExceeded"

	// JobReasonFailedIndexes means that the Job ended with failed indexes.
	JobReasonFailedIndexes string = "FailedIndexes"

	// JobReasonSuccessPolicy means that a rule of spec.successPolicy was met.
	JobReasonSuccessPolicy string = "SuccessPolicy"

	// JobReasonCompletionsReached means that spec.completions pods succeeded.
	JobReasonCompletionsReached string = "CompletionsReached"
)
