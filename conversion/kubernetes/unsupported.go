package kubernetes

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
)

// UnsupportedFieldsError says that an object of the hub cannot become one of Kubernetes'
// without losing something.
type UnsupportedFieldsError struct {
	// Fields holds the path of each field that is set and has no place in
	// k8s.io/api/batch/v1, such as spec.backoffSeconds, from the object that was to be
	// converted. It is never empty.
	Fields []string
}

// Error names the fields and says what to do.
func (e *UnsupportedFieldsError) Error() string {
	return "k8s.io/api/batch/v1 has no place for " + strings.Join(e.Fields, ", ") + ": unset before converting"
}

// DropUnsupported unsets the fields of job that Kubernetes lacks, so that it can be converted,
// and returns their paths, such as spec.backoffSeconds; nil if none is set. The defaults of
// batch/v1 and extensions/v1beta1 set some of them, those of package defaulting/kubernetes none.
// The object is changed in place, but only in these fields. A nil job stays nil.
func DropUnsupported(job *batch.Job) (dropped []string) {
	if job == nil {
		return nil
	}
	dropped = names(unsupportedInJob(job, nil))
	job.Spec.BackoffSeconds, job.Spec.FailedPodsLimit = nil, nil
	job.Status.CreationTime = nil
	return dropped
}

// unsupported returns an [*UnsupportedFieldsError] for the paths, or nil without any.
func unsupported(paths []*field.Path) error {
	if len(paths) == 0 {
		return nil
	}
	return &UnsupportedFieldsError{Fields: names(paths)}
}

func names(paths []*field.Path) []string {
	var names []string
	for _, path := range paths {
		names = append(names, path.String())
	}
	return names
}

func unsupportedInJob(in *batch.Job, path *field.Path) []*field.Path {
	return append(unsupportedInSpec(&in.Spec, path.Child("spec")), unsupportedInStatus(&in.Status, path.Child("status"))...)
}

func unsupportedInSpec(in *batch.JobSpec, path *field.Path) []*field.Path {
	var paths []*field.Path
	if in.BackoffSeconds != nil {
		paths = append(paths, path.Child("backoffSeconds"))
	}
	if in.FailedPodsLimit != nil {
		paths = append(paths, path.Child("failedPodsLimit"))
	}
	return paths
}

func unsupportedInStatus(in *batch.JobStatus, path *field.Path) []*field.Path {
	if in.CreationTime == nil {
		return nil
	}
	return []*field.Path{path.Child("creationTime")}
}
