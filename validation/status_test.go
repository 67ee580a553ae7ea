package validation_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
)

// statusTest is an update of the status of a running Job and its errors.
type statusTest struct {
	rule     string
	old, now func(*batch.Job) // now is applied after old
	want     field.ErrorList
}

// runStatus validates the updates.
func runStatus(t *testing.T, tests []statusTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			old := runningJob()
			if tt.old != nil {
				tt.old(old)
			}
			job := old.DeepCopy()
			if tt.now != nil {
				tt.now(job)
			}
			before := []*batch.Job{job.DeepCopy(), old.DeepCopy()}
			compareErrors(t, tt.want, validation.ValidateJobStatusUpdate(job, old))
			if diff := cmp.Diff(before, []*batch.Job{job, old}); diff != "" {
				t.Errorf("validation changed its input (-before +after):\n%s", diff)
			}
		})
	}
}

// runningJob returns an Indexed Job with a backoff limit per index. It started at atMinute(1).
func runningJob() *batch.Job {
	job := newJob(indexed)
	job.ResourceVersion = "1"
	job.Spec.BackoffLimitPerIndex = new(int32(1))
	job.Status = batch.JobStatus{
		StartTime: atMinute(1), Active: 2, Ready: new(int32(1)), Terminating: new(int32(1)), Succeeded: 3, Failed: 2,
		CompletedIndexes: "0-2", FailedIndexes: new("3"),
		UncountedTerminatedPods: &batch.UncountedTerminatedPods{Succeeded: []types.UID{"s"}, Failed: []types.UID{"f"}},
	}
	return job
}

func atMinute(n int) *metav1.Time {
	return &metav1.Time{Time: time.Date(2026, 1, 1, 0, n, 0, 0, time.UTC)}
}

// having sets the conditions of a Job.
func having(list ...batch.JobConditionType) func(*batch.Job) {
	return func(job *batch.Job) {
		job.Status.Conditions = nil
		for _, condition := range list {
			job.Status.Conditions = append(job.Status.Conditions, batch.JobCondition{Type: condition, Status: corev1.ConditionTrue})
		}
	}
}

// succeeded sets the status that the controller gives a Job that succeeds.
func succeeded(job *batch.Job) {
	end(job)
	having(batch.JobSuccessCriteriaMet, batch.JobComplete)(job)
	job.Status.CompletionTime = atMinute(2)
}

// failed sets the status that the controller gives a Job that fails.
func failed(job *batch.Job) {
	end(job)
	having(batch.JobFailureTarget, batch.JobFailed)(job)
}

func end(job *batch.Job) {
	job.Status.Active, job.Status.Ready, job.Status.Terminating, job.Status.UncountedTerminatedPods = 0, new(int32(0)), new(int32(0)), nil
}

func suspended(job *batch.Job) { job.Spec.Suspend = new(true) }

func notIndexed(job *batch.Job) {
	job.Spec.CompletionMode, job.Spec.BackoffLimitPerIndex = new(batch.NonIndexedCompletion), nil
	job.Status.CompletedIndexes, job.Status.FailedIndexes = "", nil
}

// nothingToDo changes a Job to one without completions that hasn't started.
func nothingToDo(job *batch.Job) {
	job.Status.StartTime, job.Spec.Completions = nil, new(int32(0))
	job.Status.CompletedIndexes, job.Status.FailedIndexes = "", nil
}

func withSuccessPolicy(job *batch.Job) { job.Spec.SuccessPolicy = &batch.SuccessPolicy{} }

func TestStatusOfNilJobs(t *testing.T) {
	for _, jobs := range [][2]*batch.Job{{nil, nil}, {newJob(), nil}, {nil, newJob()}} {
		if errs := validation.ValidateJobStatusUpdate(jobs[0], jobs[1]); len(errs) != 1 {
			t.Errorf("%d errors, want one: %v", len(errs), errs)
		}
	}
}

func TestStatusTimes(t *testing.T) {
	starts := func(minute int) func(*batch.Job) {
		return func(job *batch.Job) { job.Status.StartTime = atMinute(minute) }
	}
	completes := func(minute int) func(*batch.Job) {
		return func(job *batch.Job) { job.Status.CompletionTime = atMinute(minute) }
	}
	notStarted := func(job *batch.Job) { job.Status.StartTime = nil }
	neverCompleted := func(job *batch.Job) { job.Status.CompletionTime = nil }
	const stays = "is immutable unless the Job is suspended"
	runStatus(t, []statusTest{
		{rule: "starts", old: notStarted, now: starts(1)},
		{rule: "same start in another zone", now: func(job *batch.Job) {
			job.Status.StartTime = &metav1.Time{Time: job.Status.StartTime.In(time.FixedZone("", 3600))}
		}},
		{rule: "start moves", now: starts(2), want: field.ErrorList{invalid("status.startTime", atMinute(2), stays)}},
		{rule: "start is removed", now: notStarted, want: field.ErrorList{invalid("status.startTime", (*metav1.Time)(nil), stays)}},
		{rule: "start is removed while suspended", old: suspended, now: notStarted},
		{rule: "restarts when resumed", old: having(batch.JobSuspended), now: func(job *batch.Job) {
			starts(2)(job)
			job.Status.Conditions[0].Status = corev1.ConditionFalse
		}},
		{rule: "start moves while the condition stays", old: having(batch.JobSuspended), now: starts(2),
			want: field.ErrorList{invalid("status.startTime", atMinute(2), stays)}},
		{rule: "start moves without a suspension", now: func(job *batch.Job) {
			starts(2)(job)
			job.Status.Conditions = []batch.JobCondition{{Type: batch.JobSuspended, Status: corev1.ConditionFalse}}
		}, want: field.ErrorList{invalid("status.startTime", atMinute(2), stays)}},
		{rule: "creation time may change", old: func(job *batch.Job) { job.Status.CreationTime = atMinute(5) },
			now: func(job *batch.Job) { job.Status.CreationTime = atMinute(4) }},

		{rule: "completes as it starts", now: allOf(succeeded, completes(1))},
		{rule: "completes before start", now: allOf(succeeded, completes(0)),
			want: field.ErrorList{invalid("status.completionTime", atMinute(0), "must not be before startTime, 2026-01-01T00:01:00Z")}},
		{rule: "start moves after completion", old: allOf(suspended, succeeded), now: starts(3),
			want: field.ErrorList{invalid("status.completionTime", atMinute(2), "must not be before startTime, 2026-01-01T00:03:00Z")}},
		{rule: "completed before start already", old: allOf(succeeded, completes(0))},
		{rule: "completion time without condition", now: completes(2),
			want: field.ErrorList{invalid("status.completionTime", atMinute(2), "requires the condition Complete")}},
		{rule: "completion time without condition already", old: completes(2)},
		{rule: "complete without completion time", now: allOf(succeeded, neverCompleted),
			want: field.ErrorList{required("status.completionTime", "a Complete Job needs it")}},
		{rule: "complete without completion time already", old: allOf(succeeded, neverCompleted)},
		{rule: "completion moves", old: succeeded, now: completes(3),
			want: field.ErrorList{invalid("status.completionTime", atMinute(3), "is immutable")}},
	})
}

func TestStatusCounters(t *testing.T) {
	negative := func(name string, value int32) *field.Error {
		return invalid("status."+name, value, "must not be negative").WithOrigin("minimum")
	}
	runStatus(t, []statusTest{
		{rule: "pods come and go", now: func(job *batch.Job) {
			job.Status.Active, job.Status.Ready, job.Status.Terminating = 1, new(int32(0)), nil
			job.Status.Succeeded, job.Status.Failed = 4, 3
		}},
		{rule: "not negative", old: func(job *batch.Job) {
			job.Status.Active, job.Status.Ready, job.Status.Terminating = -1, new(int32(-2)), new(int32(-3))
			job.Status.Succeeded, job.Status.Failed = -4, -5
		}, want: field.ErrorList{negative("active", -1), negative("ready", -2), negative("terminating", -3), negative("succeeded", -4), negative("failed", -5)}},
		{rule: "successes fall", now: func(job *batch.Job) { job.Status.Succeeded = 2 },
			want: field.ErrorList{invalid("status.succeeded", int32(2), "must not decrease: it was 3")}},
		{rule: "successes fall as an Indexed Job scales down", old: func(job *batch.Job) { job.Spec.Parallelism = new(int32(10)) },
			now: func(job *batch.Job) { job.Status.Succeeded = 2 }},
		{rule: "successes fall in a Job that is not Indexed", old: allOf(notIndexed, func(job *batch.Job) { job.Spec.Parallelism = new(int32(10)) }),
			now:  func(job *batch.Job) { job.Status.Succeeded = 2 },
			want: field.ErrorList{invalid("status.succeeded", int32(2), "must not decrease: it was 3")}},
		{rule: "failures fall", now: func(job *batch.Job) { job.Status.Failed = 1 },
			want: field.ErrorList{invalid("status.failed", int32(1), "must not decrease: it was 2")}},
		{rule: "more ready than active", now: func(job *batch.Job) { job.Status.Ready = new(int32(3)) },
			want: field.ErrorList{invalid("status.ready", int32(3), "must be at most active, which is 2: ready pods must also be active")}},
		{rule: "fewer active than ready", now: func(job *batch.Job) { job.Status.Active = 0 },
			want: field.ErrorList{invalid("status.ready", int32(1), "must be at most active, which is 0: ready pods must also be active")}},
		{rule: "more ready than active already", old: func(job *batch.Job) { job.Status.Ready = new(int32(3)) }},
		{rule: "uncounted pods", now: func(job *batch.Job) {
			job.Status.UncountedTerminatedPods = &batch.UncountedTerminatedPods{Succeeded: []types.UID{"a", "", "a"}, Failed: []types.UID{"b", "a", ""}}
		}, want: field.ErrorList{
			invalid("status.uncountedTerminatedPods.succeeded[1]", "", "must be the UID of a pod"),
			field.Duplicate(field.NewPath("status.uncountedTerminatedPods.succeeded[2]"), types.UID("a")),
			field.Duplicate(field.NewPath("status.uncountedTerminatedPods.failed[1]"), types.UID("a")),
			invalid("status.uncountedTerminatedPods.failed[2]", "", "must be the UID of a pod"),
		}},
	})
}

func TestStatusIndexes(t *testing.T) {
	completed := func(list string) func(*batch.Job) {
		return func(job *batch.Job) { job.Status.CompletedIndexes = list }
	}
	failedIndexes := func(list string) func(*batch.Job) {
		return func(job *batch.Job) { job.Status.FailedIndexes = &list }
	}
	noLimit := func(job *batch.Job) { job.Spec.BackoffLimitPerIndex = nil }
	noCompletions := func(job *batch.Job) { job.Spec.Completions = nil }
	const below = `"10" must be below spec.completions`
	runStatus(t, []statusTest{
		{rule: "more indexes", now: allOf(completed("0-2,4,6-9"), failedIndexes("3,5"))},
		{rule: "no indexes", now: allOf(completed(""), failedIndexes(""))},
		{rule: "no completions to compare with", old: noCompletions, now: allOf(completed("x"), failedIndexes("x"))},
		{rule: "completed index too large", now: completed("0-2,10"), want: field.ErrorList{invalid("status.completedIndexes", "0-2,10", below)}},
		{rule: "completed index too large already", old: completed("0-2,10")},
		{rule: "completed indexes of a Job that is not Indexed", old: notIndexed, now: completed("0"),
			want: field.ErrorList{invalid("status.completedIndexes", "0", "requires completionMode: Indexed")}},
		{rule: "failed index too large", now: failedIndexes("3,10"), want: field.ErrorList{invalid("status.failedIndexes", "3,10", below)}},
		{rule: "failed index too large already", old: failedIndexes("3,10")},
		{rule: "failed indexes without a limit", old: noLimit, now: failedIndexes("4"),
			want: field.ErrorList{invalid("status.failedIndexes", "4", "requires spec.backoffLimitPerIndex")}},
		{rule: "failed indexes without a limit already", old: noLimit},
		{rule: "failed indexes that are completed", now: failedIndexes("2-3"),
			want: field.ErrorList{invalid("status.failedIndexes", "2-3", "index 2 is also in completedIndexes")}},
		{rule: "completed indexes that are failed", now: completed("0-3"),
			want: field.ErrorList{invalid("status.failedIndexes", "3", "index 3 is also in completedIndexes")}},
		{rule: "indexes in both already", old: failedIndexes("2-3")},
	})
}

func TestValidStatusCostsNoMemory(t *testing.T) {
	for name, end := range map[string]func(*batch.Job){"runs": func(*batch.Job) {}, "succeeds": succeeded, "fails": failed} {
		old := runningJob()
		old.ManagedFields = []metav1.ManagedFieldsEntry{{Manager: "kubectl", Operation: metav1.ManagedFieldsOperationApply, FieldsType: "FieldsV1"}}
		old.Finalizers = []string{"example.com/keep"}
		old.OwnerReferences = []metav1.OwnerReference{{APIVersion: "batch/v1", Kind: "CronJob", Name: "c", UID: "u", Controller: new(true)}}
		old.Annotations = map[string]string{"example.com/note": "any text"}
		job := old.DeepCopy()
		job.Status.CompletedIndexes, job.Status.Succeeded = "0-2,4-6", 6
		end(job)
		n := testing.AllocsPerRun(100, func() {
			if errs := validation.ValidateJobStatusUpdate(job, old); errs != nil {
				t.Fatal(errs)
			}
		})
		if n > 0 {
			t.Errorf("%s: %v allocations, want none", name, n)
		}
	}
}

// TestHostileStatus checks that long lists don't take quadratic time.
func TestHostileStatus(t *testing.T) {
	const many = 100_000
	old, job := runningJob(), runningJob()
	pods := &batch.UncountedTerminatedPods{}
	for i := range many {
		pods.Succeeded = append(pods.Succeeded, types.UID(fmt.Sprint("u-", i)))
		job.Status.Conditions = append(job.Status.Conditions, batch.JobCondition{Type: batch.JobConditionType(fmt.Sprint(i))})
		job.Finalizers = append(job.Finalizers, fmt.Sprintf("example.com/f-%d", many-i))
		old.Finalizers = append(old.Finalizers, fmt.Sprintf("example.com/f-%d", i+1))
		job.OwnerReferences = append(job.OwnerReferences, metav1.OwnerReference{APIVersion: "v1", Kind: "Pod", Name: "p", UID: "u", Controller: new(true)})
	}
	pods.Failed = pods.Succeeded
	job.Status.UncountedTerminatedPods = pods
	old.DeletionTimestamp, job.DeletionTimestamp = atMinute(3), atMinute(3)
	list := make([]byte, 0, 7*many)
	for i := range many {
		list = fmt.Appendf(list, "%d,", i)
	}
	job.Status.CompletedIndexes, job.Status.FailedIndexes = string(list), new(string(list))
	start := time.Now()
	errs := validation.ValidateJobStatusUpdate(job, old)
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
	if len(errs) < many || len(errs) > many+10 {
		t.Errorf("%d errors, want one for each duplicate pod and a few others", len(errs))
	}
}
