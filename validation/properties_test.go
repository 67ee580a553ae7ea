package validation_test

import (
	"context"
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	fuzz "github.com/google/gofuzz"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/internal/jobtest"
	"github.com/jobapi/jobapi/validation"
)

var long = flag.Bool("long", false, "check more random Jobs")

func TestProperties(t *testing.T) {
	scheme, fill := install.NewScheme(), withResourceNames(jobtest.Seeded(t))
	n := 50
	if *long {
		n = 500
	}
	for range n {
		checkProperties(t, scheme, fill)
		if t.Failed() {
			return
		}
	}
}

func FuzzValidate(f *testing.F) {
	scheme := install.NewScheme()
	for _, data := range []string{"", "0", "selector", "a Job with a little of everything in it"} {
		f.Add([]byte(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkProperties(t, scheme, withResourceNames(jobtest.FromBytes(data)))
	})
}

// withResourceNames makes the fuzzer choose resource names that have rules.
func withResourceNames(fill *fuzz.Fuzzer) *fuzz.Fuzzer {
	names := []corev1.ResourceName{
		"cpu", "memory", "ephemeral-storage", "storage", "pods", "example.com/gpu", "requests.example.com/gpu", "",
		"hugepages-2Mi", "hugepages-1Gi", "hugepages-3m", "hugepages-a",
		"hugepages-10E", "hugepages-1000E", "hugepages-1e19", "hugepages-1e30", "hugepages-1e-9999999", "hugepages-18446744073709551616",
	}
	return fill.Funcs(func(name *corev1.ResourceName, c fuzz.Continue) { *name = names[c.Intn(len(names))] })
}

// checkProperties validates two random Jobs with every function. None may panic, change a Job,
// or give another result the second time. All versions of a Job must have the same errors.
func checkProperties(t *testing.T, scheme *runtime.Scheme, fill *fuzz.Fuzzer) {
	t.Helper()
	job, old := &batch.Job{}, &batch.Job{}
	fill.Fuzz(job)
	fill.Fuzz(old)
	var mix uint8
	if fill.Fuzz(&mix); mix%2 == 0 { // like two states of one Job
		old.ObjectMeta, old.Spec.Template = job.ObjectMeta, job.Spec.Template
	}
	wantJob, wantOld := job.DeepCopy(), old.DeepCopy()

	for name, validate := range map[string]func() field.ErrorList{
		"create": func() field.ErrorList { return validation.ValidateJob(job, validation.Options{}) },
		"update": func() field.ErrorList { return validation.ValidateJobUpdate(job, old, validation.Options{}) },
		"status": func() field.ErrorList { return validation.ValidateJobStatusUpdate(job, old) },
		"template": func() field.ErrorList {
			return validation.ValidateJobTemplateSpec(&batch.JobTemplateSpec{Spec: job.Spec}, nil, validation.Options{})
		},
	} {
		once, twice := texts(validate()), texts(validate())
		if diff := cmp.Diff(once, twice); diff != "" {
			t.Errorf("%s (-once +twice):\n%s", name, diff)
		}
	}
	if diff := cmp.Diff(validation.Warnings(job), validation.Warnings(job)); diff != "" {
		t.Errorf("warnings (-once +twice):\n%s", diff)
	}

	// manualSelector false becomes nil on the way through extensions/v1beta1.
	if manual := job.Spec.ManualSelector; manual != nil && !*manual {
		job.Spec.ManualSelector, wantJob.Spec.ManualSelector = nil, nil
	}
	if manual := old.Spec.ManualSelector; manual != nil && !*manual {
		old.Spec.ManualSelector, wantOld.Spec.ManualSelector = nil, nil
	}
	ctx := context.Background()
	create := kinds(scheme.Validate(ctx, nil, job))
	update := kinds(scheme.ValidateUpdate(ctx, nil, job, old))
	status := kinds(scheme.ValidateUpdate(ctx, nil, job, old, "status"))
	for _, gv := range []schema.GroupVersion{batchv1.SchemeGroupVersion, extensionsv1beta1.SchemeGroupVersion} {
		versioned, versionedOld := toVersion(t, scheme, job, gv), toVersion(t, scheme, old, gv)
		if diff := cmp.Diff(create, kinds(scheme.Validate(ctx, nil, versioned))); diff != "" {
			t.Errorf("create in %s (-hub +version):\n%s", gv, diff)
		}
		if diff := cmp.Diff(update, kinds(scheme.ValidateUpdate(ctx, nil, versioned, versionedOld))); diff != "" {
			t.Errorf("update in %s (-hub +version):\n%s", gv, diff)
		}
		if diff := cmp.Diff(status, kinds(scheme.ValidateUpdate(ctx, nil, versioned, versionedOld, "status"))); diff != "" {
			t.Errorf("status in %s (-hub +version):\n%s", gv, diff)
		}
	}
	if diff := cmp.Diff(wantJob, job) + cmp.Diff(wantOld, old); diff != "" {
		t.Errorf("the input changed (-before +after):\n%s", diff)
	}
}

// texts returns the errors and their origins as text.
func texts(errs field.ErrorList) []string {
	var texts []string
	for _, err := range errs {
		texts = append(texts, err.Error()+err.Origin)
	}
	return texts
}

// kinds returns the sorted types and paths of errors, with the field names of the hub.
func kinds(errs field.ErrorList) []string {
	var kinds []string
	for _, err := range errs {
		kinds = append(kinds, string(err.Type)+" at "+strings.Replace(err.Field, "spec.autoSelector", "spec.manualSelector", 1))
	}
	slices.Sort(kinds)
	return kinds
}
