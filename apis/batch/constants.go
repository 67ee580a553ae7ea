package batch

// Labels that the system adds to a Job's pods in automatic mode, since Kubernetes 1.27.
const (
	// JobNameLabel holds the name of the Job that created the pod. People select pods by it.
	JobNameLabel = "batch.kubernetes.io/job-name"

	// ControllerUidLabel holds the UID of the Job that created the pod. Programs select pods
	// by it: unlike a name, a UID is never used twice. The spelling is that of Kubernetes.
	ControllerUidLabel = "batch.kubernetes.io/controller-uid"
)

// Labels that the system has always added to a Job's pods in automatic mode. Servers still add
// them, along with the prefixed labels.
const (
	// LegacyJobNameLabel is [JobNameLabel] without its prefix.
	LegacyJobNameLabel = "job-name"

	// LegacyControllerUidLabel is [ControllerUidLabel] without its prefix.
	LegacyControllerUidLabel = "controller-uid"
)

// Annotations of Jobs and of their pods.
const (
	// CronJobScheduledTimestampAnnotation holds the time that a CronJob scheduled this Job
	// for, in RFC 3339 format.
	CronJobScheduledTimestampAnnotation = "batch.kubernetes.io/cronjob-scheduled-timestamp"

	// JobCompletionIndexAnnotation holds the index of an Indexed Job's pod. The pod has a
	// label with the same key and value.
	JobCompletionIndexAnnotation = "batch.kubernetes.io/job-completion-index"

	// JobIndexFailureCountAnnotation holds the number of failures of the pod's index that
	// count towards backoffLimitPerIndex.
	JobIndexFailureCountAnnotation = "batch.kubernetes.io/job-index-failure-count"

	// JobIndexIgnoredFailureCountAnnotation holds the number of failures of the pod's index
	// that the pod failure policy ignored. It is missing if there were none.
	JobIndexIgnoredFailureCountAnnotation = "batch.kubernetes.io/job-index-ignored-failure-count"
)

// JobTrackingFinalizer keeps a pod from being removed until the Job's status counts it.
const JobTrackingFinalizer = "batch.kubernetes.io/job-tracking"

// JobControllerName is the value of spec.managedBy that names the built-in controller. No value
// means the same.
const JobControllerName = "kubernetes.io/job-controller"
