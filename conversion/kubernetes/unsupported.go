package kubernetes

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
)

// UnsupportedFieldsError is the error of a conversion to Kubernetes that would lose fields.
type UnsupportedFieldsError struct {
	// Fields are the paths of the fields that are set but don't exist in k8s.io/api/batch/v1,
	// such as spec.backoffSeconds. A path starts at the object of the conversion. There is at
	// least one.
	Fields []string
}

// Error returns a text with all paths.
func (e *UnsupportedFieldsError) Error() string {
	return "k8s.io/api/batch/v1 doesn't have " + strings.Join(e.Fields, ", ") + ": unset these fields before converting"
}

// DropUnsupported unsets the fields of job that Kubernetes lacks, so that it can be converted. It
// returns the paths of those that were set, such as spec.backoffSeconds. The defaults of batch/v1
// and extensions/v1beta1 set some of these fields. The defaults of package defaulting/kubernetes
// set none. DropUnsupported changes job in place. A nil job stays nil.
func DropUnsupported(job *batch.Job) (dropped []string) {
	if job == nil {
		return nil
	}
	dropped = names(unsupportedInJob(job, nil))
	job.Spec.BackoffSeconds, job.Spec.FailedPodsLimit = nil, nil
	job.Status.CreationTime = nil
	return dropped
}

// unsupported returns an [*UnsupportedFieldsError] for the paths, or nil if there are none.
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
