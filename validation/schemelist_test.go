package validation_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/validation"
)

// TestSchemeValidatesLists holds that a list has the errors of its Jobs, in every version and
// in the words of that version.
func TestSchemeValidatesLists(t *testing.T) {
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

func TestSchemeWithOddLists(t *testing.T) {
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
