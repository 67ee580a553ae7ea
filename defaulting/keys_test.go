package defaulting_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/conversion"
	"github.com/jobapi/jobapi/defaulting"
	defaultingv1 "github.com/jobapi/jobapi/defaulting/batch/v1"
	"github.com/jobapi/jobapi/defaulting/extensions/v1beta1"
	"github.com/jobapi/jobapi/validation"
)

// TestKeysOfTheScheme checks that validation accepts Jobs and lists of both versions whose
// defaults were registered with the same keys.
func TestKeysOfTheScheme(t *testing.T) {
	choices := map[string]batch.SelectorLabels{
		"zero":       {},
		"kubernetes": batch.KubernetesSelectorLabels(),
		"own":        {UID: []string{"example.com/uid"}, Name: []string{"example.com/name"}},
	}
	meta := metav1.ObjectMeta{Name: "pi", Namespace: "default", UID: newUID}
	for choice, keys := range choices {
		scheme := install.NewScheme()
		if err := defaulting.AddToSchemeWith(keys)(scheme); err != nil {
			t.Fatal(err)
		}
		v1 := batchv1.Job{ObjectMeta: meta}
		v1beta1 := extensionsv1beta1.Job{ObjectMeta: meta, Spec: extensionsv1beta1.JobSpec{AutoSelector: new(true)}}
		for _, obj := range []runtime.Object{
			v1.DeepCopy(), v1beta1.DeepCopy(),
			&batchv1.JobList{Items: []batchv1.Job{v1}}, &extensionsv1beta1.JobList{Items: []extensionsv1beta1.Job{v1beta1}},
		} {
			scheme.Default(obj)
			hub, err := conversion.ToVersion(scheme, obj, batch.SchemeGroupVersion)
			if err != nil {
				t.Fatal(err)
			}
			job, ok := hub.(*batch.Job)
			if !ok {
				job = &hub.(*batch.JobList).Items[0]
			}
			for _, err := range validation.ValidateJob(job, validation.Options{SelectorLabels: keys}) {
				if strings.HasPrefix(err.Field, "spec.selector") || strings.HasPrefix(err.Field, "spec.template.metadata") {
					t.Errorf("%s, %T: %v", choice, obj, err)
				}
			}
			if job.Labels != nil {
				t.Errorf("%s, %T: generated labels were copied to the Job: %v", choice, obj, job.Labels)
			}
		}
	}
}

// TestAddToSchemeWith checks that the last registration counts, that bad keys are an error and
// don't change the scheme, and that the caller may change the slices afterwards.
func TestAddToSchemeWith(t *testing.T) {
	scheme := install.NewScheme()
	keysOf := func() []string {
		job := &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Name: "pi", UID: newUID}}
		scheme.Default(job)
		return slices.Sorted(maps.Keys(job.Spec.Template.Labels))
	}
	own := batch.SelectorLabels{UID: []string{"example.com/uid"}}
	for _, step := range []struct {
		name   string
		add    func(*runtime.Scheme) error
		refuse bool
		want   []string
	}{
		{"own keys", defaulting.AddToSchemeWith(own), false, []string{"example.com/uid"}},
		{"bad keys", defaulting.AddToSchemeWith(batch.SelectorLabels{UID: []string{"x"}, Name: []string{"x"}}), true, []string{"example.com/uid"}},
		{"no key for the UID", defaultingv1.AddToSchemeWith(batch.SelectorLabels{Name: []string{"x"}}), true, []string{"example.com/uid"}},
		{"a key that is none", v1beta1.AddToSchemeWith(batch.SelectorLabels{UID: []string{"a b"}}), true, []string{"example.com/uid"}},
		{"the default again", defaulting.AddToScheme, false, []string{"controller-uid", "job-name"}},
	} {
		err := step.add(scheme)
		if (err != nil) != step.refuse {
			t.Errorf("%s: error %v", step.name, err)
		}
		own.UID[0] = "example.com/changed"
		if diff := cmp.Diff(step.want, keysOf()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
	if err := defaulting.AddToSchemeWith(batch.SelectorLabels{})(nil); err == nil {
		t.Error("no error for a nil scheme")
	}
}
