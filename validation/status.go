package validation

import (
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/features"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

// ValidateJobStatusUpdate returns the errors of an update of the status of old to that of job,
// which a controller makes through the subresource status. The result is nil if the update is
// valid. The spec isn't checked, since a server ignores the one in such an update. Metadata is.
//
// Values that no status may have, such as negative counters, are always errors. A value that
// conflicts with the spec or with another field of the status is an error if one of the two
// changes: the spec can change after the status is written, and a controller must be able to
// update a status that has a mistake elsewhere.
func ValidateJobStatusUpdate(job, old *batch.Job) field.ErrorList {
	return ValidateJobStatusUpdateWith(job, old, Options{})
}

// ValidateJobStatusUpdateWith is [ValidateJobStatusUpdate] for the release and the feature gates of
// opts. The other options don't matter to it.
func ValidateJobStatusUpdateWith(job, old *batch.Job, opts Options) field.ErrorList {
	if job == nil || old == nil {
		return nilJob()
	}
	var root *fieldpath.Path // the Job
	c := statusChecker{
		checker: newChecker(opts, hubTerms),
		jobSpec: &job.Spec,
		status:  &job.Status, old: &old.Status,
		is: conditionsOf(job), was: conditionsOf(old),
	}
	c.updatedMetadata(&job.ObjectMeta, &old.ObjectMeta, root.Child("metadata"))
	path := root.Child("status")
	c.counters(path)
	c.uncountedPods(path.Child("uncountedTerminatedPods"))
	c.conditions(path.Child("conditions"))
	if c.features.Enabled(features.JobManagedBy) { // others than the Job controller may write the status
		c.decreases(path)
		c.readyPods(path.Child("ready"))
		c.changedConditions(path.Child("conditions"))
		c.finishedJob(path)
		c.startTime(path.Child("startTime"))
		c.completionTime(path.Child("completionTime"))
		c.completedIndexes(path.Child("completedIndexes"))
		c.failedIndexes(path.Child("failedIndexes"))
	}
	return c.errs
}

// statusChecker is a checker for the update of a status. Its methods are the rules.
type statusChecker struct {
	checker
	jobSpec     *batch.JobSpec
	status, old *batch.JobStatus
	is, was     conditions // of status and old
}

func (c *statusChecker) counters(path *fieldpath.Path) {
	notNegative(&c.checker, path.Child("active"), &c.status.Active, originMinimum)
	notNegative(&c.checker, path.Child("succeeded"), &c.status.Succeeded, originMinimum)
	notNegative(&c.checker, path.Child("failed"), &c.status.Failed, originMinimum)
	notNegative(&c.checker, path.Child("ready"), c.status.Ready, originMinimum)
	notNegative(&c.checker, path.Child("terminating"), c.status.Terminating, originMinimum)
}

// decreases checks that the numbers of finished pods don't fall.
func (c *statusChecker) decreases(path *fieldpath.Path) {
	// When an elastic Indexed Job scales down, succeeded loses the indexes above its new size.
	isElastic := isIndexed(c.jobSpec) && equal(c.jobSpec.Completions, c.jobSpec.Parallelism)
	if c.status.Succeeded < c.old.Succeeded && !isElastic {
		c.add(field.Invalid(path.Field("succeeded"), c.status.Succeeded, fmt.Sprintf("must not decrease: it was %d", c.old.Succeeded)))
	}
	if c.status.Failed < c.old.Failed {
		c.add(field.Invalid(path.Field("failed"), c.status.Failed, fmt.Sprintf("must not decrease: it was %d", c.old.Failed)))
	}
}

func (c *statusChecker) readyPods(path *fieldpath.Path) {
	changed := c.status.Active != c.old.Active || !equal(c.status.Ready, c.old.Ready)
	if changed && c.status.Ready != nil && *c.status.Ready > c.status.Active {
		c.add(field.Invalid(path.Field(), *c.status.Ready, fmt.Sprintf("must be at most active, which is %d: ready pods must also be active", c.status.Active)))
	}
}

// uncountedPods checks that no pod is in the lists twice: it would be counted twice.
func (c *statusChecker) uncountedPods(path *fieldpath.Path) {
	pods := c.status.UncountedTerminatedPods
	if pods == nil {
		return
	}
	var seen smallset.Set[types.UID]
	for _, list := range [...]struct {
		name string
		uids []types.UID
	}{{"succeeded", pods.Succeeded}, {"failed", pods.Failed}} {
		for i, uid := range list.uids {
			if uid == "" {
				c.add(field.Invalid(path.Child(list.name).Index(i).Field(), "", "must be the UID of a pod"))
			} else if !seen.Insert(uid) {
				c.add(field.Duplicate(path.Child(list.name).Index(i).Field(), uid))
			}
		}
	}
}

// startTime checks that the start time stays. A suspended Job may lose it, and a Job that
// resumes gets a new one. Equal moments are equal times, in any time zone.
func (c *statusChecker) startTime(path *fieldpath.Path) {
	start, old := c.status.StartTime, c.old.StartTime
	resumes := c.was.suspended && c.is.resumed
	if old != nil && !old.Equal(start) && !isSuspended(c.jobSpec) && !resumes {
		err := field.Invalid(path.Field(), start, "is immutable unless the Job is suspended")
		if c.features.Minor() < 36 {
			err.Type = field.ErrorTypeRequired
		}
		c.add(err)
	}
}

// completionTime checks that a Job has a completion time if and only if it is Complete, that
// this time isn't before the start, and that it stays.
func (c *statusChecker) completionTime(path *fieldpath.Path) {
	completion, old, start := c.status.CompletionTime, c.old.CompletionTime, c.status.StartTime
	changed := !old.Equal(completion)
	if changed || c.completeChanged() {
		if completion != nil && !c.is.complete {
			c.add(field.Invalid(path.Field(), completion, "requires the condition Complete"))
		}
		if completion == nil && c.is.complete {
			c.add(field.Required(path.Field(), "a Complete Job needs it"))
		}
	}
	if start != nil && completion.Before(start) && (changed || !start.Equal(c.old.StartTime)) {
		c.add(field.Invalid(path.Field(), completion, "must not be before startTime, "+start.UTC().Format(time.RFC3339)))
	}
	if changed && old != nil && completion != nil {
		c.add(field.Invalid(path.Field(), completion, "is immutable"))
	}
}

func (c *statusChecker) completedIndexes(path *fieldpath.Path) {
	indexes := c.status.CompletedIndexes
	if indexes == c.old.CompletedIndexes {
		return
	}
	if indexes != "" && !isIndexed(c.jobSpec) {
		c.add(field.Invalid(path.Field(), indexes, detailNeedsIndexed))
		return
	}
	c.indexList(indexes, path)
}

func (c *statusChecker) failedIndexes(path *fieldpath.Path) {
	if c.status.FailedIndexes == nil {
		return
	}
	indexes, changed := *c.status.FailedIndexes, !equal(c.status.FailedIndexes, c.old.FailedIndexes)
	switch {
	case !changed:
	case c.jobSpec.BackoffLimitPerIndex == nil:
		c.add(field.Invalid(path.Field(), indexes, "requires spec.backoffLimitPerIndex"))
	default:
		c.indexList(indexes, path)
	}
	changed = changed || c.status.CompletedIndexes != c.old.CompletedIndexes
	if changed && c.jobSpec.Completions != nil {
		if index, found := commonIndex(c.status.CompletedIndexes, indexes, *c.jobSpec.Completions); found {
			c.add(field.Invalid(path.Field(), indexes, fmt.Sprintf("index %d is also in completedIndexes", index)))
		}
	}
}

func (c *statusChecker) indexList(indexes string, path *fieldpath.Path) {
	if c.jobSpec.Completions == nil {
		return
	}
	if _, err := countIndexes(indexes, *c.jobSpec.Completions); err != nil {
		c.add(field.Invalid(path.Field(), indexes, err.Error()))
	}
}
