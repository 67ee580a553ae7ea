package validation_test

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
)

func TestJobTemplateSpec(t *testing.T) {
	template := func(changes ...func(*batch.Job)) *batch.JobTemplateSpec {
		job := newJob(changes...)
		return &batch.JobTemplateSpec{Spec: job.Spec}
	}
	unset := edit(func(s *batch.JobSpec) { s.Selector, s.ManualSelector = nil, nil })
	const path = "spec.jobTemplate.spec."
	for _, tt := range []struct {
		rule     string
		template *batch.JobTemplateSpec
		want     field.ErrorList
	}{
		{rule: "valid", template: template(unset)},
		{rule: "metadata is not checked", template: &batch.JobTemplateSpec{ObjectMeta: metav1.ObjectMeta{Name: "A B", Labels: map[string]string{"a b": ""}}, Spec: template(unset).Spec}},
		{rule: "selector", template: template(), want: field.ErrorList{invalid(path+"selector", by("controller-uid", "u-1"), "is generated for each Job: remove it")}},
		{
			rule: "manualSelector", template: template(unset, edit(func(s *batch.JobSpec) { s.ManualSelector = new(true) })),
			want: field.ErrorList{field.NotSupported(field.NewPath(path+"manualSelector"), true, []string{"nil", "false"})},
		},
		{
			rule: "the rules of the spec", template: template(unset, edit(func(s *batch.JobSpec) {
				s.BackoffLimit, s.Template.Spec.RestartPolicy = new(int32(-1)), corev1.RestartPolicyAlways
			})),
			want: field.ErrorList{
				invalid(path+"backoffLimit", int32(-1), "must not be negative"),
				required(path+"template.spec.restartPolicy", "the pods of a Job must be able to finish: use Never or OnFailure"),
			},
		},
		{rule: "nil", want: field.ErrorList{required("spec.jobTemplate", "must not be nil")}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			compareErrors(t, tt.want, validation.ValidateJobTemplateSpec(tt.template, field.NewPath("spec", "jobTemplate"), validation.Options{}))
		})
	}
}

// TestTemplateLabels checks which keys of generated labels a template may use.
func TestTemplateLabels(t *testing.T) {
	template := &batch.JobTemplateSpec{Spec: newJob(labelled(
		"controller-uid", "a", "job-name", "b", "batch.kubernetes.io/controller-uid", "c", "batch.kubernetes.io/job-name", "d",
		"example.com/uid", "e", "example.com/name", "f",
	)).Spec}
	template.Spec.Selector = nil
	forbiddenLabel := func(key string) *field.Error {
		return forbidden(templateLabels+"["+key+"]", "is generated for each Job: remove it").WithOrigin(validation.OriginTemplateGeneratedLabel)
	}
	for name, tt := range map[string]struct {
		keys batch.SelectorLabels
		want field.ErrorList
	}{
		"the default":           {batch.SelectorLabels{}, nil},
		"kube-apiserver's keys": {batch.KubernetesSelectorLabels(), nil},
		"the caller's keys": {
			batch.SelectorLabels{UID: []string{"example.com/uid", "controller-uid"}, Name: []string{"example.com/name", "example.com/unused"}},
			field.ErrorList{forbiddenLabel("example.com/uid"), forbiddenLabel("example.com/name")},
		},
	} {
		t.Run(name, func(t *testing.T) {
			errs := validation.ValidateJobTemplateSpec(template, nil, validation.Options{SelectorLabels: tt.keys})
			compareErrors(t, tt.want, errs)
			compareErrors(t, nil, errs.Filter(validation.OwnRule))
		})
	}
}
