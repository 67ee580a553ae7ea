package conformance

import (
	"testing"

	kubernetesv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
)

// richUpdates returns updates of stored Jobs that change nothing. The Jobs are in the states in which
// different fields may change.
func richUpdates(t testing.TB) []updating {
	t.Helper()
	var cases []updating
	for _, manifest := range richSpecs(t) {
		for _, state := range []func(*kubernetesv1.Job){
			func(job *kubernetesv1.Job) { job.Spec.Suspend = new(false) },
			func(job *kubernetesv1.Job) { job.Spec.Suspend = new(true) },
			func(job *kubernetesv1.Job) {
				job.Spec.Suspend, job.Status.StartTime = new(true), new(metav1.Unix(1, 0))
				job.Status.Conditions = []kubernetesv1.JobCondition{{Type: kubernetesv1.JobSuspended, Status: corev1.ConditionTrue}}
			},
			func(job *kubernetesv1.Job) {
				job.Spec.Suspend = new(false)
				job.DeletionTimestamp, job.DeletionGracePeriodSeconds, job.Finalizers = new(metav1.Unix(1, 0)), new(int64(0)), []string{"a.b/c"}
			},
		} {
			old := toManifest(t, create(t, manifest).theirs)
			state(old)
			cases = append(cases, updating{old, old.DeepCopy()})
		}
	}
	return cases
}

// states are specs and statuses for status updates that change nothing.
var states = []string{
	`{spec: {completions: 5, completionMode: Indexed, backoffLimitPerIndex: 1}, status: {startTime: "2025-01-01T00:00:00Z", active: 2, ready: 1, terminating: 1, succeeded: 1, failed: 1,
		completedIndexes: "0,2-3", failedIndexes: "1", uncountedTerminatedPods: {succeeded: [a, b], failed: [c, d]}, conditions: [{type: Suspended, status: "False"}]}}`,
	`{spec: {completions: 5}, status: {startTime: "2025-01-01T00:00:00Z", active: 2}}`,
	`{spec: {completions: 5, suspend: true}, status: {conditions: [{type: Suspended, status: "True"}]}}`,
	`{spec: {completions: 5, completionMode: Indexed, backoffLimitPerIndex: 1}, status: {startTime: "2025-01-01T00:00:00Z", completionTime: "2025-01-01T00:00:01Z", succeeded: 5,
		completedIndexes: "0-4", conditions: [{type: SuccessCriteriaMet, status: "True"}, {type: Complete, status: "True"}]}}`,
	`{spec: {completions: 5, completionMode: Indexed, backoffLimitPerIndex: 1}, status: {startTime: "2025-01-01T00:00:00Z", failed: 1, completedIndexes: "0", failedIndexes: "1-3",
		conditions: [{type: FailureTarget, status: "True"}, {type: Failed, status: "True"}]}}`,
	`{spec: {completions: 5, completionMode: Indexed, successPolicy: {rules: []}}, status: {startTime: "2025-01-01T00:00:00Z", active: 1, conditions: [{type: SuccessCriteriaMet, status: "True"}]}}`,
	`{spec: {completions: 5}, status: {startTime: "2025-01-01T00:00:00Z", active: 1, conditions: [{type: FailureTarget, status: "True"}]}}`,
}

// oddStates are pairs of an old and a new status that today's servers don't write. The old status
// excuses the mistakes that the new one repeats.
var oddStates = [][2]string{
	{
		`{status: {startTime: "2025-01-01T00:00:00Z", completionTime: "2025-01-01T00:00:01Z", conditions: [{type: Complete, status: "True"}]}}`,
		`{status: {startTime: "2025-01-01T00:00:00Z", completionTime: "2025-01-01T00:00:01Z", conditions: [{type: Complete, status: "True"}, {type: FailureTarget, status: "True"}]}}`,
	},
	{
		`{status: {startTime: "2025-01-01T00:00:00Z", completionTime: "2025-01-01T00:00:01Z", conditions: [{type: Complete, status: "True"}, {type: FailureTarget, status: "True"}]}}`,
		`{status: {startTime: "2025-01-01T00:00:00Z", completionTime: "2025-01-01T00:00:01Z", conditions: [{type: Complete, status: "True"}, {type: FailureTarget, status: "True"}, {type: Failed, status: "True"}]}}`,
	},
}

// oddStatusUpdates returns the updates of the odd states.
func oddStatusUpdates(t testing.TB) []statusUpdating {
	t.Helper()
	var cases []statusUpdating
	for _, states := range oddStates {
		cases = append(cases, statusUpdating{inState(t, states[0]), inState(t, states[1])})
	}
	return cases
}

// inState returns a Job with a spec and status in YAML.
func inState(t testing.TB, state string) *batchv1.Job {
	t.Helper()
	data, err := yaml.YAMLToJSON([]byte(state))
	if err != nil {
		t.Fatal(err)
	}
	job := decoded[batchv1.Job](t, data)
	job.ObjectMeta = source{}.plainMetadata()
	return job
}

// richStatusUpdates returns status updates that change nothing, one for each of states.
func richStatusUpdates(t testing.TB) []statusUpdating {
	t.Helper()
	var cases []statusUpdating
	for _, state := range states {
		cases = append(cases, statusUpdating{inState(t, state), inState(t, state)})
	}
	return cases
}

// TestRichUpdates checks that both sides accept the rich cases of all areas.
func TestRichUpdates(t *testing.T) {
	withWorkloads(t)
	for _, c := range richUpdates(t) {
		if a := askUpdate(t, &c); len(a.theirErrors)+len(a.ourErrors) > 0 {
			t.Errorf("%s, suspended: %t\n%v", c.Old.Name, *c.Old.Spec.Suspend, a)
		}
	}
	for i, c := range richStatusUpdates(t) {
		if a := askStatusUpdate(t, &c); len(a.theirErrors)+len(a.ourErrors) > 0 {
			t.Errorf("state %d\n%v", i, a)
		}
	}
	for i, c := range richTemplates(t) {
		if a := askTemplate(t, &c); len(a.theirErrors)+len(a.ourErrors) > 0 {
			t.Errorf("template %d, as written: %t\n%v", i, c.AsWritten, a)
		}
	}
}
