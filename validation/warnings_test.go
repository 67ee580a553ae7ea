package validation_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
)

func TestWarnings(t *testing.T) {
	const noEffect = "has no effect with restartPolicy: OnFailure, where the kubelet restarts containers at its own pace"
	for _, tt := range []struct {
		name   string
		change func(*batch.Job)
		want   []validation.Warning
	}{
		{name: "a plain Job", change: allOf()},
		{
			name:   "a name with dots",
			change: func(job *batch.Job) { job.Name = "a.b" },
			want: []validation.Warning{{
				Field:   "metadata.name",
				Message: "pods use it in their names and host names, where only a DNS label works well: must not contain dots",
			}},
		},
		{
			name:   "many indexes",
			change: editIndexed(func(s *batch.JobSpec) { s.Completions, s.Parallelism = new(int32(100_001)), new(int32(10_001)) }),
			want: []validation.Warning{{
				Field:   "spec",
				Message: "with completions above 100000 and parallelism above 10000, status.completedIndexes may become too long to store if many indexes fail",
			}},
		},
		{
			name:   "many indexes, few at a time",
			change: editIndexed(func(s *batch.JobSpec) { s.Completions, s.Parallelism = new(int32(100_001)), new(int32(10_000)) }),
		},
		{
			name: "backoffSeconds and failedPodsLimit with OnFailure",
			change: edit(func(s *batch.JobSpec) {
				s.Template.Spec.RestartPolicy, s.BackoffSeconds, s.FailedPodsLimit = corev1.RestartPolicyOnFailure, new(int64(1)), new(int32(1))
			}),
			want: []validation.Warning{
				{Field: "spec.backoffSeconds", Message: noEffect, Own: true},
				{Field: "spec.failedPodsLimit", Message: noEffect, Own: true},
			},
		},
		{
			name: "OnFailure alone",
			change: edit(func(s *batch.JobSpec) {
				s.Template.Spec.RestartPolicy, s.BackoffSeconds, s.FailedPodsLimit = corev1.RestartPolicyOnFailure, nil, nil
			}),
		},
		{
			name:   "scheduling",
			change: edit(func(s *batch.JobSpec) { s.Scheduling = &batch.JobSchedulingConfiguration{} }),
			want: []validation.Warning{{
				Field:   "spec.scheduling",
				Message: "servers drop this field unless the feature gate WorkloadWithJob is on; Kubernetes 1.37 has it off by default",
				Own:     true,
			}},
		},
		{
			name:   "a field of the template that servers drop",
			change: edit(func(s *batch.JobSpec) { s.Template.Spec.SchedulingGroup = &corev1.PodSchedulingGroup{} }),
			want: []validation.Warning{{
				Field:   "spec.template.spec.schedulingGroup",
				Message: "servers drop this field unless the feature gate GenericWorkload is on; Kubernetes 1.37 has it off by default",
				Own:     true,
			}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, validation.Warnings(newJob(tt.change))); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
		})
	}
}

// TestTemplateWarnings checks where the warnings of the pod template are: their texts have tests
// of their own.
func TestTemplateWarnings(t *testing.T) {
	twoNames := corev1.ConfigMapVolumeSource{
		LocalObjectReference: corev1.LocalObjectReference{Name: "c"},
		Items:                []corev1.KeyToPath{{Key: "a", Path: "x"}, {Key: "b", Path: "x"}},
	}
	job := newJob(edit(func(s *batch.JobSpec) {
		s.Template.Spec.Containers[0].Env = []corev1.EnvVar{{Name: "A", Value: "a"}, {Name: "A", Value: "b"}}
		s.Template.Spec.Volumes = []corev1.Volume{{Name: "v", VolumeSource: corev1.VolumeSource{ConfigMap: &twoNames}}}
	}))
	var fields []string
	for _, w := range validation.Warnings(job) {
		if w.Message == "" || w.Own {
			t.Errorf("got %#v, want a message and a warning of the server's", w)
		}
		fields = append(fields, w.Field)
	}
	if want := []string{"", "spec.template.spec.containers[0].env[1]"}; !slices.Equal(fields, want) {
		t.Errorf("got warnings about %q, want %q", fields, want)
	}
}

func TestWarningString(t *testing.T) {
	for want, w := range map[string]validation.Warning{
		"spec.a: is old":         {Field: "spec.a", Message: "is old", Own: true},
		`volume "v" (x): is old`: {Message: `volume "v" (x): is old`},
	} {
		if got := w.String(); got != want {
			t.Errorf("%#v prints %q, want %q", w, got, want)
		}
	}
}
