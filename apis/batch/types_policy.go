package batch

import (
	corev1 "k8s.io/api/core/v1"
)

// PodFailurePolicy decides how pod failures count.
type PodFailurePolicy struct {
	// rules are tried in order, and the first match decides. A failure that no rule matches
	// counts towards backoffLimit. At most 20 rules. Immutable.
	// +required
	// +listType=atomic
	Rules []PodFailurePolicyRule
}

// PodFailurePolicyRule is one rule of a [PodFailurePolicy]. It has either onExitCodes or
// onPodConditions.
type PodFailurePolicyRule struct {
	// action is what a match does: FailJob, FailIndex, Ignore or Count. FailIndex requires
	// backoffLimitPerIndex. A controller skips rules with an action that it doesn't know.
	// +required
	Action PodFailurePolicyAction

	// onExitCodes matches by the exit codes of the pod's containers.
	// +optional
	OnExitCodes *PodFailurePolicyOnExitCodesRequirement

	// onPodConditions matches if any of its patterns matches a condition of the pod. At most
	// 20 patterns.
	// +optional
	// +listType=atomic
	OnPodConditions []PodFailurePolicyOnPodConditionsPattern
}

// PodFailurePolicyAction is what a rule does with a pod failure that it matches.
// +enum
type PodFailurePolicyAction string

const (
	// PodFailurePolicyActionFailJob fails the Job and terminates its running pods.
	PodFailurePolicyActionFailJob PodFailurePolicyAction = "FailJob"

	// PodFailurePolicyActionFailIndex fails the pod's index without further retries. It
	// requires backoffLimitPerIndex.
	PodFailurePolicyActionFailIndex PodFailurePolicyAction = "FailIndex"

	// PodFailurePolicyActionIgnore replaces the pod and doesn't count the failure.
	PodFailurePolicyActionIgnore PodFailurePolicyAction = "Ignore"

	// PodFailurePolicyActionCount counts the failure towards backoffLimit, as if no rule
	// matched.
	PodFailurePolicyActionCount PodFailurePolicyAction = "Count"
)

// PodFailurePolicyOnExitCodesRequirement matches a failed pod by the exit codes of its
// containers and init containers. It ignores exit code 0.
type PodFailurePolicyOnExitCodesRequirement struct {
	// containerName restricts the check to one container or init container of the template.
	// By default all of them are checked.
	// +optional
	ContainerName *string

	// operator is In or NotIn. In matches if some exit code is one of values, NotIn if some
	// exit code is not. An operator that the controller doesn't know never matches.
	// +required
	Operator PodFailurePolicyOnExitCodesOperator

	// values are 1 to 255 exit codes in ascending order, without duplicates. 0 is not allowed
	// with operator In.
	// +required
	// +listType=set
	Values []int32
}

// PodFailurePolicyOnExitCodesOperator compares exit codes with a set of values.
// +enum
type PodFailurePolicyOnExitCodesOperator string

const (
	// PodFailurePolicyOnExitCodesOpIn matches if some exit code is one of the values.
	PodFailurePolicyOnExitCodesOpIn PodFailurePolicyOnExitCodesOperator = "In"

	// PodFailurePolicyOnExitCodesOpNotIn matches if some exit code is not one of the values.
	PodFailurePolicyOnExitCodesOpNotIn PodFailurePolicyOnExitCodesOperator = "NotIn"
)

// PodFailurePolicyOnPodConditionsPattern matches a failed pod by one of its conditions.
type PodFailurePolicyOnPodConditionsPattern struct {
	// type is the type of the pod's condition, such as DisruptionTarget.
	// +required
	Type corev1.PodConditionType

	// status is the required status of the condition: True, False or Unknown.
	// Defaults to True.
	// +optional
	Status corev1.ConditionStatus
}

// SuccessPolicy decides when an Indexed Job succeeds before all of its indexes have succeeded.
type SuccessPolicy struct {
	// rules are alternatives: the Job succeeds once any of them is met. It gets the condition
	// SuccessCriteriaMet, its remaining pods are terminated, and it becomes Complete. 1 to 20
	// rules. Immutable.
	// +required
	// +listType=atomic
	Rules []SuccessPolicyRule
}

// SuccessPolicyRule is one rule of a [SuccessPolicy]. It has succeededIndexes, succeededCount
// or both.
type SuccessPolicyRule struct {
	// succeededIndexes are the indexes that must succeed: numbers and ranges in ascending
	// order, separated by commas, such as 1,3-5,7. Each index must be less than completions.
	// At most 64 KiB.
	// By default only succeededCount counts.
	// +optional
	SucceededIndexes *string

	// succeededCount is how many indexes must succeed: of succeededIndexes if that is set, and
	// of all indexes otherwise. It must not be negative or exceed the number of those indexes.
	// By default all of succeededIndexes must succeed.
	// +optional
	SucceededCount *int32
}
