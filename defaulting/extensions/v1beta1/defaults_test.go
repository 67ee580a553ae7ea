package v1beta1_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/conversion"
	defaultingv1 "github.com/jobapi/jobapi/defaulting/batch/v1"
	"github.com/jobapi/jobapi/defaulting/extensions/v1beta1"
	"github.com/jobapi/jobapi/internal/jobtest"
)

func TestSelectorFromTheTemplate(t *testing.T) {
	type labels = map[string]string
	tests := []struct {
		name     string
		auto     *bool
		selector *metav1.LabelSelector
		template labels
		want     *metav1.LabelSelector
	}{
		{name: "all labels", template: labels{"app": "a", "tier": "b"}, want: &metav1.LabelSelector{MatchLabels: labels{"app": "a", "tier": "b"}}},
		{name: "autoSelector false is the same as unset", auto: new(false), template: labels{"app": "a"}, want: &metav1.LabelSelector{MatchLabels: labels{"app": "a"}}},
		{name: "autoSelector", auto: new(true), template: labels{"app": "a"}},
		{name: "a selector of the user", selector: &metav1.LabelSelector{}, template: labels{"app": "a"}, want: &metav1.LabelSelector{}},
		{name: "no labels"},
		{name: "empty labels would select everything", template: labels{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			job := &extensionsv1beta1.Job{}
			job.Spec.AutoSelector, job.Spec.Selector, job.Spec.Template.Labels = tt.auto, tt.selector, tt.template
			v1beta1.SetDefaults_Job(job)
			if diff := cmp.Diff(tt.want, job.Spec.Selector); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestSameAsBatchV1 holds that the two versions have the same defaults otherwise.
func TestSameAsBatchV1(t *testing.T) {
	scheme, fill := install.NewScheme(), jobtest.Seeded(t)
	for range 300 {
		job := &extensionsv1beta1.Job{}
		fill.Fuzz(job)
		if auto := job.Spec.AutoSelector; (auto == nil || !*auto) && job.Spec.Selector == nil {
			job.Spec.Selector = &metav1.LabelSelector{}
		}
		hub := func(obj *extensionsv1beta1.Job) *batch.Job {
			hub, err := conversion.ToVersion(scheme, obj, batch.SchemeGroupVersion)
			if err != nil {
				t.Fatal(err)
			}
			return hub.(*batch.Job)
		}
		v1, err := conversion.ToVersion(scheme, job.DeepCopy(), batchv1.SchemeGroupVersion)
		if err != nil {
			t.Fatal(err)
		}
		defaultingv1.SetDefaults_Job(v1.(*batchv1.Job))
		want, err := conversion.ToVersion(scheme, v1, batch.SchemeGroupVersion)
		if err != nil {
			t.Fatal(err)
		}
		v1beta1.SetDefaults_Job(job)
		if diff := cmp.Diff(want, hub(job), cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".TypeMeta" }, cmp.Ignore())); diff != "" {
			t.Fatalf("(-batch/v1 +extensions/v1beta1):\n%s", diff)
		}
	}
	v1beta1.SetDefaults_Job(nil)
	v1beta1.SetDefaults_JobList(nil)
}
