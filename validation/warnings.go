package validation

import (
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/podtemplate"
)

// Warning tells the user of a Job about something that is allowed but likely a mistake.
type Warning struct {
	// Field is the path of the field. It is empty if the message names its subject itself,
	// as kube-apiserver's does for files of a volume: volume "v" (ConfigMap "c"): ...
	Field string
	// Message says what is wrong and what to do.
	Message string
	// Own reports that kube-apiserver 1.37 doesn't give this warning.
	Own bool
}

// String returns the warning as a server prints it: "field: message", or the message alone if
// Field is empty.
func (w Warning) String() string {
	if w.Field == "" {
		return w.Message
	}
	return w.Field + ": " + w.Message
}

// Warnings returns the warnings for a new Job: those of kube-apiserver 1.37, which include the
// pod template's, and those for fields that have no effect, such as [DroppedFields]. It returns about a thousand at
// most. The Job is expected to be valid and to have its defaults. Warnings doesn't change it,
// and goroutines may call it for the same Job at once.
func Warnings(job *batch.Job) []Warning {
	if job == nil {
		return nil
	}
	var warnings []Warning
	spec := &job.Spec
	if msgs := names.DNS1123Label(job.Name); len(msgs) > 0 {
		warnings = append(warnings, Warning{
			Field:   "metadata.name",
			Message: "pods use it in their names and host names, where only a DNS label works well: " + strings.Join(msgs, "; "),
		})
	}
	if isIndexed(spec) && exceeds(spec.Completions, manyCompletions) && exceeds(spec.Parallelism, maxOfManyParallelism) {
		warnings = append(warnings, Warning{
			Field:   "spec",
			Message: "with completions above 100000 and parallelism above 10000, status.completedIndexes may become too long to store if many indexes fail",
		})
	}
	if spec.Template.Spec.RestartPolicy == corev1.RestartPolicyOnFailure {
		const message = "has no effect with restartPolicy: OnFailure, where the kubelet restarts containers at its own pace"
		if spec.BackoffSeconds != nil {
			warnings = append(warnings, Warning{Field: "spec.backoffSeconds", Message: message, Own: true})
		}
		if spec.FailedPodsLimit != nil {
			warnings = append(warnings, Warning{Field: "spec.failedPodsLimit", Message: message, Own: true})
		}
	}
	for _, f := range DroppedFields(job) {
		warnings = append(warnings, Warning{Field: f.Path, Message: f.String(), Own: true})
	}
	for _, w := range podtemplate.Warnings(&spec.Template, templatePath) {
		warnings = append(warnings, Warning(w))
	}
	return warnings
}

// DroppedFields returns the fields that job sets although kube-apiserver drops them with the default
// feature gates: scheduling, and those of the pod template that [podtemplate.DroppedFields] lists.
// It returns nil if job is nil, and doesn't change it otherwise.
func DroppedFields(job *batch.Job) []podtemplate.DroppedField {
	if job == nil {
		return nil
	}
	fields := podtemplate.DroppedFields(&job.Spec.Template, templatePath)
	if job.Spec.Scheduling != nil {
		fields = append(fields, podtemplate.DroppedField{Path: "spec.scheduling", FeatureGate: "WorkloadWithJob"})
	}
	return fields
}

func exceeds(n *int32, limit int32) bool {
	return n != nil && *n > limit
}
