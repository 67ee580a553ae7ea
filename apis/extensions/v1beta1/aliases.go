package v1beta1

import batchv1 "github.com/jobapi/jobapi/apis/batch/v1"

// The types that are the same in batch/v1.
type (
	// JobStatus is what has become of a Job so far. The job controller sets every field.
	JobStatus = batchv1.JobStatus

	// JobCondition is one observation of a Job.
	JobCondition = batchv1.JobCondition

	// JobConditionType is what a condition is about.
	JobConditionType = batchv1.JobConditionType

	// UncountedTerminatedPods names pods that have ended and are not counted yet. No UID is
	// in both lists.
	UncountedTerminatedPods = batchv1.UncountedTerminatedPods

	// PodFailurePolicy says how pod failures count.
	PodFailurePolicy = batchv1.PodFailurePolicy

	// PodFailurePolicyRule is one rule of a [PodFailurePolicy]. It has either onExitCodes or
	// onPodConditions.
	PodFailurePolicyRule = batchv1.PodFailurePolicyRule

	// PodFailurePolicyAction is what happens to a failure that a rule matches.
	// +enum
	PodFailurePolicyAction = batchv1.PodFailurePolicyAction

	// PodFailurePolicyOnExitCodesRequirement matches a failed pod by the exit codes of its
	// containers and init containers. Containers that ended with 0 do not count.
	PodFailurePolicyOnExitCodesRequirement = batchv1.PodFailurePolicyOnExitCodesRequirement

	// PodFailurePolicyOnExitCodesOperator relates exit codes to a set of values.
	// +enum
	PodFailurePolicyOnExitCodesOperator = batchv1.PodFailurePolicyOnExitCodesOperator

	// PodFailurePolicyOnPodConditionsPattern matches a failed pod by one of its conditions.
	PodFailurePolicyOnPodConditionsPattern = batchv1.PodFailurePolicyOnPodConditionsPattern

	// SuccessPolicy says when an Indexed Job has succeeded before all indexes have.
	SuccessPolicy = batchv1.SuccessPolicy

	// SuccessPolicyRule is one rule of a [SuccessPolicy]. It has succeededIndexes,
	// succeededCount or both.
	SuccessPolicyRule = batchv1.SuccessPolicyRule

	// CompletionMode says whether a Job's completions are alike or numbered.
	// +enum
	CompletionMode = batchv1.CompletionMode

	// PodReplacementPolicy says when a pod gets its replacement.
	// +enum
	PodReplacementPolicy = batchv1.PodReplacementPolicy

	// JobSchedulingConfiguration says how the scheduler treats a Job's pods as a group.
	// Its parts are the building blocks that Kubernetes 1.37 shares between workloads.
	JobSchedulingConfiguration = batchv1.JobSchedulingConfiguration
)

// Labels that the system puts on a Job's pods in automatic mode.
const (
	JobNameLabel             = batchv1.JobNameLabel
	ControllerUidLabel       = batchv1.ControllerUidLabel
	LegacyJobNameLabel       = batchv1.LegacyJobNameLabel
	LegacyControllerUidLabel = batchv1.LegacyControllerUidLabel
)

// Annotations of Jobs and of their pods.
const (
	CronJobScheduledTimestampAnnotation   = batchv1.CronJobScheduledTimestampAnnotation
	JobCompletionIndexAnnotation          = batchv1.JobCompletionIndexAnnotation
	JobIndexFailureCountAnnotation        = batchv1.JobIndexFailureCountAnnotation
	JobIndexIgnoredFailureCountAnnotation = batchv1.JobIndexIgnoredFailureCountAnnotation
)

// The finalizer of a Job's pods, and the name of the built-in controller.
const (
	JobTrackingFinalizer = batchv1.JobTrackingFinalizer
	JobControllerName    = batchv1.JobControllerName
)

// Values of spec.completionMode and spec.podReplacementPolicy.
const (
	NonIndexedCompletion = batchv1.NonIndexedCompletion
	IndexedCompletion    = batchv1.IndexedCompletion
	TerminatingOrFailed  = batchv1.TerminatingOrFailed
	Failed               = batchv1.Failed
)

// Actions and operators of spec.podFailurePolicy.
const (
	PodFailurePolicyActionFailJob      = batchv1.PodFailurePolicyActionFailJob
	PodFailurePolicyActionFailIndex    = batchv1.PodFailurePolicyActionFailIndex
	PodFailurePolicyActionIgnore       = batchv1.PodFailurePolicyActionIgnore
	PodFailurePolicyActionCount        = batchv1.PodFailurePolicyActionCount
	PodFailurePolicyOnExitCodesOpIn    = batchv1.PodFailurePolicyOnExitCodesOpIn
	PodFailurePolicyOnExitCodesOpNotIn = batchv1.PodFailurePolicyOnExitCodesOpNotIn
)

// The conditions that the built-in controller sets.
const (
	JobSuspended          = batchv1.JobSuspended
	JobComplete           = batchv1.JobComplete
	JobFailed             = batchv1.JobFailed
	JobFailureTarget      = batchv1.JobFailureTarget
	JobSuccessCriteriaMet = batchv1.JobSuccessCriteriaMet
)

// The reasons that the built-in controller gives with a condition.
const (
	JobReasonPodFailurePolicy         = batchv1.JobReasonPodFailurePolicy
	JobReasonBackoffLimitExceeded     = batchv1.JobReasonBackoffLimitExceeded
	JobReasonDeadlineExceeded         = batchv1.JobReasonDeadlineExceeded
	JobReasonMaxFailedIndexesExceeded = batchv1.JobReasonMaxFailedIndexesExceeded
	JobReasonFailedIndexes            = batchv1.JobReasonFailedIndexes
	JobReasonSuccessPolicy            = batchv1.JobReasonSuccessPolicy
	JobReasonCompletionsReached       = batchv1.JobReasonCompletionsReached
)
