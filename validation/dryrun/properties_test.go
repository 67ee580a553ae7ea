package dryrun_test

import (
	"reflect"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	fuzz "github.com/google/gofuzz"
	batchv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/jobtest"
	"github.com/jobapi/jobapi/validation/dryrun"
)

// inputs are arguments for all functions.
type inputs struct {
	Job, OldJob         *batchv1.Job
	CronJob, OldCronJob *batchv1.CronJob
}

func fill(f *fuzz.Fuzzer) inputs {
	in := inputs{new(batchv1.Job), new(batchv1.Job), new(batchv1.CronJob), new(batchv1.CronJob)}
	for _, object := range []any{in.Job, in.OldJob, in.CronJob, in.OldCronJob} {
		f.Fuzz(object)
	}
	return in
}

func (in inputs) copy() inputs {
	return inputs{in.Job.DeepCopy(), in.OldJob.DeepCopy(), in.CronJob.DeepCopy(), in.OldCronJob.DeepCopy()}
}

// ask calls all functions and returns their answers.
func ask(s dryrun.Server, in inputs) []any {
	path := field.NewPath("spec", "work")
	template, old := &in.CronJob.Spec.JobTemplate, &in.OldCronJob.Spec.JobTemplate
	return []any{
		s.CreateJob(in.Job), s.UpdateJob(in.Job, in.OldJob), s.UpdateJob(in.Job, in.Job), s.UpdateJobStatus(in.Job, in.OldJob),
		s.CreateCronJob(in.CronJob), s.UpdateCronJob(in.CronJob, in.OldCronJob), s.UpdateCronJob(in.CronJob, in.CronJob),
		s.JobTemplate(template, nil, nil), s.JobTemplate(template, old, path),
		s.JobSpec(&template.Spec, nil, path), s.JobSpec(&template.Spec, &old.Spec, nil),
		s.PodTemplate(&template.Spec.Template, nil, path), s.PodTemplate(&template.Spec.Template, &old.Spec.Template, nil),
	}
}

func servers(t testing.TB) []dryrun.Server {
	var list []dryrun.Server
	for _, version := range dryrun.Versions() {
		s, err := dryrun.For(version, nil)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// TestInputsStay shows that no function changes its arguments, whatever they are, and that the same
// question has the same answer.
func TestInputsStay(t *testing.T) {
	f := jobtest.Seeded(t)
	for range 20 {
		in := fill(f)
		before := in.copy()
		for _, s := range servers(t) {
			first, second := ask(s, in), ask(s, in)
			if diff := cmp.Diff(before, in); diff != "" {
				t.Fatalf("%s changed its arguments (-before +after):\n%s", s.Version(), diff)
			}
			for i := range first {
				if !reflect.DeepEqual(first[i], second[i]) {
					t.Fatalf("%s: call %d has two answers", s.Version(), i)
				}
			}
		}
	}
}

// TestObjectIsACopy shows that an answer shares no memory with the argument.
func TestObjectIsACopy(t *testing.T) {
	job := typicalJob(t)
	before := job.DeepCopy()
	got := dryrun.Server{}.CreateJob(job).Object
	if got == nil {
		t.Fatal("refused")
	}
	jobtest.WithSeed(1).Fuzz(&got.Spec)
	got.Annotations, got.Labels = nil, nil
	if diff := cmp.Diff(before, job); diff != "" {
		t.Errorf("the argument changed with the answer (-before +after):\n%s", diff)
	}
}

func TestConcurrentUse(t *testing.T) {
	in := fill(jobtest.Seeded(t))
	var wg sync.WaitGroup
	for _, s := range servers(t) {
		for range 2 {
			wg.Go(func() { ask(s, in) })
		}
	}
	wg.Wait()
}

// FuzzAnswers shows that no function panics.
func FuzzAnswers(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("a longer seed, which sets more of the fields of the objects"))
	f.Fuzz(func(t *testing.T, data []byte) {
		in := fill(jobtest.FromBytes(data))
		for _, s := range servers(t) {
			ask(s, in)
		}
	})
}
