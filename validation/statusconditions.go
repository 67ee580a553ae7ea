package validation

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
)

// conditions are those of a Job that have a meaning for its status, and are True.
type conditions struct {
	complete, failed, failureTarget, successCriteriaMet, suspended bool
	resumed                                                        bool // Suspended is False
}

func conditionsOf(job *batch.Job) conditions {
	return conditions{
		complete:           hasCondition(job, batch.JobComplete),
		failed:             hasCondition(job, batch.JobFailed),
		failureTarget:      hasCondition(job, batch.JobFailureTarget),
		successCriteriaMet: hasCondition(job, batch.JobSuccessCriteriaMet),
		suspended:          hasCondition(job, batch.JobSuspended),
		resumed:            hasConditionWith(job, batch.JobSuspended, corev1.ConditionFalse),
	}
}

// hasCondition reports whether the Job has the condition, and it is True.
func hasCondition(job *batch.Job, about batch.JobConditionType) bool {
	return hasConditionWith(job, about, corev1.ConditionTrue)
}

func hasConditionWith(job *batch.Job, about batch.JobConditionType, status corev1.ConditionStatus) bool {
	for i := range job.Status.Conditions {
		if c := &job.Status.Conditions[i]; c.Type == about && c.Status == status {
			return true
		}
	}
	return false
}

// finished reports whether the Job has come to its end.
func (c conditions) finished() bool {
	return c.complete || c.failed
}

// conditions checks which conditions go together, and that a Job that has come to an end
// stays there. A rule that is broken is reported if it matters: if what it is about changes.
func (u *statusUpdate) conditions() {
	is, were := u.is, u.were
	const always = true
	var (
		complete = u.becomesComplete()
		failed   = is.failed != were.failed
		target   = is.failureTarget != were.failureTarget
		criteria = is.successCriteriaMet != were.successCriteriaMet
		indexes  = !equal(u.now.FailedIndexes, u.was.FailedIndexes)
	)
	for _, rule := range [...]struct {
		matters, broken bool
		detail          string
	}{
		{complete || failed, is.complete && is.failed, "a Job is Complete or Failed, not both"},
		{complete || target, is.complete && is.failureTarget, "a Job with FailureTarget becomes Failed, not Complete"},
		{failed || indexes, is.failed && !is.failureTarget, "a Job with Failed needs FailureTarget, which says that it would fail"},
		{complete || criteria, is.complete && !is.successCriteriaMet, "a Job with Complete needs SuccessCriteriaMet, which says that it would succeed"},

		{always, is.complete && !is.successCriteriaMet && u.spec.SuccessPolicy != nil, "a Job with a success policy becomes Complete by SuccessCriteriaMet only"},
		{always, is.successCriteriaMet && is.failed, "a Job with SuccessCriteriaMet becomes Complete, not Failed"},
		{always, is.successCriteriaMet && is.failureTarget, "a Job has SuccessCriteriaMet or FailureTarget, not both"},

		{always, were.failed && !is.failed, "a Job that is Failed stays so"},
		{always, were.complete && !is.complete, "a Job that is Complete stays so"},
		{always, were.failureTarget && !is.failureTarget, "FailureTarget is not taken back"},
		{always, were.successCriteriaMet && !is.successCriteriaMet, "SuccessCriteriaMet is not taken back"},
		{always, were.complete && !were.successCriteriaMet && is.successCriteriaMet, "SuccessCriteriaMet comes before Complete, not after"},
	} {
		if rule.matters && rule.broken {
			u.invalid("conditions", field.OmitValueType{}, rule.detail)
		}
	}
}

// finishedJob checks that a Job that has come to its end has begun, and has nothing left to
// do.
func (u *statusUpdate) finishedJob() {
	if !u.is.finished() {
		return
	}
	becomes := u.becomesFinished()
	if n := u.now.Active; n > 0 && (becomes || n != u.was.Active) {
		u.invalid("active", n, "a finished Job has no active pods")
	}
	if n := u.now.Terminating; n != nil && *n > 0 && (becomes || !equal(n, u.was.Terminating)) {
		u.invalid("terminating", *n, "a finished Job has no terminating pods")
	}
	if pods := u.now.UncountedTerminatedPods; hasUncounted(pods) && (becomes || !sameUncounted(pods, u.was.UncountedTerminatedPods)) {
		u.invalid("uncountedTerminatedPods", pods, "a finished Job has counted all its pods")
	}
	if u.now.StartTime == nil && (becomes || u.was.StartTime != nil) && !u.neverStarts() {
		u.add(field.Required(statusPath("startTime"), "a finished Job has started"))
	}
}

// neverStarts reports whether the Job completes without having started: it has nothing to do,
// and is suspended.
func (u *statusUpdate) neverStarts() bool {
	return isSuspended(u.spec) && u.spec.Completions != nil && *u.spec.Completions == 0
}

func hasUncounted(pods *batch.UncountedTerminatedPods) bool {
	return pods != nil && len(pods.Succeeded)+len(pods.Failed) > 0
}

func sameUncounted(a, b *batch.UncountedTerminatedPods) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.Equal(a.Succeeded, b.Succeeded) && slices.Equal(a.Failed, b.Failed)
}
