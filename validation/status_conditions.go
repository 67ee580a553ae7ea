package validation

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
)

// conditions tells which of a Job's conditions are true.
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
		resumed:            hasConditionStatus(job, batch.JobSuspended, corev1.ConditionFalse),
	}
}

// hasCondition reports whether the Job has a condition of the type that is true.
func hasCondition(job *batch.Job, conditionType batch.JobConditionType) bool {
	return hasConditionStatus(job, conditionType, corev1.ConditionTrue)
}

func hasConditionStatus(job *batch.Job, conditionType batch.JobConditionType, status corev1.ConditionStatus) bool {
	for i := range job.Status.Conditions {
		if c := &job.Status.Conditions[i]; c.Type == conditionType && c.Status == status {
			return true
		}
	}
	return false
}

func (c conditions) finished() bool {
	return c.complete || c.failed
}

func (c *statusChecker) completeChanged() bool {
	return c.is.complete != c.was.complete
}

func (c *statusChecker) finishedChanged() bool {
	return c.is.finished() != c.was.finished()
}

// conditionRule is a rule about conditions, and whether the status breaks it.
type conditionRule struct {
	broken bool
	detail string
}

func (c *statusChecker) addBroken(path *fieldpath.Path, rules []conditionRule) {
	for _, rule := range rules {
		if rule.broken {
			c.add(field.Invalid(path.Field(), field.OmitValueType{}, rule.detail))
		}
	}
}

// conditions checks how SuccessCriteriaMet goes together with other conditions.
func (c *statusChecker) conditions(path *fieldpath.Path) {
	is, was := c.is, c.was
	c.addBroken(path, []conditionRule{
		{is.complete && !is.successCriteriaMet && c.jobSpec.SuccessPolicy != nil, "in a Job with a success policy, Complete requires SuccessCriteriaMet"},
		{is.successCriteriaMet && is.failed, "a Job with SuccessCriteriaMet can't be Failed"},
		{is.successCriteriaMet && is.failureTarget, "a Job can't have both SuccessCriteriaMet and FailureTarget"},
		{was.successCriteriaMet && !is.successCriteriaMet, "SuccessCriteriaMet must stay once it is set"},
		{was.complete && !was.successCriteriaMet && is.successCriteriaMet, "SuccessCriteriaMet must be set before Complete"},
	})
}

// changedConditions checks that a finished Job stays finished, and which conditions go together if
// one of them changes.
func (c *statusChecker) changedConditions(path *fieldpath.Path) {
	is, was := c.is, c.was
	var (
		complete = c.completeChanged()
		failed   = is.failed != was.failed
		target   = is.failureTarget != was.failureTarget
		criteria = is.successCriteriaMet != was.successCriteriaMet
		indexes  = !equal(c.status.FailedIndexes, c.old.FailedIndexes)
	)
	c.addBroken(path, []conditionRule{
		{(complete || failed) && is.complete && is.failed, "a Job can't be both Complete and Failed"},
		{(complete || target) && is.complete && is.failureTarget, "a Job with FailureTarget can't be Complete"},
		{(failed || indexes) && is.failed && !is.failureTarget, "Failed requires FailureTarget"},
		{(complete || criteria) && is.complete && !is.successCriteriaMet, "Complete requires SuccessCriteriaMet"},

		{was.failed && !is.failed, "a Failed Job must stay Failed"},
		{was.complete && !is.complete, "a Complete Job must stay Complete"},
		{was.failureTarget && !is.failureTarget, "FailureTarget must stay once it is set"},
	})
}

// finishedJob checks that a finished Job has started and has no more work. path is that of the
// status.
func (c *statusChecker) finishedJob(path *fieldpath.Path) {
	if !c.is.finished() {
		return
	}
	changed := c.finishedChanged()
	if n := c.status.Active; n > 0 && (changed || n != c.old.Active) {
		c.add(field.Invalid(path.Field("active"), n, "must be 0 in a finished Job"))
	}
	if n := c.status.Terminating; n != nil && *n > 0 && (changed || !equal(n, c.old.Terminating)) {
		c.add(field.Invalid(path.Field("terminating"), *n, "must be 0 in a finished Job"))
	}
	if pods := c.status.UncountedTerminatedPods; hasUncounted(pods) && (changed || !sameUncounted(pods, c.old.UncountedTerminatedPods)) {
		c.add(field.Invalid(path.Field("uncountedTerminatedPods"), pods, "must be empty in a finished Job"))
	}
	if c.status.StartTime == nil && (changed || c.old.StartTime != nil) && !c.neverStarts() {
		c.add(field.Required(path.Field("startTime"), "a finished Job needs it"))
	}
}

// neverStarts reports whether the Job can complete without a start: it is suspended and has
// nothing to do.
func (c *statusChecker) neverStarts() bool {
	return isSuspended(c.jobSpec) && c.jobSpec.Completions != nil && *c.jobSpec.Completions == 0
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
