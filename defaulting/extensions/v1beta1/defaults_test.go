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
	conversionv1 "github.com/jobapi/jobapi/conversion/batch/v1"
	conversionv1beta1 "github.com/jobapi/jobapi/conversion/extensions/v1beta1"
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

// TestSameAsBatchV1 checks that both versions have the same other defaults.
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
	for range 100 {
		template := &extensionsv1beta1.JobTemplateSpec{}
		fill.Fuzz(template)
		var hub, want batch.JobTemplateSpec
		var v1 batchv1.JobTemplateSpec
		check(t, conversionv1beta1.Convert_v1beta1_JobTemplateSpec_To_batch_JobTemplateSpec(template.DeepCopy(), &want, nil))
		check(t, conversionv1.Convert_batch_JobTemplateSpec_To_v1_JobTemplateSpec(&want, &v1, nil))
		defaultingv1.SetDefaults_JobTemplateSpec(&v1)
		check(t, conversionv1.Convert_v1_JobTemplateSpec_To_batch_JobTemplateSpec(&v1, &want, nil))

		v1beta1.SetDefaults_JobTemplateSpec(template)
		check(t, conversionv1beta1.Convert_v1beta1_JobTemplateSpec_To_batch_JobTemplateSpec(template, &hub, nil))
		if diff := cmp.Diff(want, hub); diff != "" {
			t.Fatalf("a template (-batch/v1 +extensions/v1beta1):\n%s", diff)
		}
	}
	v1beta1.SetDefaults_JobTemplateSpec(nil)
	v1beta1.SetDefaults_Job(nil)
	v1beta1.SetDefaults_JobList(nil)
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
