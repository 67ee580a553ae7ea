package conversion_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	fuzz "github.com/google/gofuzz"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	jsonserializer "k8s.io/apimachinery/pkg/runtime/serializer/json"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/conversion"
	"github.com/jobapi/jobapi/internal/jobtest"
)

// TestRoundTrip converts random Jobs of each version through all others and back, with each
// version encoded and decoded on the way.
func TestRoundTrip(t *testing.T) {
	scheme, fill := install.NewScheme(), jobtest.Seeded(t)
	for range 300 {
		checkRoundTrips(t, scheme, fill)
	}
}

// FuzzRoundTrip is [TestRoundTrip] with Jobs from the fuzzing data.
func FuzzRoundTrip(f *testing.F) {
	scheme := install.NewScheme()
	for _, seed := range []string{"", "0", "selector", "a Job with a little of everything in it"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkRoundTrips(t, scheme, jobtest.FromBytes(data))
	})
}

func checkRoundTrips(t *testing.T, scheme *runtime.Scheme, fill *fuzz.Fuzzer) {
	t.Helper()
	hub := batch.SchemeGroupVersion
	v1 := batchv1.SchemeGroupVersion
	v1beta1 := extensionsv1beta1.SchemeGroupVersion

	var job batchv1.Job
	fill.Fuzz(&job)
	job.SetGroupVersionKind(v1.WithKind("Job"))
	// By design, false comes back unset from v1beta1. All other values stay.
	want := job.DeepCopy()
	if manual := want.Spec.ManualSelector; manual != nil && !*manual {
		want.Spec.ManualSelector = nil
	}
	compare(t, "v1 -> hub -> v1", &job, travel(t, scheme, &job, hub, v1))
	compare(t, "v1 -> v1beta1 -> v1", want, travel(t, scheme, &job, v1beta1, v1))
	compare(t, "v1 -> hub -> v1beta1 -> hub -> v1", want, travel(t, scheme, &job, hub, v1beta1, hub, v1))

	var old extensionsv1beta1.Job
	fill.Fuzz(&old)
	old.SetGroupVersionKind(v1beta1.WithKind("Job"))
	wantOld := old.DeepCopy()
	if auto := wantOld.Spec.AutoSelector; auto != nil && !*auto {
		wantOld.Spec.AutoSelector = nil
	}
	compare(t, "v1beta1 -> v1 -> v1beta1", wantOld, travel(t, scheme, &old, v1, v1beta1))

	var list batchv1.JobList
	fill.Fuzz(&list)
	list.SetGroupVersionKind(v1.WithKind("JobList"))
	wantList := list.DeepCopy()
	for i := range wantList.Items {
		if manual := wantList.Items[i].Spec.ManualSelector; manual != nil && !*manual {
			wantList.Items[i].Spec.ManualSelector = nil
		}
	}
	compare(t, "list: v1 -> v1beta1 -> v1", wantList, travel(t, scheme, &list, v1beta1, v1))
}

// travel converts obj from version to version. It encodes and strictly decodes each version that
// has a wire format.
func travel(t *testing.T, scheme *runtime.Scheme, obj runtime.Object, stations ...schema.GroupVersion) runtime.Object {
	t.Helper()
	before := obj.DeepCopyObject()
	at := obj
	for _, gv := range stations {
		next, err := conversion.ToVersion(scheme, at, gv)
		if err != nil {
			t.Fatalf("to %s: %v", gv, err)
		}
		if gv.Version != runtime.APIVersionInternal {
			next = throughJSON(t, scheme, next)
		}
		at = next
	}
	compare(t, "the input afterwards", before, obj)
	return at
}

func throughJSON(t *testing.T, scheme *runtime.Scheme, obj runtime.Object) runtime.Object {
	t.Helper()
	strict := jsonserializer.NewSerializerWithOptions(jsonserializer.DefaultMetaFactory, scheme, scheme,
		jsonserializer.SerializerOptions{Strict: true})
	data, err := runtime.Encode(strict, obj)
	if err != nil {
		t.Fatal(err)
	}
	decoded, _, err := strict.Decode(data, nil, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	return decoded
}

func compare(t *testing.T, what string, want, got any) {
	t.Helper()
	// cmp explains well but is slow.
	if equality.Semantic.DeepEqualWithNilDifferentFromEmpty(want, got) {
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}
