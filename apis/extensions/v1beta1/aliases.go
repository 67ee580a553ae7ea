package v1beta1

import batchv1 "github.com/jobapi/jobapi/apis/batch/v1"

// Types that are the same in batch/v1.
type (
	// JobStatus is the current state of a Job. The job controller sets every field.
	JobStatus = batchv1.JobStatus

	// JobCondition is one observation of a Job.
	JobCondition = batchv1.JobCondition

	// JobConditionType is the type of a condition.
	JobConditionType = batchv1.JobConditionType

	// UncountedTerminatedPods lists pods that have ended but aren't counted yet. A UID can't be in
	// both lists.
	UncountedTerminatedPods = batchv1.UncountedTerminatedPods

	// PodFailurePolicy decides how pod failures count.
	PodFailurePolicy = batchv1.PodFailurePolicy

	// PodFailurePolicyRule is one rule of a [PodFailurePolicy]. It has either onExitCodes or
	// onPodConditions.
	PodFailurePolicyRule = batchv1.PodFailurePolicyRule

	// PodFailurePolicyAction is what a rule does with a pod failure that it matches.
	// +enum
	PodFailurePolicyAction = batchv1.PodFailurePolicyAction

	// PodFailurePolicyOnExitCodesRequirement matches a failed pod by the exit codes of its
	// containers and init containers. It ignores exit code 0.
	PodFailurePolicyOnExitCodesRequirement = batchv1.PodFailurePolicyOnExitCodesRequirement

	// PodFailurePolicyOnExitCodesOperator compares exit codes with a set of values.
	// +enum
	PodFailurePolicyOnExitCodesOperator = batchv1.PodFailurePolicyOnExitCodesOperator

	// PodFailurePolicyOnPodConditionsPattern matches a failed pod by one of its conditions.
	PodFailurePolicyOnPodConditionsPattern = batchv1.PodFailurePolicyOnPodConditionsPattern

	// SuccessPolicy decides when an Indexed Job succeeds before all of its indexes have succeeded.
	SuccessPolicy = batchv1.SuccessPolicy

	// SuccessPolicyRule is one rule of a [SuccessPolicy]. It has succeededIndexes, succeededCount
	// or both.
	SuccessPolicyRule = batchv1.SuccessPolicyRule

	// CompletionMode is the kind of completions that a Job counts.
	// +enum
	CompletionMode = batchv1.CompletionMode

	// PodReplacementPolicy decides when a pod is replaced.
	// +enum
	PodReplacementPolicy = batchv1.PodReplacementPolicy

	// JobSchedulingConfiguration describes how the scheduler treats the pods of a Job as a group.
	// Kubernetes 1.37 shares the types of its fields between workloads.
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
