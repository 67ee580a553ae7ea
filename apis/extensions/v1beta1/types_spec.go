package v1beta1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// JobSpec describes which pods a Job runs, how many of them, how the Job finds its pods, and
// when it gives up.
type JobSpec struct {
	// parallelism is the maximum number of pods that run at the same time. Fewer pods run if
	// fewer completions are left. 0 pauses the Job without suspending it. It must not be
	// negative, and must not exceed 100000 for an Indexed Job.
	// Defaults to 1. It can change at any time.
	// +optional
	Parallelism *int32 `json:"parallelism,omitempty"`

	// completions is the number of pods that must succeed. If it is unset and parallelism is
	// set, the pods share a work queue: once any pod has succeeded and all pods have ended,
	// the Job is complete. It is required for an Indexed Job. It must not be negative.
	// Defaults to 1 if parallelism is unset too. Immutable, except that an Indexed Job can
	// change it together with parallelism, to the same number.
	// +optional
	Completions *int32 `json:"completions,omitempty"`

	// activeDeadlineSeconds is how long the Job may run, in seconds since
	// status.startTime. After that its pods are terminated, and it fails with reason
	// DeadlineExceeded, regardless of completions and retries. Suspending the Job stops the
	// clock. Resuming it starts the clock from zero. It must be positive.
	// No limit by default. It can change at any time.
	// +optional
	ActiveDeadlineSeconds *int64 `json:"activeDeadlineSeconds,omitempty"`

	// podFailurePolicy decides how a pod failure counts, by the exit codes and conditions of
	// the pod. It requires restartPolicy Never in the template.
	// By default each failure counts towards backoffLimit. Immutable.
	// +optional
	PodFailurePolicy *PodFailurePolicy `json:"podFailurePolicy,omitempty"`

	// successPolicy decides which indexes must succeed for the Job to succeed. The remaining
	// pods are then terminated. It is for Indexed Jobs only.
	// By default all completions must succeed. Immutable.
	// +optional
	SuccessPolicy *SuccessPolicy `json:"successPolicy,omitempty"`

	// backoffLimit is the number of retries before the Job fails. With restartPolicy Never a
	// retry is a failed pod, with OnFailure a container restart. All pods of the Job share
	// the count. It must not be negative.
	// Defaults to 6, or to 2147483647 with backoffLimitPerIndex. It can change at any time.
	// +optional
	BackoffLimit *int32 `json:"backoffLimit,omitempty"`

	// backoffLimitPerIndex is the number of retries within one index before that index
	// fails. The pod of the index has the count in its annotation
	// batch.kubernetes.io/job-index-failure-count. It is for Indexed Jobs with restartPolicy
	// Never only. It must not be negative.
	// No limit per index by default. Immutable.
	// +optional
	BackoffLimitPerIndex *int32 `json:"backoffLimitPerIndex,omitempty"`

	// maxFailedIndexes is the number of indexes that may fail. If more indexes fail, the
	// Job fails and its remaining pods are terminated. It requires backoffLimitPerIndex. It
	// must not be negative or exceed completions or 100000. With more than 100000
	// completions it is required, and the limit is 10000.
	// By default the Job runs all indexes. It can change at any time.
	// +optional
	MaxFailedIndexes *int32 `json:"maxFailedIndexes,omitempty"`

	// backoffSeconds is the delay before the first retry, in seconds. The delay doubles with
	// each further retry. It applies with restartPolicy Never only: with OnFailure the
	// kubelet decides when it restarts a container. It must not be negative.
	// Defaults to 10 with restartPolicy Never. It can change at any time. kube-apiserver
	// doesn't have this field.
	// +optional
	BackoffSeconds *int64 `json:"backoffSeconds,omitempty"`

	// failedPodsLimit is the number of failed pods to keep for inspection. Older failed pods
	// are deleted. It applies with restartPolicy Never only. It must not be negative.
	// Defaults to 1 with restartPolicy Never. It can change at any time. kube-apiserver
	// doesn't have this field.
	// +optional
	FailedPodsLimit *int32 `json:"failedPodsLimit,omitempty"`

	// selector is how the Job finds its pods. Leave it unset and set autoSelector to true: the
	// system then generates a selector that no other Job has, and adds its labels to the
	// template.
	// WARNING: if the selector overlaps that of another controller, the two fight. Each
	// counts, adopts or deletes the pods of the other, so Jobs may never end, or end without
	// having run. Without autoSelector, give the template labels that no other pod in the
	// namespace has.
	// Generated with autoSelector. Without it, defaults to all labels of the template.
	// Immutable.
	// +optional
	Selector *metav1.LabelSelector `json:"selector,omitempty"`

	// autoSelector turns the generation of the selector and its labels on. Set it to true. It
	// is the opposite of manualSelector in batch/v1: in this version a Job chooses its
	// selector unless it asks for a generated one.
	// WARNING: if it is unset or false, nothing prevents an overlap with another controller
	// in the namespace. Even the default selector overlaps, if two Jobs come from the same
	// manifest. Where selectors overlap, controllers fight: they count, adopt or delete each
	// other's pods.
	// Unset means false, and stays unset. Immutable.
	// +optional
	AutoSelector *bool `json:"autoSelector,omitempty"`

	// template describes the pods of the Job. Its restartPolicy must be Never or OnFailure.
	// With autoSelector the system adds the labels of the generated selector.
	// Immutable, except for scheduling directives, labels, annotations and container
	// resources while the Job is suspended and has no active pods.
	// +required
	Template corev1.PodTemplateSpec `json:"template"`

	// ttlSecondsAfterFinished is how long the Job is kept after it has finished, in seconds.
	// After that the Job and its pods may be deleted. 0 deletes them immediately. It must
	// not be negative.
	// By default the Job is kept. It can change at any time, even after the Job has finished.
	// +optional
	TTLSecondsAfterFinished *int32 `json:"ttlSecondsAfterFinished,omitempty"`

	// completionMode is NonIndexed or Indexed. In a NonIndexed Job all completions are
	// alike. In an Indexed Job each completion has an index, and must succeed once. The pod
	// has the index in its name, its hostname and its annotation
	// batch.kubernetes.io/job-completion-index. A controller ignores Jobs with a mode that
	// it doesn't know.
	// Defaults to NonIndexed. Immutable.
	// +optional
	CompletionMode *CompletionMode `json:"completionMode,omitempty"`

	// suspend stops the controller from creating pods. If it becomes true while the Job
	// runs, the active pods are deleted and status.startTime is cleared.
	// Defaults to false. It can change until the Job has finished.
	// +optional
	Suspend *bool `json:"suspend,omitempty"`

	// podReplacementPolicy decides when a pod is replaced: as soon as it is terminating or
	// has failed (TerminatingOrFailed), or only when it has ended (Failed). With
	// podFailurePolicy only Failed is allowed.
	// Defaults to Failed with podFailurePolicy, and to TerminatingOrFailed without. It can
	// change at any time.
	// +optional
	PodReplacementPolicy *PodReplacementPolicy `json:"podReplacementPolicy,omitempty"`

	// managedBy names the controller that manages the Job. It is a path that starts with a
	// domain, such as example.com/queue, of at most 63 characters. The built-in controller
	// ignores the Job unless the value is kubernetes.io/job-controller.
	// Unset means the built-in controller. Immutable.
	// +optional
	ManagedBy *string `json:"managedBy,omitempty"`

	// scheduling asks the scheduler to treat the pods as a group. It is alpha in Kubernetes
	// 1.37, behind the feature gate WorkloadWithJob. Servers without that gate drop the field.
	// By default each pod is scheduled on its own. Immutable, except for
	// schedulingPolicy.gang.minCount. It can't be set or unset later.
	// +optional
	Scheduling *JobSchedulingConfiguration `json:"scheduling,omitempty"`
}
