package validation_test

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
)

// conditionsError returns an error about the conditions.
func conditionsError(detail string) *field.Error {
	return invalid("status.conditions", field.OmitValueType{}, detail)
}

func TestStatusConditions(t *testing.T) {
	const (
		notBoth         = "a Job can't be both Complete and Failed"
		targetComplete  = "a Job with FailureTarget can't be Complete"
		needsTarget     = "Failed requires FailureTarget"
		needsCriteria   = "Complete requires SuccessCriteriaMet"
		policyCriteria  = "in a Job with a success policy, Complete requires SuccessCriteriaMet"
		criteriaFailed  = "a Job with SuccessCriteriaMet can't be Failed"
		criteriaTarget  = "a Job can't have both SuccessCriteriaMet and FailureTarget"
		criteriaTooLate = "SuccessCriteriaMet must be set before Complete"
	)
	complete, criteria, fails, target := batch.JobComplete, batch.JobSuccessCriteriaMet, batch.JobFailed, batch.JobFailureTarget
	runStatus(t, []statusTest{
		{rule: "nothing changes"},
		{rule: "succeeds", now: succeeded},
		{rule: "fails", now: failed},
		{rule: "announces success", now: having(criteria)},
		{rule: "announces failure", now: having(target)},
		{rule: "stays complete", old: succeeded},
		{rule: "stays failed", old: failed},
		{rule: "only conditions that are True count", now: func(job *batch.Job) {
			having(complete, fails, criteria, target)(job)
			for i := range job.Status.Conditions {
				job.Status.Conditions[i].Status = []corev1.ConditionStatus{corev1.ConditionFalse, corev1.ConditionUnknown, "", "true"}[i]
			}
		}},

		{rule: "complete and failed", now: allOf(succeeded, having(complete, fails, criteria, target)), want: field.ErrorList{
			conditionsError(notBoth), conditionsError(targetComplete), conditionsError(criteriaFailed), conditionsError(criteriaTarget)}},
		{rule: "complete and failed already: rules that always apply", old: allOf(succeeded, having(complete, fails, criteria, target)), want: field.ErrorList{
			conditionsError(criteriaFailed), conditionsError(criteriaTarget)}},
		{rule: "failed after complete", old: allOf(succeeded, having(complete, target)), now: having(complete, target, fails),
			want: field.ErrorList{conditionsError(notBoth)}},
		{rule: "complete after failed", old: failed, now: allOf(succeeded, having(complete, criteria, target, fails)), want: field.ErrorList{
			conditionsError(notBoth), conditionsError(targetComplete), conditionsError(criteriaFailed), conditionsError(criteriaTarget)}},
		{rule: "failure target after complete", old: succeeded, now: having(complete, criteria, target), want: field.ErrorList{
			conditionsError(targetComplete), conditionsError(criteriaTarget)}},
		{rule: "complete after failure target", old: having(target), now: allOf(succeeded, having(complete, criteria, target)), want: field.ErrorList{
			conditionsError(targetComplete), conditionsError(criteriaTarget)}},
		{rule: "complete and failure target", now: allOf(succeeded, having(complete, criteria, target)), want: field.ErrorList{
			conditionsError(targetComplete), conditionsError(criteriaTarget)}},
		{rule: "failed without failure target", now: allOf(failed, having(fails)), want: field.ErrorList{conditionsError(needsTarget)}},
		{rule: "failed without failure target already", old: allOf(failed, having(fails))},
		{rule: "failed without failure target, failed indexes change", old: allOf(failed, having(fails)), now: func(job *batch.Job) {
			job.Status.FailedIndexes = new("3,4")
		}, want: field.ErrorList{conditionsError(needsTarget)}},
		{rule: "complete without success criteria", now: allOf(succeeded, having(complete)), want: field.ErrorList{conditionsError(needsCriteria)}},
		{rule: "complete without success criteria already", old: allOf(succeeded, having(complete))},
		{rule: "success criteria and failed", now: allOf(failed, having(criteria, target, fails)), want: field.ErrorList{
			conditionsError(criteriaFailed), conditionsError(criteriaTarget)}},
		{rule: "success criteria and failure target", now: having(criteria, target), want: field.ErrorList{conditionsError(criteriaTarget)}},
		{rule: "success policy: complete by success criteria", old: withSuccessPolicy, now: succeeded},
		{rule: "success policy: complete without success criteria already", old: allOf(withSuccessPolicy, succeeded, having(complete)),
			want: field.ErrorList{conditionsError(policyCriteria)}},

		{rule: "complete removed", old: succeeded, now: func(job *batch.Job) {
			having(criteria)(job)
			job.Status.CompletionTime = nil
		}, want: field.ErrorList{conditionsError("a Complete Job must stay Complete")}},
		{rule: "failed removed", old: failed, now: having(target), want: field.ErrorList{conditionsError("a Failed Job must stay Failed")}},
		{rule: "failure target removed", old: having(target), now: having(), want: field.ErrorList{conditionsError("FailureTarget must stay once it is set")}},
		{rule: "success criteria removed", old: having(criteria), now: having(),
			want: field.ErrorList{conditionsError("SuccessCriteriaMet must stay once it is set")}},
		{rule: "success criteria after complete", old: allOf(succeeded, having(complete)), now: having(complete, criteria),
			want: field.ErrorList{conditionsError(criteriaTooLate)}},
	})
}

func TestStatusOfFinishedJob(t *testing.T) {
	noPods := &batch.UncountedTerminatedPods{}
	somePods := &batch.UncountedTerminatedPods{Failed: []types.UID{"f"}}
	podsAsBefore := runningJob().Status
	runStatus(t, []statusTest{
		{rule: "the pods of a running Job", now: func(job *batch.Job) {
			failed(job)
			job.Status.Active, job.Status.Ready, job.Status.Terminating = podsAsBefore.Active, podsAsBefore.Ready, podsAsBefore.Terminating
			job.Status.UncountedTerminatedPods = podsAsBefore.UncountedTerminatedPods
		}, want: field.ErrorList{
			invalid("status.active", int32(2), "must be 0 in a finished Job"),
			invalid("status.terminating", int32(1), "must be 0 in a finished Job"),
			invalid("status.uncountedTerminatedPods", podsAsBefore.UncountedTerminatedPods, "must be empty in a finished Job"),
		}},
		{rule: "active pods", now: allOf(failed, func(job *batch.Job) { job.Status.Active = 1 }),
			want: field.ErrorList{invalid("status.active", int32(1), "must be 0 in a finished Job")}},
		{rule: "more active pods", old: allOf(failed, func(job *batch.Job) { job.Status.Active = 1 }), now: func(job *batch.Job) { job.Status.Active = 2 },
			want: field.ErrorList{invalid("status.active", int32(2), "must be 0 in a finished Job")}},
		{rule: "active pods already", old: allOf(failed, func(job *batch.Job) { job.Status.Active = 1 })},
		{rule: "terminating pods", now: allOf(succeeded, func(job *batch.Job) { job.Status.Terminating = new(int32(1)) }),
			want: field.ErrorList{invalid("status.terminating", int32(1), "must be 0 in a finished Job")}},
		{rule: "more terminating pods", old: allOf(succeeded, func(job *batch.Job) { job.Status.Terminating = new(int32(1)) }),
			now:  func(job *batch.Job) { job.Status.Terminating = new(int32(2)) },
			want: field.ErrorList{invalid("status.terminating", int32(2), "must be 0 in a finished Job")}},
		{rule: "terminating pods already", old: allOf(succeeded, func(job *batch.Job) { job.Status.Terminating = new(int32(1)) })},
		{rule: "no uncounted pods", now: allOf(failed, func(job *batch.Job) { job.Status.UncountedTerminatedPods = noPods })},
		{rule: "uncounted pods", now: allOf(failed, func(job *batch.Job) { job.Status.UncountedTerminatedPods = somePods }),
			want: field.ErrorList{invalid("status.uncountedTerminatedPods", somePods, "must be empty in a finished Job")}},
		{rule: "more uncounted pods", old: failed, now: func(job *batch.Job) { job.Status.UncountedTerminatedPods = somePods },
			want: field.ErrorList{invalid("status.uncountedTerminatedPods", somePods, "must be empty in a finished Job")}},
		{rule: "uncounted pods already", old: allOf(failed, func(job *batch.Job) { job.Status.UncountedTerminatedPods = somePods })},
		{rule: "never started", old: func(job *batch.Job) { job.Status.StartTime = nil }, now: failed,
			want: field.ErrorList{required("status.startTime", "a finished Job needs it")}},
		{rule: "never started already", old: allOf(failed, func(job *batch.Job) { job.Status.StartTime = nil })},
		{rule: "start is removed", old: allOf(suspended, failed), now: func(job *batch.Job) { job.Status.StartTime = nil },
			want: field.ErrorList{required("status.startTime", "a finished Job needs it")}},
		{rule: "never started: nothing to do and suspended", old: allOf(suspended, nothingToDo), now: succeeded},
		{rule: "never started: nothing to do", old: nothingToDo, now: succeeded,
			want: field.ErrorList{required("status.startTime", "a finished Job needs it")}},
		{rule: "never started: suspended", old: allOf(suspended, func(job *batch.Job) { job.Status.StartTime = nil }), now: succeeded,
			want: field.ErrorList{required("status.startTime", "a finished Job needs it")}},
	})
}
