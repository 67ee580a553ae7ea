package validation

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/server"
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
// pod template's, and those for fields that have no effect, such as [DroppedFields]. It returns
// about a thousand at most. The Job is expected to be valid and to have its defaults. Warnings
// doesn't change it, and goroutines may call it for the same Job at once.
func Warnings(job *batch.Job) []Warning {
	if job == nil {
		return nil
	}
	var warnings []Warning
	if message := server.NameWarning(job.Name); message != "" {
		warnings = append(warnings, Warning{Field: "metadata.name", Message: message})
	}
	return append(warnings, JobSpecWarnings(&job.Spec, specPath(nil), Options{})...)
}

// JobSpecWarnings returns the warnings for the spec of a Job or of a Job template, which is at path.
// It is [Warnings] without the metadata. With ServerOnly there are none about fields that a server
// drops. A nil spec has no warnings.
func JobSpecWarnings(spec *batch.JobSpec, path *field.Path, opts Options) []Warning {
	if spec == nil {
		return nil
	}
	var warnings []Warning
	root := fieldpath.From(path)
	warn := func(path *fieldpath.Path, message string, own bool) {
		w := Warning{Message: message, Own: own}
		if at := path.Field(); at != nil {
			w.Field = at.String()
		}
		warnings = append(warnings, w)
	}
	if isIndexed(spec) && exceeds(spec.Completions, manyCompletions) && exceeds(spec.Parallelism, maxOfManyParallelism) {
		warn(root, "with completions above 100000 and parallelism above 10000, status.completedIndexes may become too long to store if many indexes fail", false)
	}
	if spec.Template.Spec.RestartPolicy == corev1.RestartPolicyOnFailure {
		const message = "has no effect with restartPolicy: OnFailure, where the kubelet restarts containers at its own pace"
		if spec.BackoffSeconds != nil {
			warn(root.Child("backoffSeconds"), message, true)
		}
		if spec.FailedPodsLimit != nil {
			warn(root.Child("failedPodsLimit"), message, true)
		}
	}
	if !opts.ServerOnly {
		for _, f := range droppedFields(spec, root) {
			warnings = append(warnings, Warning{Field: f.Path, Message: f.String(), Own: true})
		}
	}
	for _, w := range podtemplate.WarningsWith(&spec.Template, root.Field("template"), podtemplate.Options{Features: opts.Features}) {
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
	return droppedFields(&job.Spec, fieldpath.From(specPath(nil)))
}

// droppedFields is [DroppedFields] for the spec at path.
func droppedFields(spec *batch.JobSpec, path *fieldpath.Path) []podtemplate.DroppedField {
	fields := podtemplate.DroppedFields(&spec.Template, path.Field("template"))
	if spec.Scheduling != nil {
		fields = append(fields, podtemplate.DroppedField{Path: path.Field("scheduling").String(), FeatureGate: "WorkloadWithJob"})
	}
	return fields
}

func exceeds(n *int32, limit int32) bool {
	return n != nil && *n > limit
}
