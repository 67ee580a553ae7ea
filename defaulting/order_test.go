package defaulting_test

import (
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	conversionv1 "github.com/jobapi/jobapi/conversion/batch/v1"
	"github.com/jobapi/jobapi/defaulting"
	defaultingv1 "github.com/jobapi/jobapi/defaulting/batch/v1"
)

// step is one thing that a program does with a new Job.
type step func(*testing.T, *batch.Job)

func setUID(_ *testing.T, job *batch.Job) { job.UID = newUID }

func setDefaults(t *testing.T, job *batch.Job) {
	t.Helper()
	var v1 batchv1.Job
	if err := conversionv1.Convert_batch_Job_To_v1_Job(job, &v1, nil); err != nil {
		t.Fatal(err)
	}
	defaultingv1.SetDefaults_Job(&v1)
	if err := conversionv1.Convert_v1_Job_To_batch_Job(&v1, job, nil); err != nil {
		t.Fatal(err)
	}
}

func generate(keys batch.SelectorLabels) step {
	return func(t *testing.T, job *batch.Job) {
		t.Helper()
		if _, err := defaulting.GenerateSelector(job, keys); err != nil {
			t.Fatal(err)
		}
	}
}

// TestOrder checks that a new Job ends with the labels of the program's keys and with those of its
// user. The order in which the program sets the defaults and the UID doesn't matter, nor does a
// selector that it generated before.
func TestOrder(t *testing.T) {
	own := batch.SelectorLabels{UID: []string{"example.com/uid", "example.com/uid2"}, Name: []string{"example.com/name"}}
	kubernetes, seed := batch.KubernetesSelectorLabels(), batch.DefaultSelectorLabels()
	for n := range uint64(400) {
		job := randomNewJob(rand.New(rand.NewPCG(n, 14)))
		for name, keys := range map[string]batch.SelectorLabels{"default": seed, "Kubernetes'": kubernetes, "own": own, "zero": {}} {
			orders := map[string][]step{
				"UID, defaults, selector":             {setUID, setDefaults, generate(keys)},
				"UID, defaults, two selectors":        {setUID, setDefaults, generate(kubernetes), generate(keys)},
				"defaults, UID, defaults, selector":   {setDefaults, setUID, setDefaults, generate(keys)},
				"defaults, UID, two others, selector": {setDefaults, setUID, generate(kubernetes), generate(seed), generate(keys)},
				"defaults, UID, selector twice":       {setDefaults, setUID, generate(keys), generate(keys)},
			}
			if name != "own" { // or the defaults take a name under an unknown key for the user's
				orders["UID, defaults, selector, defaults"] = []step{setUID, setDefaults, generate(keys), setDefaults}
			}
			want := run(t, job, setDefaults, setUID, generate(keys))
			for order, steps := range orders {
				if diff := cmp.Diff(want, run(t, job, steps...)); diff != "" {
					t.Fatalf("seed %d, %s keys, %s (-defaults, UID, selector +got):\n%s\nof %v, %v, %v", n, name, order, diff,
						job.Labels, job.Spec.Selector, job.Spec.Template.Labels)
				}
			}
			for key, value := range job.Spec.Template.Labels {
				if isUsers := key == "app" || key == "example.com/run"; isUsers && want.Spec.Template.Labels[key] != value {
					t.Fatalf("seed %d, %s keys: the label %s of the user is gone", n, name, key)
				}
			}
		}
	}
}

func run(t *testing.T, job *batch.Job, steps ...step) *batch.Job {
	t.Helper()
	job = job.DeepCopy()
	for _, step := range steps {
		step(t, job)
	}
	return job
}

// randomNewJob returns a Job called pi without UID. It may have labels and leftovers.
func randomNewJob(random *rand.Rand) *batch.Job {
	keys := []string{"app", "example.com/run", "controller-uid", "job-name", "batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name"}
	labels := func() map[string]string {
		set := map[string]string{}
		for range random.IntN(4) {
			set[keys[random.IntN(len(keys))]] = []string{"pi", "other", string(oldUID)}[random.IntN(3)]
		}
		return set
	}
	job := newJob(nil, labels())
	job.UID = ""
	switch random.IntN(4) {
	case 0:
		job.Spec.Selector = byLabels(map[string]string{"controller-uid": string(oldUID)})
	case 1:
		job.Spec.Selector = &metav1.LabelSelector{}
	}
	switch random.IntN(3) {
	case 0: // copied from a server, which copies the template's labels
		job.Labels = maps.Clone(job.Spec.Template.Labels)
	case 1:
		// Only a copy of the user's label job-name tells it from a generated one.
		job.Labels = map[string]string{"team": "a"}
		for _, key := range []string{"job-name", "batch.kubernetes.io/job-name"} {
			if value, ok := job.Spec.Template.Labels[key]; ok {
				job.Labels[key] = value
			}
		}
	}
	return job
}
