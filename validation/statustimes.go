package validation

import (
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
)

// startTime checks that the time at which a Job began stays, unless it is to begin anew after
// it was suspended. Times are the same that mean the same moment: a server has them from JSON,
// all in one zone.
func (u *statusUpdate) startTime() {
	was, now := u.was.StartTime, u.now.StartTime
	resumes := u.were.suspended && u.is.resumed
	if was != nil && !was.Equal(now) && !isSuspended(u.spec) && !resumes {
		u.invalid("startTime", now, "stays once it is set, unless the Job is suspended")
	}
}

// completionTime checks that a Job has the time at which it completed if it is Complete, that
// this is not before its start, and that it stays.
func (u *statusUpdate) completionTime() {
	was, now, start := u.was.CompletionTime, u.now.CompletionTime, u.now.StartTime
	changes := !was.Equal(now)
	if changes || u.becomesComplete() {
		if now != nil && !u.is.complete {
			u.invalid("completionTime", now, "only a Job with the condition Complete has it")
		}
		if now == nil && u.is.complete {
			u.add(field.Required(statusPath("completionTime"), "a Job with the condition Complete has it"))
		}
	}
	if start != nil && now.Before(start) && (changes || !start.Equal(u.was.StartTime)) {
		u.invalid("completionTime", now, "must not be before startTime, "+start.UTC().Format(time.RFC3339))
	}
	if changes && was != nil && now != nil {
		u.invalid("completionTime", now, "stays once it is set")
	}
}

func isSuspended(spec *batch.JobSpec) bool {
	return spec.Suspend != nil && *spec.Suspend
}
