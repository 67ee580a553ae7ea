package conformance

import (
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	kubernetesv1 "k8s.io/api/batch/v1"
	"sigs.k8s.io/yaml"
)

// richJobs returns the Jobs in testdata/rich. All are valid, and together they set every field, so
// changing one field makes at most one mistake.
func richJobs(t testing.TB) []*kubernetesv1.Job {
	t.Helper()
	files, err := filepath.Glob("testdata/rich/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d manifests, %v", len(files), err)
	}
	var jobs []*kubernetesv1.Job
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var job kubernetesv1.Job
		if err := yaml.Unmarshal(data, &job, yaml.DisallowUnknownFields); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		jobs = append(jobs, &job)
	}
	return jobs
}

// richSpecs returns the rich Jobs that set more than the template.
func richSpecs(t testing.TB) []*kubernetesv1.Job {
	t.Helper()
	return slices.DeleteFunc(richJobs(t), func(job *kubernetesv1.Job) bool { return job.Spec.Completions == nil && job.Spec.Scheduling == nil })
}

// richTemplates returns the templates of the rich Jobs, as written and with defaults.
func richTemplates(t testing.TB) []templating {
	t.Helper()
	var cases []templating
	for _, job := range richJobs(t) {
		_, defaulted := bothTemplates(t, &job.Spec.Template, false)
		cases = append(cases, templating{Template: job.Spec.Template}, templating{Template: *defaulted, AsWritten: true})
	}
	return cases
}

// neverSet matches the fields that no valid Job sets.
var neverSet = regexp.MustCompile(strings.Join([]string{
	`^\.Status`, `^\.Spec\.Template\.Spec\.EphemeralContainers`, `Spec\.Resources\.Claims`, `ReadinessProbe\.TerminationGracePeriodSeconds$`, // forbidden in Jobs
	`^\.ObjectMeta\.(SelfLink|UID|ResourceVersion|Generation|CreationTimestamp|Deletion\w+|GenerateName)$`, // set by the server
	`^\.Spec\.Template\.ObjectMeta\.`, `VolumeClaimTemplate\.ObjectMeta\.`, // metadata that pods and claims don't inherit
	`\.(User|DefaultUser)$`, `EmptyDir\.Mode$`, `BindMountOptions$`, `HTTPGet\.Protocol$`, `GRPC\.Mode$`, `StopSignal$`, `SchedulingGroup`, `EvictionResponders`, // features that are off by default
}, "|"))

// TestRichJobs checks that both sides accept the rich Jobs, and that they set every field.
func TestRichJobs(t *testing.T) {
	withWorkloads(t)
	set := map[string]bool{}
	for _, job := range richJobs(t) {
		a := askCreation(t, job)
		if len(a.theirErrors)+len(a.ourErrors) > 0 {
			t.Errorf("%s:\n%v", job.Name, a)
		}
		noteSet(reflect.ValueOf(job).Elem(), "", set)
	}
	job := reflect.TypeFor[kubernetesv1.Job]()
	for _, to := range fieldIndexes(job) {
		if name := fieldName(job, to); !set[name] && !neverSet.MatchString(name) {
			t.Errorf("%s is never set", name)
		}
	}
}

// TestRichChanges compares a sample of the single changes of rich cases.
func TestRichChanges(t *testing.T) {
	s := chosenSeed(t)
	for _, a := range areas(t) {
		t.Run(a.title(), func(t *testing.T) {
			t.Logf("%d cases", a.singles(t, s, max(1, 8_000_000/rounds(20_000))))
		})
	}
}

// singles compares a random sample, one in every, of the single changes of rich cases. It returns
// the size of the sample.
func (d differential[C]) singles(t *testing.T, seed uint64, every int) (n int) {
	t.Helper()
	if d.workloads {
		withWorkloads(t)
	}
	ask := func(c *C) answer { return d.ask(t, c) }
	random := seeded(seed).random
	for c := range d.eachRich(t) {
		eachSingle(c.part, func() {
			if random.IntN(every) > 0 || d.sound != nil && !d.sound(t, c.whole) || t.Failed() {
				return
			}
			n++
			if len(ask(c.whole).compare().disagreements) > 0 {
				t.Error(d.smallest(t, *c.whole, ask))
			}
		})
	}
	return n
}

// changing is a case and the part of it to change.
type changing[C any] struct {
	whole *C
	part  reflect.Value
}

// eachRich yields the rich cases.
func (d differential[C]) eachRich(t testing.TB) iter.Seq[changing[C]] {
	return func(yield func(changing[C]) bool) {
		if d.rich == nil {
			return
		}
		for _, c := range d.rich(t) {
			part := reflect.ValueOf(&c).Elem()
			if d.changed != nil {
				part = d.changed(&c)
			}
			if !yield(changing[C]{&c, part}) {
				return
			}
		}
	}
}
