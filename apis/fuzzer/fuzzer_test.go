package fuzzer_test

import (
	"math/rand"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	apimachineryfuzzer "k8s.io/apimachinery/pkg/api/apitesting/fuzzer"
	"k8s.io/apimachinery/pkg/api/apitesting/roundtrip"
	"k8s.io/apimachinery/pkg/api/equality"
	metafuzzer "k8s.io/apimachinery/pkg/apis/meta/fuzzer"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"sigs.k8s.io/randfill"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/apis/fuzzer"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/conversion"
	conversionv1 "github.com/jobapi/jobapi/conversion/batch/v1"
	conversionv1beta1 "github.com/jobapi/jobapi/conversion/extensions/v1beta1"
)

// TestRoundTrip runs apimachinery's own round trips from the hub to every version and back.
func TestRoundTrip(t *testing.T) {
	roundtrip.RoundTripTestForScheme(t, install.NewScheme(), fuzzer.Funcs)
}

// TestRoundTripOfVersions runs apimachinery's own round trips of each version.
func TestRoundTripOfVersions(t *testing.T) {
	scheme := install.NewScheme()
	roundtrip.RoundTripExternalTypesWithoutProtobuf(t, scheme, serializer.NewCodecFactory(scheme), newFiller(t, scheme), nil)
}

// TestEveryVersion checks that a Job of any version comes back from the other versions as it was,
// although each of them sets its defaults.
func TestEveryVersion(t *testing.T) {
	scheme := install.NewScheme()
	filler := newFiller(t, scheme)
	for range 200 {
		for home, job := range map[schema.GroupVersion]runtime.Object{
			batch.SchemeGroupVersion:             &batch.Job{},
			batchv1.SchemeGroupVersion:           &batchv1.Job{},
			extensionsv1beta1.SchemeGroupVersion: &extensionsv1beta1.Job{},
		} {
			filler.Fill(job)
			got := job.DeepCopyObject()
			for _, gv := range []schema.GroupVersion{batchv1.SchemeGroupVersion, extensionsv1beta1.SchemeGroupVersion, home} {
				var err error
				if got, err = conversion.ToVersion(scheme, got, gv); err != nil {
					t.Fatal(err)
				}
				scheme.Default(got)
			}
			got.GetObjectKind().SetGroupVersionKind(schema.GroupVersionKind{})
			if !equality.Semantic.DeepEqual(job, got) {
				t.Fatalf("%T (-before +after):\n%s", job, cmp.Diff(job, got))
			}
		}
	}
}

// TestTemplates checks that a template of Jobs comes back from every version as it was.
func TestTemplates(t *testing.T) {
	filler := newFiller(t, install.NewScheme())
	for range 200 {
		var want batch.JobTemplateSpec
		var v1, gotV1 batchv1.JobTemplateSpec
		var old, gotOld extensionsv1beta1.JobTemplateSpec
		filler.Fill(&want)
		filler.Fill(&v1)
		filler.Fill(&old)
		got := *want.DeepCopy()
		for _, err := range []error{
			conversionv1.Convert_batch_JobTemplateSpec_To_v1_JobTemplateSpec(&got, &gotV1, nil),
			conversionv1.Convert_v1_JobTemplateSpec_To_batch_JobTemplateSpec(&gotV1, &got, nil),
			conversionv1beta1.Convert_batch_JobTemplateSpec_To_v1beta1_JobTemplateSpec(&got, &gotOld, nil),
			conversionv1beta1.Convert_v1beta1_JobTemplateSpec_To_batch_JobTemplateSpec(&gotOld, &got, nil),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-before +after):\n%s", diff)
		}
		for _, flag := range []*bool{want.Spec.ManualSelector, v1.Spec.ManualSelector, old.Spec.AutoSelector} {
			if flag != nil && !*flag {
				t.Fatal("a flag is false")
			}
		}
		for _, policy := range []any{want.Spec.Template.Spec.DNSPolicy, v1.Spec.Template.Spec.DNSPolicy, old.Spec.Template.Spec.DNSPolicy} {
			if policy == "" {
				t.Fatal("a pod template lacks its defaults")
			}
		}
	}
}

func newFiller(t *testing.T, scheme *runtime.Scheme) *randfill.Filler {
	t.Helper()
	seed := time.Now().UnixNano()
	t.Logf("seed %d", seed)
	funcs := apimachineryfuzzer.MergeFuzzerFuncs(metafuzzer.Funcs, fuzzer.Funcs)
	return apimachineryfuzzer.FuzzerFor(funcs, rand.NewSource(seed), serializer.NewCodecFactory(scheme))
}
