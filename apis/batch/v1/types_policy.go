package v1

import (
	corev1 "k8s.io/api/core/v1"
)

// PodFailurePolicy says how pod failures count.
type PodFailurePolicy struct {
	// rules are tried in order, and the first that matches decides; a failure that no rule
	// matches counts towards backoffLimit. At most 20. Immutable.
	// +required
	// +listType=atomic
	Rules []PodFailurePolicyRule `json:"rules"`
}

// PodFailurePolicyRule is one rule of a [PodFailurePolicy]. It has either onExitCodes or
// onPodConditions.
type PodFailurePolicyRule struct {
	// action is what happens to a failure that the rule matches: FailJob, FailIndex (needs
	// backoffLimitPerIndex), Ignore or Count. A controller skips rules whose action it
	// does not know.
	// +required
	Action PodFailurePolicyAction `json:"action"`

	// onExitCodes matches by the exit codes of the pod's containers.
	// +optional
	OnExitCodes *PodFailurePolicyOnExitCodesRequirement `json:"onExitCodes,omitempty"`

	// onPodConditions matches if any of its patterns is among the pod's conditions. At most
	// 20 patterns.
	// +optional
	// +listType=atomic
	OnPodConditions []PodFailurePolicyOnPodConditionsPattern `json:"onPodConditions,omitempty"`
}

// PodFailurePolicyAction is what happens to a failure that a rule matches.
// +enum
type PodFailurePolicyAction string

const (
	// PodFailurePolicyActionFailJob fails the Job and terminates its running pods.
	PodFailurePolicyActionFailJob PodFailurePolicyAction = "FailJob"

	// PodFailurePolicyActionFailIndex fails the pod's index, which is not retried. It needs
	// backoffLimitPerIndex.
	PodFailurePolicyActionFailIndex PodFailurePolicyAction = "FailIndex"

	// PodFailurePolicyActionIgnore replaces the pod and counts nothing.
	PodFailurePolicyActionIgnore PodFailurePolicyAction = "Ignore"

	// PodFailurePolicyActionCount counts the failure towards backoffLimit, as if no rule
	// matched.
	PodFailurePolicyActionCount PodFailurePolicyAction = "Count"
)

// PodFailurePolicyOnExitCodesRequirement matches a failed pod by the exit codes of its
// containers and init containers. Containers that ended with 0 do not count.
type PodFailurePolicyOnExitCodesRequirement struct {
	// containerName restricts the check to one container or init container of the template.
	// Unset means all of them.
	// +optional
	ContainerName *string `json:"containerName,omitempty"`

	// operator is In (some exit code is among values) or NotIn (some exit code is not). A
	// controller takes an operator that it does not know for no match.
	// +required
	Operator PodFailurePolicyOnExitCodesOperator `json:"operator"`

	// values are the exit codes, ascending and without duplicates, 1 to 255 of them. With
	// operator In 0 is not allowed.
	// +required
	// +listType=set
	Values []int32 `json:"values"`
}

// PodFailurePolicyOnExitCodesOperator relates exit codes to a set of values.
// +enum
type PodFailurePolicyOnExitCodesOperator string

const (
	// PodFailurePolicyOnExitCodesOpIn holds if some exit code is among the values.
	PodFailurePolicyOnExitCodesOpIn PodFailurePolicyOnExitCodesOperator = "In"

	// PodFailurePolicyOnExitCodesOpNotIn holds if some exit code is not among the values.
	PodFailurePolicyOnExitCodesOpNotIn PodFailurePolicyOnExitCodesOperator = "NotIn"
)

// PodFailurePolicyOnPodConditionsPattern matches a failed pod by one of its conditions.
type PodFailurePolicyOnPodConditionsPattern struct {
	// type is the type of the pod's condition, such as DisruptionTarget.
	// +required
	Type corev1.PodConditionType `json:"type"`

	// status is the status that the condition must have: True, False or Unknown.
	// Defaults to True.
	// +optional
	Status corev1.ConditionStatus `json:"status"`
}

// SuccessPolicy says when an Indexed Job has succeeded before all indexes have.
type SuccessPolicy struct {
	// rules are alternatives: the Job has succeeded when any of them is met. It then gets
	// the condition SuccessCriteriaMet, its remaining pods are terminated, and it ends
	// as Complete. 1 to 20 rules. Immutable.
	// +required
	// +listType=atomic
	Rules []SuccessPolicyRule `json:"rules"`
}

// SuccessPolicyRule is one rule of a [SuccessPolicy]. It has succeededIndexes,
// succeededCount or both.
type SuccessPolicyRule struct {
	// succeededIndexes is the set of indexes that must succeed, as numbers and ranges in
	// ascending order, separated by commas: 1,3-5,7. Each is below completions. At most
	// 64 KiB.
	// Unset means that the rule is about the count alone.
	// +optional
	SucceededIndexes *string `json:"succeededIndexes,omitempty"`

	// succeededCount is how many indexes must succeed: of succeededIndexes if that is set,
	// else of all. Not negative, and not more than there are.
	// Unset means all of succeededIndexes.
	// +optional
	SucceededCount *int32 `json:"succeededCount,omitempty"`
}
