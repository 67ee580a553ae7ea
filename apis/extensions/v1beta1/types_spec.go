package v1beta1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// JobSpec is what a Job is to do: which pods to run, how many of them, how to tell
// them from the pods of others, and when to give up.
type JobSpec struct {
	// parallelism is the number of pods that may run at the same time. Fewer run when
	// fewer completions are left. 0 pauses the Job without suspending it. Not negative;
	// at most 100000 for an Indexed Job.
	// Defaults to 1. May change at any time.
	// +optional
	Parallelism *int32 `json:"parallelism,omitempty"`

	// completions is the number of pods that must succeed. Unset with parallelism set,
	// the pods share a work queue: the success of any pod ends the Job once the others
	// have ended too. Required for an Indexed Job. Not negative.
	// Defaults to 1 if parallelism is unset too. Immutable, except that an Indexed Job
	// may change it together with parallelism, to the same number.
	// +optional
	Completions *int32 `json:"completions,omitempty"`

	// activeDeadlineSeconds is how long the Job may run, in seconds since
	// status.startTime, whatever its completions and retries; then its pods are
	// terminated and it fails with reason DeadlineExceeded. Suspending stops the clock,
	// resuming starts it anew. Positive.
	// No limit by default. May change at any time.
	// +optional
	ActiveDeadlineSeconds *int64 `json:"activeDeadlineSeconds,omitempty"`

	// podFailurePolicy says how the failure of a pod counts, by its exit codes and
	// conditions. Needs restartPolicy Never in the template.
	// By default each failure counts towards backoffLimit. Immutable.
	// +optional
	PodFailurePolicy *PodFailurePolicy `json:"podFailurePolicy,omitempty"`

	// successPolicy says which indexes are enough for the Job to succeed; the remaining
	// pods are then terminated. For Indexed Jobs only.
	// By default all completions are needed. Immutable.
	// +optional
	SuccessPolicy *SuccessPolicy `json:"successPolicy,omitempty"`

	// backoffLimit is the number of retries before the Job fails: failed pods with
	// restartPolicy Never, container restarts with OnFailure. Pods that run in parallel
	// share the one count. Not negative.
	// Defaults to 6, or to 2147483647 with backoffLimitPerIndex. May change at any time.
	// +optional
	BackoffLimit *int32 `json:"backoffLimit,omitempty"`

	// backoffLimitPerIndex is the number of retries within one index before that index
	// fails. The count stands in the annotation batch.kubernetes.io/job-index-failure-count
	// of the index's pod. For Indexed Jobs with restartPolicy Never only. Not negative.
	// No limit per index by default. Immutable.
	// +optional
	BackoffLimitPerIndex *int32 `json:"backoffLimitPerIndex,omitempty"`

	// maxFailedIndexes is the number of failed indexes above which the Job fails and its
	// remaining pods are terminated. Needs backoffLimitPerIndex. Not negative, at most
	// completions and 100000; required, and at most 10000, above 100000 completions.
	// By default every index gets its chance. May change at any time.
	// +optional
	MaxFailedIndexes *int32 `json:"maxFailedIndexes,omitempty"`

	// backoffSeconds is the wait before the first retry, in seconds; each later wait is
	// twice the one before. Only Jobs with restartPolicy Never have it: with OnFailure
	// the kubelet restarts containers at its own pace. Not negative.
	// Defaults to 10 with restartPolicy Never. May change at any time. kube-apiserver
	// does not have this field.
	// +optional
	BackoffSeconds *int64 `json:"backoffSeconds,omitempty"`

	// failedPodsLimit is the number of failed pods to keep for inspection; older ones are
	// deleted. Only Jobs with restartPolicy Never have it. Not negative.
	// Defaults to 1 with restartPolicy Never. May change at any time. kube-apiserver does
	// not have this field.
	// +optional
	FailedPodsLimit *int32 `json:"failedPodsLimit,omitempty"`

	// selector is how the Job finds its pods. Better leave it unset and set autoSelector:
	// the system then generates a selector that no other Job has, and puts the labels it
	// needs on the template.
	// WARNING: a selector that overlaps another controller's makes the two fight: each
	// counts, adopts or deletes the pods of the other, so that Jobs never end or end
	// without having run. Without autoSelector, make sure that the template has labels
	// that nothing else in the namespace has.
	// Defaults to all labels of the template without autoSelector, and is generated with
	// it. Immutable.
	// +optional
	Selector *metav1.LabelSelector `json:"selector,omitempty"`

	// autoSelector turns the generation of selector and labels on. It is the opposite of
	// manualSelector in batch/v1: here Jobs choose their own selector unless they ask
	// otherwise, as they did before generation existed. Set it to true.
	// WARNING: without it nothing keeps the selector from overlapping that of another
	// controller in the namespace, least of all the default, which two Jobs made from one
	// manifest share. Where selectors overlap, controllers fight over the pods: they
	// count, adopt or delete what is not theirs.
	// Unset means false, and stays unset. Immutable.
	// +optional
	AutoSelector *bool `json:"autoSelector,omitempty"`

	// template is the pod that the Job makes copies of. Its restartPolicy must be Never or
	// OnFailure. With autoSelector the system adds the labels that selector selects.
	// Immutable, but for scheduling directives, labels, annotations and container
	// resources while the Job is suspended and has no active pods.
	// +required
	Template corev1.PodTemplateSpec `json:"template"`

	// ttlSecondsAfterFinished is how long the finished Job is kept, in seconds; then it
	// and its pods may be deleted. 0 deletes it at once. Not negative.
	// Kept for ever by default. May change at any time, also after the Job has finished.
	// +optional
	TTLSecondsAfterFinished *int32 `json:"ttlSecondsAfterFinished,omitempty"`

	// completionMode says whether completions are alike (NonIndexed) or numbered
	// (Indexed): pod number i of an Indexed Job has i in its name, its hostname and the
	// annotation batch.kubernetes.io/job-completion-index, and each number must succeed
	// once. A controller leaves Jobs alone whose mode it does not know.
	// Defaults to NonIndexed. Immutable.
	// +optional
	CompletionMode *CompletionMode `json:"completionMode,omitempty"`

	// suspend keeps the controller from making pods. Setting it on a running Job deletes
	// the active pods and clears status.startTime.
	// Defaults to false. May change at any time until the Job has finished.
	// +optional
	Suspend *bool `json:"suspend,omitempty"`

	// podReplacementPolicy says when a pod that is going away gets its replacement: as
	// soon as it is being deleted (TerminatingOrFailed), or when it has ended (Failed).
	// With podFailurePolicy only Failed is allowed.
	// Defaults to Failed with podFailurePolicy, else to TerminatingOrFailed. May change at
	// any time.
	// +optional
	PodReplacementPolicy *PodReplacementPolicy `json:"podReplacementPolicy,omitempty"`

	// managedBy names the controller that looks after the Job, as a path with a domain
	// before the first slash, such as example.com/queue; at most 63 characters. The
	// built-in controller leaves Jobs alone that name another than
	// kubernetes.io/job-controller.
	// Unset means the built-in controller. Immutable.
	// +optional
	ManagedBy *string `json:"managedBy,omitempty"`

	// scheduling asks the scheduler to treat the pods as a group. Alpha in Kubernetes
	// 1.37 behind the feature gate WorkloadWithJob; servers without it drop the field.
	// Unset means pod by pod. Immutable, also whether it is set, but for
	// schedulingPolicy.gang.minCount.
	// +optional
	Scheduling *JobSchedulingConfiguration `json:"scheduling,omitempty"`
}
