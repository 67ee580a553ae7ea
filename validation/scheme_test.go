package validation_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
	"github.com/jobapi/jobapi/validation"
)

// TestSchemeLists checks that a list has the errors of its Jobs, with the field names of its
// version.
func TestSchemeLists(t *testing.T) {
	scheme := install.NewScheme()
	jobs := []batch.Job{*newJob(), *newJob(edit(func(s *batch.JobSpec) { s.BackoffLimit = new(int32(-1)) })), *newJob(selecting(nil))}
	v1, v1beta1 := &batchv1.JobList{}, &extensionsv1beta1.JobList{}
	for i := range jobs {
		v1.Items = append(v1.Items, *toVersion(t, scheme, &jobs[i], batchv1.SchemeGroupVersion).(*batchv1.Job))
		v1beta1.Items = append(v1beta1.Items, *toVersion(t, scheme, &jobs[i], extensionsv1beta1.SchemeGroupVersion).(*extensionsv1beta1.Job))
	}
	for name, tt := range map[string]struct {
		list runtime.Object
		use  string
	}{
		"hub":     {&batch.JobList{Items: jobs}, "set manualSelector: true"},
		"v1":      {v1, "set manualSelector: true"},
		"v1beta1": {v1beta1, "leave autoSelector unset"},
	} {
		t.Run(name, func(t *testing.T) {
			compareErrors(t, field.ErrorList{
				invalid("items[1].spec.backoffLimit", int32(-1), "must not be negative"),
				required("items[2].spec.selector", "is generated from the name and UID in automatic mode: generate it before validation, or "+tt.use+" and choose one"),
			}, scheme.Validate(t.Context(), nil, tt.list))
		})
	}
}

func TestSchemeUnusualLists(t *testing.T) {
	full, alone := install.NewScheme(), runtime.NewScheme()
	if err := validation.AddToScheme(alone); err != nil {
		t.Fatal(err)
	}
	empty := &batchv1.JobList{ListMeta: metav1.ListMeta{ResourceVersion: "1"}}
	one := &batchv1.JobList{Items: make([]batchv1.Job, 1)}
	for name, tt := range map[string]struct {
		errs field.ErrorList
		want []string // types and paths
	}{
		"empty":         {full.Validate(t.Context(), nil, empty), nil},
		"nil":           {full.Validate(t.Context(), nil, (*batchv1.JobList)(nil)), []string{"Required value at items"}},
		"no conversion": {alone.Validate(t.Context(), nil, one), []string{"Internal error at items[0]"}},
		"update":        {full.ValidateUpdate(t.Context(), nil, empty, empty), []string{"Internal error at items"}},
	} {
		var got []string
		for _, err := range tt.errs {
			got = append(got, err.Type.String()+" at "+err.Field)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestTermsOfV1beta1 checks that errors of extensions/v1beta1 name its own fields.
func TestTermsOfV1beta1(t *testing.T) {
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

// TestAddToSchemeWith validates a Job whose selector was generated with the caller's keys.
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

func toVersion(t *testing.T, scheme *runtime.Scheme, job *batch.Job, gv schema.GroupVersion) runtime.Object {
	t.Helper()
	versioned, err := conversion.ToVersion(scheme, job, gv)
	if err != nil {
		t.Fatal(err)
	}
	return versioned
}
