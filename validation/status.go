package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
)

// ValidateJobStatusUpdate returns what is wrong with a change of the status of old to that of
// job, as controllers make it through the subresource status. The spec is not checked: a
// server takes it from old. Metadata is.
//
// What no status may hold, such as negative counters, is checked always. What a status may
// hold in view of the spec and of its other fields is checked where it changes: the spec may
// have changed since it was written, and one mistake is no reason to refuse all that follows.
func ValidateJobStatusUpdate(job, old *batch.Job) field.ErrorList {
	if job == nil || old == nil {
		return noJob()
	}
	u := statusUpdate{
		spec: &job.Spec,
		now:  &job.Status, was: &old.Status,
		is: conditionsOf(job), were: conditionsOf(old),
		errs: validateMetaUpdate(&job.ObjectMeta, &old.ObjectMeta),
	}
	u.counters()
	u.readyPods()
	u.uncountedPods()
	u.conditions()
	u.finishedJob()
	u.startTime()
	u.completionTime()
	u.completedIndexes()
	u.failedIndexes()
	return u.errs
}

// statusUpdate is a change of a status, and what was found in it so far. Its methods are the
// rules.
type statusUpdate struct {
	spec     *batch.JobSpec
	was, now *batch.JobStatus
	// The conditions of the Job then and now.
	were, is conditions
	errs     field.ErrorList
}

func (u *statusUpdate) add(err *field.Error) {
	u.errs = append(u.errs, err)
}

// invalid records that the field called name cannot have value.
func (u *statusUpdate) invalid(name string, value any, detail string) {
	u.add(field.Invalid(statusPath(name), value, detail))
}

func statusPath(path ...string) *field.Path {
	return field.NewPath("status", path...)
}

// becomesComplete reports whether the Job becomes Complete, or stops being it.
func (u *statusUpdate) becomesComplete() bool {
	return u.is.complete != u.were.complete
}

// becomesFinished reports whether the Job becomes Complete or Failed, or stops being either.
func (u *statusUpdate) becomesFinished() bool {
	return u.is.finished() != u.were.finished()
}
