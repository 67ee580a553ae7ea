package conversion_test

import (
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/jobapi/jobapi/apis"
	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/apis/extensions"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/conversion"
	"github.com/jobapi/jobapi/internal/jobtest"
)

var (
	v1      = batchv1.SchemeGroupVersion
	v1beta1 = extensionsv1beta1.SchemeGroupVersion
)

// TestToVersion converts one Job, and a list of it, from every version to every other.
func TestToVersion(t *testing.T) {
	scheme := install.NewScheme()
	meta := metav1.ObjectMeta{Name: "report", Labels: map[string]string{"app": "report"}}
	hub := &batch.Job{ObjectMeta: meta}
	inV1 := &batchv1.Job{ObjectMeta: meta}
	inV1.SetGroupVersionKind(v1.WithKind("Job"))
	inV1beta1 := &extensionsv1beta1.Job{ObjectMeta: meta, Spec: extensionsv1beta1.JobSpec{AutoSelector: new(true)}}
	inV1beta1.SetGroupVersionKind(v1beta1.WithKind("Job"))
	jobs := map[schema.GroupVersion]runtime.Object{
		batch.SchemeGroupVersion:      hub,
		extensions.SchemeGroupVersion: hub,
		v1:                            inV1,
		v1beta1:                       inV1beta1,
	}
	hubs := &batch.JobList{ListMeta: metav1.ListMeta{Continue: "x"}, Items: []batch.Job{*hub}}
	listV1 := &batchv1.JobList{ListMeta: metav1.ListMeta{Continue: "x"}, Items: []batchv1.Job{{ObjectMeta: meta}}}
	listV1.SetGroupVersionKind(v1.WithKind("JobList"))
	listV1beta1 := &extensionsv1beta1.JobList{ListMeta: metav1.ListMeta{Continue: "x"},
		Items: []extensionsv1beta1.Job{{ObjectMeta: meta, Spec: inV1beta1.Spec}}}
	listV1beta1.SetGroupVersionKind(v1beta1.WithKind("JobList"))
	lists := map[schema.GroupVersion]runtime.Object{
		batch.SchemeGroupVersion:      hubs,
		extensions.SchemeGroupVersion: hubs,
		v1:                            listV1,
		v1beta1:                       listV1beta1,
	}
	for kind, objects := range map[string]map[schema.GroupVersion]runtime.Object{"Job": jobs, "JobList": lists} {
		for from, obj := range objects {
			for to, want := range objects {
				t.Run(kind+" from "+from.String()+" to "+to.String(), func(t *testing.T) {
					before := obj.DeepCopyObject()
					got, err := conversion.ToVersion(scheme, obj, to)
					if err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("(-want +got):\n%s", diff)
					}
					if got == obj {
						t.Error("the result is the input itself")
					}
					if diff := cmp.Diff(before, obj); diff != "" {
						t.Errorf("the input changed (-before +after):\n%s", diff)
					}
				})
			}
		}
	}
}

func TestToVersionOfUnstructured(t *testing.T) {
	scheme := install.NewScheme()
	manifest := func(spec map[string]any) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "extensions/v1beta1", "kind": "Job", "metadata": map[string]any{"name": "report"}, "spec": spec,
		}}
	}
	got, err := conversion.ToVersion(scheme, manifest(map[string]any{"autoSelector": false, "completions": int64(2)}), v1)
	if err != nil {
		t.Fatal(err)
	}
	want := &batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{Name: "report"},
		Spec:       batchv1.JobSpec{ManualSelector: new(true), Completions: new(int32(2))},
	}
	want.SetGroupVersionKind(v1.WithKind("Job"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	_, err = conversion.ToVersion(scheme, manifest(map[string]any{"manualSelector": true}), v1)
	if !runtime.IsStrictDecodingError(err) || !strings.Contains(err.Error(), "spec.manualSelector") {
		t.Errorf("a field of another version: %v, want a strict decoding error about spec.manualSelector", err)
	}
}

// TestToVersionOfUnstructuredLies checks that ToVersion doesn't guess versions and kinds.
func TestToVersionOfUnstructuredLies(t *testing.T) {
	list := func(items ...map[string]any) runtime.Object {
		content := map[string]any{"apiVersion": "batch/v1", "kind": "JobList"}
		if items != nil {
			all := []any{}
			for _, item := range items {
				all = append(all, item)
			}
			content["items"] = all
		}
		return &unstructured.Unstructured{Object: content}
	}
	typedList := &unstructured.UnstructuredList{Items: []unstructured.Unstructured{{Object: map[string]any{"apiVersion": "extensions/v1beta1", "kind": "Job"}}}}
	typedList.SetAPIVersion("batch/v1")
	typedList.SetKind("JobList")
	spec := map[string]any{"Completions": int64(3)}
	tests := []struct {
		name string
		obj  runtime.Object
		want string // of the error; none if empty
	}{
		{"the hub", &unstructured.Unstructured{Object: map[string]any{"apiVersion": "batch/__internal", "kind": "Job", "Spec": spec}}, "batch/__internal, which has no JSON form"},
		{"the hub in extensions", &unstructured.Unstructured{Object: map[string]any{"apiVersion": "extensions/__internal", "kind": "Job"}}, "extensions/__internal, which has no JSON form"},
		{"a list of the hub", &unstructured.Unstructured{Object: map[string]any{"apiVersion": "batch/__internal", "kind": "JobList", "items": []any{}}}, "no JSON form"},
		{"an item of another version", list(map[string]any{}, map[string]any{"apiVersion": "extensions/v1beta1", "kind": "Job"}), `items[1].apiVersion is "extensions/v1beta1", not "batch/v1"`},
		{"an item of another kind", list(map[string]any{"apiVersion": "batch/v1", "kind": "CronJob"}), `items[0].kind is "CronJob", not "Job"`},
		{"an item whose version is not a string", list(map[string]any{"apiVersion": int64(1)}), "items[0].apiVersion"},
		{"the list type of its own", typedList, `items[0].apiVersion is "extensions/v1beta1"`},
		{"items that say the same", list(map[string]any{"apiVersion": "batch/v1", "kind": "Job"}), ""},
		{"items that say nothing", list(map[string]any{}, map[string]any{"apiVersion": "", "kind": ""}), ""},
		{"items with nulls", list(map[string]any{"apiVersion": nil, "kind": nil}), ""},
		{"no items", list(), ""},
	}
	scheme := install.NewScheme()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, to := range []schema.GroupVersion{v1, v1beta1, batch.SchemeGroupVersion} {
				got, err := conversion.ToVersion(scheme, tt.obj, to)
				switch {
				case tt.want == "" && err != nil:
					t.Errorf("to %s: %v", to, err)
				case tt.want != "" && (err == nil || got != nil || !strings.Contains(err.Error(), tt.want)):
					t.Errorf("to %s: got %v, %v, want an error with %s", to, got, err, tt.want)
				}
			}
		})
	}
}

func TestToVersionErrors(t *testing.T) {
	full := install.NewScheme()
	typesOnly := runtime.NewScheme()
	if err := apis.AddToScheme(typesOnly); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name          string
		scheme        *runtime.Scheme
		obj           runtime.Object
		to            schema.GroupVersion
		notRegistered bool
	}{
		{name: "nil scheme", scheme: nil, obj: &batchv1.Job{}, to: v1},
		{name: "nil object", scheme: full, obj: nil, to: v1},
		{name: "nil pointer", scheme: full, obj: (*batchv1.Job)(nil), to: v1},
		{name: "empty unstructured", scheme: full, obj: &unstructured.Unstructured{}, to: v1},
		{name: "nil unstructured", scheme: full, obj: (*unstructured.Unstructured)(nil), to: v1},
		{name: "kind that the scheme lacks", scheme: full, obj: &corev1.Pod{}, to: v1, notRegistered: true},
		{name: "version that the scheme lacks", scheme: full, obj: &batchv1.Job{}, to: schema.GroupVersion{Group: "batch", Version: "v2"}, notRegistered: true},
		{name: "zero version", scheme: full, obj: &batchv1.Job{}, notRegistered: true},
		{name: "kind of another group", scheme: full, obj: &metav1.Status{}, to: v1beta1, notRegistered: true},
		{name: "scheme without conversions", scheme: typesOnly, obj: &batchv1.Job{}, to: v1beta1},
		{name: "empty scheme", scheme: runtime.NewScheme(), obj: &batchv1.Job{}, to: v1beta1, notRegistered: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := conversion.ToVersion(tt.scheme, tt.obj, tt.to)
			if err == nil || got != nil {
				t.Fatalf("got %v, %v, want an error alone", got, err)
			}
			if runtime.IsNotRegisteredError(err) != tt.notRegistered {
				t.Errorf("not registered: %t, want %t: %v", !tt.notRegistered, tt.notRegistered, err)
			}
		})
	}
}

// TestToVersionConcurrently converts the same object in several goroutines, for the race
// detector.
func TestToVersionConcurrently(t *testing.T) {
	scheme := install.NewScheme()
	var job batchv1.Job
	jobtest.Seeded(t).Fuzz(&job)
	var wg sync.WaitGroup
	results := make([]runtime.Object, 4)
	errs := make([]error, len(results))
	for i := range results {
		wg.Go(func() { results[i], errs[i] = conversion.ToVersion(scheme, &job, v1beta1) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	for _, result := range results[1:] {
		if !reflect.DeepEqual(result, results[0]) {
			t.Error("goroutines got different results")
		}
	}
}
