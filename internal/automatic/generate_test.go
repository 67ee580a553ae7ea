package automatic

import (
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/apis/batch"
)

// TestGenerateMissing checks that the defaults generate only for a Job that has a UID and a name
// and isn't complete, under whichever keys.
func TestGenerateMissing(t *testing.T) {
	generated := newJob(byLabels("controller-uid", "u"), labelsOf("controller-uid", "u", "job-name", "pi"))
	tests := []struct {
		name   string
		job    *batch.Job
		change func(*batch.Job)
		want   *batch.Job // nil if nothing is generated
	}{
		{name: "nothing", job: newJob(nil, nil), want: generated},
		{name: "an empty selector", job: newJob(&metav1.LabelSelector{}, nil), want: generated},
		{name: "leftovers", job: newJob(byLabels("controller-uid", "old"), labelsOf("controller-uid", "old", "job-name", "e")), want: generated},
		{name: "the label is missing", job: newJob(byLabels("controller-uid", "u"), nil), want: generated},
		{name: "stored", job: newJob(nil, nil), change: func(job *batch.Job) { job.ResourceVersion = "1" }, want: generated},
		{name: "complete under other keys of servers", job: newJob(byLabels("batch.kubernetes.io/controller-uid", "u"), labelsOf("batch.kubernetes.io/controller-uid", "u"))},
		{name: "complete under keys of a program", job: newJob(byLabels("example.com/uid", "u"), labelsOf("example.com/uid", "u"))},
		{name: "a user's selector", job: newJob(byLabels("app", "x"), nil)},
		{name: "no UID", job: newJob(nil, nil), change: func(job *batch.Job) { job.UID = "" }},
		{name: "no name", job: newJob(nil, nil), change: func(job *batch.Job) { job.Name = "" }},
		{name: "manual mode", job: newJob(nil, nil), change: func(job *batch.Job) { job.Spec.ManualSelector = new(true) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.change != nil {
				tt.change(tt.job)
			}
			want := tt.job.DeepCopy()
			if tt.want != nil {
				want.Spec = tt.want.Spec
			}
			Of(tt.job).GenerateMissing(batch.SelectorLabels{})
			if diff := cmp.Diff(want, tt.job); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestGenerateAgain checks what Generate replaces in a Job that was never stored and has a generated
// selector and labels already.
func TestGenerateAgain(t *testing.T) {
	generated := newJob(byLabels("controller-uid", "u"), labelsOf("controller-uid", "u", "job-name", "pi", "app", "x"))
	for name, change := range map[string]func(*batch.Job){
		"nothing":                      func(*batch.Job) {},
		"a second key in the selector": func(job *batch.Job) { job.Spec.Selector.MatchLabels[batch.ControllerUidLabel] = "u" },
		"a UID under another key":      func(job *batch.Job) { job.Spec.Template.Labels[batch.ControllerUidLabel] = "u" },
		"the name of another Job":      func(job *batch.Job) { job.Spec.Template.Labels[batch.JobNameLabel] = "e" },
		"a missing name":               func(job *batch.Job) { delete(job.Spec.Template.Labels, "job-name") },
		"the selector of other keys":   func(job *batch.Job) { job.Spec.Selector = byLabels(batch.ControllerUidLabel, "u") },
	} {
		job := generated.DeepCopy()
		change(job)
		if _, err := Of(job).Generate(batch.SelectorLabels{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(generated, job); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestGenerateErrors checks that unusable keys, and a Job without UID or name, change nothing.
func TestGenerateErrors(t *testing.T) {
	for name, tt := range map[string]struct {
		keys   batch.SelectorLabels
		change func(*batch.Job)
	}{
		"no key for the UID": {keys: batch.SelectorLabels{Name: []string{"a"}}},
		"an invalid key":     {keys: batch.SelectorLabels{UID: []string{"a b"}}},
		"no UID":             {change: func(job *batch.Job) { job.UID = "" }},
		"no name":            {change: func(job *batch.Job) { job.Name, job.Spec.Selector = "", nil }},
	} {
		job := newJob(byLabels("controller-uid", "u"), labelsOf("controller-uid", "u", "job-name", "pi"))
		if tt.change != nil {
			tt.change(job)
		}
		before := job.DeepCopy()
		if warnings, err := Of(job).Generate(tt.keys); err == nil || warnings != nil {
			t.Errorf("%s: warnings %q, error %v", name, warnings, err)
		}
		if diff := cmp.Diff(before, job); diff != "" {
			t.Errorf("%s (-before +after):\n%s", name, diff)
		}
	}
}

// TestGenerate generates for random Jobs. Package defaulting has the table of cases.
func TestGenerate(t *testing.T) {
	choices := []batch.SelectorLabels{batch.DefaultSelectorLabels(), batch.KubernetesSelectorLabels(), own, {UID: []string{"example.com/uid", "controller-uid"}}}
	for seed := range uint64(2000) {
		random := rand.New(rand.NewPCG(seed, 6))
		before := randomJob(random)
		keys := choices[random.IntN(len(choices))]
		job := before.DeepCopy()
		template := job.Spec.Template.Labels
		left, hasLeftovers := Of(job).Leftovers(keys)
		warnings, err := Of(job).Generate(keys)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		fatal := func(what string, diff string) {
			t.Helper()
			if diff != "" {
				t.Fatalf("seed %d, keys %v: %s:\n%s", seed, keys, what, diff)
			}
		}
		fatal("the old map was written into", cmp.Diff(before.Spec.Template.Labels, template))

		stays := before.DeepCopy()
		stays.Spec.Selector, stays.Spec.Template.Labels = job.Spec.Selector, job.Spec.Template.Labels
		fatal("more than selector and template labels changed", cmp.Diff(stays, job))

		if before.Spec.Selector != nil && before.Spec.Selector.MatchLabels["app"] != "" || before.Spec.ManualSelector != nil {
			fatal("a selector of the user (-before +after)", cmp.Diff(before, job))
			continue
		}
		if before.ResourceVersion != "" && KeysOf(keys).IsOwn(before.Spec.Selector, "u") && !Of(before).isIncomplete(KeysOf(keys)) {
			fatal("a complete Job that is stored (-before +after)", cmp.Diff(before, job))
			continue
		}
		if hasLeftovers {
			fatal("warnings (-want +got)", cmp.Diff([]string{left.String()}, warnings))
		} else {
			fatal("warnings (-want +got)", cmp.Diff([]string(nil), warnings))
		}
		fatal("selector (-want +got)", cmp.Diff(byLabels(keys.UID[0], "u"), job.Spec.Selector))
		want := map[string]string{}
		maps.Copy(want, Of(before).UserLabels(keys))
		if run, ok := before.Spec.Template.Labels["example.com/run"]; ok {
			want["example.com/run"] = run // not copied if it is the UID, but not removed either
		}
		for label := range KeysOf(keys).Identity("u", "pi") {
			if label.Chosen {
				want[label.Key] = label.Value
			}
		}
		fatal("template labels (-want +got)", cmp.Diff(want, job.Spec.Template.Labels))

		once := job.DeepCopy()
		if warnings, err := Of(job).Generate(keys); err != nil || warnings != nil {
			t.Fatalf("seed %d: twice: warnings %q, error %v", seed, warnings, err)
		}
		fatal("twice (-once +twice)", cmp.Diff(once, job))
	}
}

// randomJob returns a Job called pi with the UID u. Labels under generated keys are its own or
// those of another Job, as are those of selectors.
func randomJob(random *rand.Rand) *batch.Job {
	set := func(pairs ...string) map[string]string {
		labels := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			if random.IntN(3) == 0 {
				labels[pairs[i]] = []string{pairs[i+1], "other"}[random.IntN(2)]
			}
		}
		return labels
	}
	uids := []string{"controller-uid", "u", "batch.kubernetes.io/controller-uid", "u"}
	job := newJob(nil, set(append(uids, "app", "x", "example.com/run", "u", "job-name", "pi", "batch.kubernetes.io/job-name", "pi")...))
	if random.IntN(2) == 0 {
		job.Spec.Selector = &metav1.LabelSelector{MatchLabels: set(uids...)}
	}
	if random.IntN(8) == 0 {
		job.Spec.Selector = byLabels("app", "x", "controller-uid", "u")
	}
	if random.IntN(8) == 0 {
		job.Spec.ManualSelector = new(true)
	}
	if random.IntN(2) == 0 {
		job.ResourceVersion = "1"
	}
	return job
}
