package conformance

import (
	"os"
	"testing"

	kubernetesv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	podutil "k8s.io/kubernetes/pkg/api/pod"
	"k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/apis/core"
	corevalidation "k8s.io/kubernetes/pkg/apis/core/validation"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"sigs.k8s.io/yaml"

	defaultingv1 "github.com/jobapi/jobapi/defaulting/batch/v1"
	"github.com/jobapi/jobapi/internal/jobtest"
	"github.com/jobapi/jobapi/validation"
	"github.com/jobapi/jobapi/validation/dryrun"
	"github.com/jobapi/jobapi/validation/podtemplate"
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

// run measures do on fresh objects. It doesn't measure how long fresh takes.
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

// BenchmarkValidate validates one valid Job on both sides. Upstream's side is its strategy's
// Validate, without the declarative rules that a server checks as well.
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

// BenchmarkCreateJob asks for the whole answer to the creation of one Job on both sides. Upstream's
// side copies the Job, since it changes it, sets the defaults, converts to the hub, prepares and
// validates the Job, collects the warnings and converts back.
func BenchmarkCreateJob(b *testing.B) {
	manifest := toKubernetes(b, jobtest.Typical())
	manifest.UID = "00000000-0000-0000-0000-000000000000"
	b.Run("jobapi", func(b *testing.B) {
		var server dryrun.Server
		b.ReportAllocs()
		for b.Loop() {
			if errs := server.CreateJob(manifest).Errors; len(errs) > 0 {
				b.Fatal(errs)
			}
		}
	})
	b.Run("upstream", func(b *testing.B) {
		ctx := createContext()
		b.ReportAllocs()
		for b.Loop() {
			object, hub, stored := manifest.DeepCopy(), &batch.Job{}, &kubernetesv1.Job{}
			legacyscheme.Scheme.Default(object)
			if err := legacyscheme.Scheme.Convert(object, hub, nil); err != nil {
				b.Fatal(err)
			}
			job.Strategy.PrepareForCreate(ctx, hub)
			if errs := job.Strategy.Validate(ctx, hub); len(errs) > 0 {
				b.Fatal(errs)
			}
			job.Strategy.WarningsOnCreate(ctx, hub)
			if err := legacyscheme.Scheme.Convert(hub, stored, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkValidateTemplate validates the typical template on both sides. Upstream's side makes its
// options each time, as its strategy for Jobs does.
func BenchmarkValidateTemplate(b *testing.B) {
	text, err := os.ReadFile("../../validation/podtemplate/testdata/typical.yaml")
	if err != nil {
		b.Fatal(err)
	}
	template := &corev1.PodTemplateSpec{}
	if err := yaml.UnmarshalStrict(text, template); err != nil {
		b.Fatal(err)
	}
	hub := &core.PodTemplateSpec{}
	if err := legacyscheme.Scheme.Convert(template.DeepCopy(), hub, nil); err != nil {
		b.Fatal(err)
	}
	path := field.NewPath("spec", "template")
	b.Run("jobapi", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if errs := podtemplate.Validate(template, path); len(errs) > 0 {
				b.Fatal(errs)
			}
		}
	})
	b.Run("kubernetes", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			options := podutil.GetValidationOptionsFromPodTemplate(hub, nil)
			if errs := corevalidation.ValidatePodTemplateSpec(hub, path, options); len(errs) > 0 {
				b.Fatal(errs)
			}
		}
	})
}
