package batch

// Labels that the system puts on a Job's pods in automatic mode, since Kubernetes 1.27.
const (
	// JobNameLabel holds the name of the Job that made the pod. People select pods by it.
	JobNameLabel = "batch.kubernetes.io/job-name"

	// ControllerUidLabel holds the UID of the Job that made the pod. Programs select pods by
	// it: unlike a name it is never used twice. The spelling is Kubernetes' own.
	ControllerUidLabel = "batch.kubernetes.io/controller-uid"
)

// Labels that the system has put on a Job's pods in automatic mode from the first. The
// design of generated selectors has them without a prefix, and servers still write them
// beside the prefixed ones.
const (
	// LegacyJobNameLabel is [JobNameLabel] without its prefix.
	LegacyJobNameLabel = "job-name"

	// LegacyControllerUidLabel is [ControllerUidLabel] without its prefix.
	LegacyControllerUidLabel = "controller-uid"
)

// Annotations of Jobs and of their pods.
const (
	// CronJobScheduledTimestampAnnotation holds the time that a CronJob meant this Job to
	// start at, in RFC 3339.
	CronJobScheduledTimestampAnnotation = "batch.kubernetes.io/cronjob-scheduled-timestamp"

	// JobCompletionIndexAnnotation holds the index of an Indexed Job's pod. It is a label of
	// the pod too.
	JobCompletionIndexAnnotation = "batch.kubernetes.io/job-completion-index"

	// JobIndexFailureCountAnnotation holds how many failures of the pod's index count
	// towards backoffLimitPerIndex.
	JobIndexFailureCountAnnotation = "batch.kubernetes.io/job-index-failure-count"

	// JobIndexIgnoredFailureCountAnnotation holds how many failures of the pod's index the
	// pod failure policy ignored. Absent means none.
	JobIndexIgnoredFailureCountAnnotation = "batch.kubernetes.io/job-index-ignored-failure-count"
)

// JobTrackingFinalizer keeps a pod in existence until its end is counted in the Job's
// status.
const JobTrackingFinalizer = "batch.kubernetes.io/job-tracking"

// JobControllerName is the value of spec.managedBy that stands for the built-in
// controller, as does no value at all.
const JobControllerName = "kubernetes.io/job-controller"
