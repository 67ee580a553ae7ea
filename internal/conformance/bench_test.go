package conformance

import (
	"testing"

	kubernetesv1 "k8s.io/api/batch/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/registry/batch/job"

	defaultingv1 "github.com/jobapi/jobapi/defaulting/batch/v1"
	"github.com/jobapi/jobapi/internal/jobtest"
	"github.com/jobapi/jobapi/validation"
)

// BenchmarkDefault sets the defaults of one Job on both sides.
func BenchmarkDefault(b *testing.B) {
	b.Run("jobapi", func(b *testing.B) {
		run(b, jobtest.Typical().DeepCopy, defaultingv1.SetDefaults_Job)
	})
	b.Run("upstream", func(b *testing.B) {
		run(b, toKubernetes(b, jobtest.Typical()).DeepCopy, func(job *kubernetesv1.Job) { legacyscheme.Scheme.Default(job) })
	})
}

// run measures do on fresh objects, whose making does not count.
func run[T any](b *testing.B, fresh func() T, do func(T)) {
	b.ReportAllocs()
	var objects []T
	for b.Loop() {
		if len(objects) == 0 {
			b.StopTimer()
			for range 1000 {
				objects = append(objects, fresh())
			}
			b.StartTimer()
		}
		do(objects[0])
		objects = objects[1:]
	}
}

// BenchmarkValidate validates one valid Job on both sides: upstream with its strategy's
// Validate, without the declarative rules that a server checks on top.
func BenchmarkValidate(b *testing.B) {
	manifest := toKubernetes(b, jobtest.Typical())
	c := create(b, manifest)
	b.Run("jobapi", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if errs := validation.ValidateJob(c.ours, kubernetesKeys); len(errs) > 0 {
				b.Fatal(errs)
			}
		}
	})
	b.Run("upstream", func(b *testing.B) {
		ctx := createContext()
		b.ReportAllocs()
		for b.Loop() {
			if errs := job.Strategy.Validate(ctx, c.theirs); len(errs) > 0 {
				b.Fatal(errs)
			}
		}
	})
}
