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
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/conversion"
	"github.com/jobapi/jobapi/defaulting"
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

// withResourceNames makes names of resources that have rules.
func withResourceNames(fill *fuzz.Fuzzer) *fuzz.Fuzzer {
	names := []corev1.ResourceName{
		"cpu", "memory", "ephemeral-storage", "storage", "pods", "example.com/gpu", "requests.example.com/gpu", "",
		"hugepages-2Mi", "hugepages-1Gi", "hugepages-3m", "hugepages-a",
		"hugepages-10E", "hugepages-1000E", "hugepages-1e19", "hugepages-1e30", "hugepages-1e-9999999", "hugepages-18446744073709551616",
	}
	return fill.Funcs(func(name *corev1.ResourceName, c fuzz.Continue) { *name = names[c.Intn(len(names))] })
}

// checkProperties validates two random Jobs in every way: nothing panics, the answer is the
// same twice, and the Jobs stay as they are, in every version the same.
func checkProperties(t *testing.T, scheme *runtime.Scheme, fill *fuzz.Fuzzer) {
	t.Helper()
	job, old := &batch.Job{}, &batch.Job{}
	fill.Fuzz(job)
	fill.Fuzz(old)
	var mix uint8
	if fill.Fuzz(&mix); mix%2 == 0 { // two states of one Job, more or less
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

	// A Job that is a version's own value for false has the same verdict in all versions.
	if manual := job.Spec.ManualSelector; manual != nil && !*manual {
		job.Spec.ManualSelector, wantJob.Spec.ManualSelector = nil, nil
	}
	if manual := old.Spec.ManualSelector; manual != nil && !*manual {
		old.Spec.ManualSelector, wantOld.Spec.ManualSelector = nil, nil
	}
	ctx := context.Background()
	create := places(scheme.Validate(ctx, nil, job))
	update := places(scheme.ValidateUpdate(ctx, nil, job, old))
	status := places(scheme.ValidateUpdate(ctx, nil, job, old, "status"))
	for _, gv := range []schema.GroupVersion{batchv1.SchemeGroupVersion, extensionsv1beta1.SchemeGroupVersion} {
		versioned, versionedOld := toVersion(t, scheme, job, gv), toVersion(t, scheme, old, gv)
		if diff := cmp.Diff(create, places(scheme.Validate(ctx, nil, versioned))); diff != "" {
			t.Errorf("create in %s (-hub +version):\n%s", gv, diff)
		}
		if diff := cmp.Diff(update, places(scheme.ValidateUpdate(ctx, nil, versioned, versionedOld))); diff != "" {
			t.Errorf("update in %s (-hub +version):\n%s", gv, diff)
		}
		if diff := cmp.Diff(status, places(scheme.ValidateUpdate(ctx, nil, versioned, versionedOld, "status"))); diff != "" {
			t.Errorf("status in %s (-hub +version):\n%s", gv, diff)
		}
	}
	if diff := cmp.Diff(wantJob, job) + cmp.Diff(wantOld, old); diff != "" {
		t.Errorf("the input changed (-before +after):\n%s", diff)
	}
}

func toVersion(t *testing.T, scheme *runtime.Scheme, job *batch.Job, gv schema.GroupVersion) runtime.Object {
	t.Helper()
	versioned, err := conversion.ToVersion(scheme, job, gv)
	if err != nil {
		t.Fatal(err)
	}
	return versioned
}

// texts returns all that errors say, in their order.
func texts(errs field.ErrorList) []string {
	var texts []string
	for _, err := range errs {
		texts = append(texts, err.Error()+err.Origin)
	}
	return texts
}

// places returns types and paths of errors, in the words of the hub.
func places(errs field.ErrorList) []string {
	var places []string
	for _, err := range errs {
		places = append(places, string(err.Type)+" at "+strings.Replace(err.Field, "spec.autoSelector", "spec.manualSelector", 1))
	}
	slices.Sort(places)
	return places
}

func TestNil(t *testing.T) {
	noJob := field.ErrorList{required("job", "must not be nil")}
	at := field.NewPath("jobTemplate")
	for name, tt := range map[string]struct{ errs, want field.ErrorList }{
		"create":          {validation.ValidateJob(nil, validation.Options{}), noJob},
		"update":          {validation.ValidateJobUpdate(nil, newJob(), validation.Options{}), noJob},
		"update old":      {validation.ValidateJobUpdate(newJob(), nil, validation.Options{}), noJob},
		"status":          {validation.ValidateJobStatusUpdate(nil, newJob()), noJob},
		"status old":      {validation.ValidateJobStatusUpdate(newJob(), nil), noJob},
		"template":        {validation.ValidateJobTemplateSpec(nil, nil, validation.Options{}), field.ErrorList{required("template", "must not be nil")}},
		"template inside": {validation.ValidateJobTemplateSpec(nil, at, validation.Options{}), field.ErrorList{required("jobTemplate", "must not be nil")}},
	} {
		t.Run(name, func(t *testing.T) {
			compareErrors(t, tt.want, tt.errs)
		})
	}
	if got, want := noJob[0].Error(), "job: Required value: must not be nil"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if validation.Warnings(nil) != nil {
		t.Error("nil has warnings")
	}
	zero := &batch.Job{}
	if len(validation.ValidateJob(zero, validation.Options{})) == 0 || len(validation.ValidateJobUpdate(zero, zero, validation.Options{})) == 0 {
		t.Error("the zero Job is valid")
	}
}

// TestWordsOfV1beta1 holds that users of the old API are told of its own fields.
func TestWordsOfV1beta1(t *testing.T) {
	scheme := install.NewScheme()
	validate := func(changes ...func(*batch.Job)) *field.Error {
		t.Helper()
		errs := scheme.Validate(t.Context(), nil, toVersion(t, scheme, newJob(changes...), extensionsv1beta1.SchemeGroupVersion))
		if len(errs) != 1 {
			t.Fatalf("got %v, want one error", errs)
		}
		return errs[0]
	}
	for name, tt := range map[string]struct {
		got  *field.Error
		want string
	}{
		"selector in automatic mode": {validate(selecting(by("app", "pi"))), "leave autoSelector unset"},
		"no selector, automatic":     {validate(selecting(nil)), "leave autoSelector unset and choose one"},
		"no selector, manual":        {validate(manual, selecting(nil)), "set autoSelector: true"},
	} {
		if tt.got.Field != "spec.selector" || !strings.Contains(tt.got.Detail, tt.want) || strings.Contains(tt.got.Detail, "manualSelector") {
			t.Errorf("%s: got %v, want something with %q", name, tt.got, tt.want)
		}
	}
	stored := func(job *batch.Job) { job.ResourceVersion = "1" }
	automatic := func(job *batch.Job) { manual(job); job.Spec.ManualSelector = nil }
	errs := scheme.ValidateUpdate(t.Context(), nil,
		toVersion(t, scheme, newJob(stored, manual), extensionsv1beta1.SchemeGroupVersion),
		toVersion(t, scheme, newJob(stored, automatic), extensionsv1beta1.SchemeGroupVersion))
	compareErrors(t, field.ErrorList{
		invalid("spec.autoSelector", field.OmitValueType{}, "is immutable: a Job can't switch between automatic and manual mode").WithOrigin(validation.OriginManualSelectorImmutable),
	}, errs)
}

func TestScheme(t *testing.T) {
	full, alone := install.NewScheme(), runtime.NewScheme()
	for range 2 {
		if err := validation.AddToScheme(alone); err != nil {
			t.Fatal(err)
		}
	}
	if err := validation.AddToScheme(nil); err == nil {
		t.Error("no error for a nil scheme")
	}
	v1 := &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Name: "pi"}}
	for name, tt := range map[string]struct {
		errs field.ErrorList
		want field.ErrorType
	}{
		"no conversion": {alone.Validate(t.Context(), nil, v1), field.ErrorTypeInternal},
		"subresource":   {full.ValidateUpdate(t.Context(), nil, v1, v1, "scale"), field.ErrorTypeInternal},
		"nil":           {full.Validate(t.Context(), nil, (*batchv1.Job)(nil)), field.ErrorTypeRequired},
		"nil old":       {full.ValidateUpdate(t.Context(), nil, v1, (*batchv1.Job)(nil)), field.ErrorTypeRequired},
	} {
		if len(tt.errs) != 1 || tt.errs[0].Type != tt.want || tt.errs[0].Field != "job" {
			t.Errorf("%s: got %v, want one of type %s at job", name, tt.errs, tt.want)
		}
	}
	hub := newJob()
	if errs := alone.Validate(t.Context(), nil, hub); errs != nil {
		t.Errorf("a valid hub Job without conversions: %v", errs)
	}
}

// TestAddToSchemeWith holds that a scheme that defaults with keys accepts what it made with the
// same options, and refuses it with others; and that keys which cannot do are an error.
func TestAddToSchemeWith(t *testing.T) {
	own := batch.SelectorLabels{UID: []string{"example.com/uid"}, Name: []string{"example.com/name"}}
	for name, tt := range map[string]struct {
		keys batch.SelectorLabels
		want []string
	}{
		"the same keys": {own, nil},
		"default keys":  {batch.SelectorLabels{}, []string{"spec.selector"}},
	} {
		scheme := install.NewScheme()
		for _, add := range []func(*runtime.Scheme) error{
			defaulting.AddToSchemeWith(own), validation.AddToSchemeWith(validation.Options{SelectorLabels: tt.keys}),
		} {
			if err := add(scheme); err != nil {
				t.Fatal(err)
			}
		}
		job := &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Name: "pi", Namespace: "default", UID: "1234"}}
		job.Spec.Template.Spec.RestartPolicy = corev1.RestartPolicyNever
		job.Spec.Template.Spec.Containers = []corev1.Container{{Name: "main", Image: "pi"}}
		scheme.Default(job)
		var got []string
		for _, err := range scheme.Validate(t.Context(), nil, job) {
			got = append(got, err.Field)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: paths of errors (-want +got):\n%s", name, diff)
		}
	}
	bad := validation.Options{SelectorLabels: batch.SelectorLabels{UID: []string{"x"}, Name: []string{"x"}}}
	if err := validation.AddToSchemeWith(bad)(install.NewScheme()); err == nil {
		t.Error("no error for one key of both")
	}
}
