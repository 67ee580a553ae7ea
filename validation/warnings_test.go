package validation_test

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
)

func TestWarnings(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*batch.Job)
		want   string // the field that it is about
	}{
		{name: "nothing to warn of", change: after()},
		{name: "a name with dots", change: func(job *batch.Job) { job.Name = "a.b" }, want: "metadata.name"},
		{name: "many indexes", change: editIndexed(func(s *batch.JobSpec) { s.Completions, s.Parallelism = new(int32(100_001)), new(int32(10_001)) }), want: "spec"},
		{name: "many indexes, few at a time", change: editIndexed(func(s *batch.JobSpec) { s.Completions, s.Parallelism = new(int32(100_001)), new(int32(10_000)) })},
		{
			name: "backoffSeconds with OnFailure",
			change: edit(func(s *batch.JobSpec) {
				s.Template.Spec.RestartPolicy, s.FailedPodsLimit = corev1.RestartPolicyOnFailure, nil
			}),
			want: "spec.backoffSeconds",
		},
		{
			name: "failedPodsLimit with OnFailure",
			change: edit(func(s *batch.JobSpec) {
				s.Template.Spec.RestartPolicy, s.BackoffSeconds = corev1.RestartPolicyOnFailure, nil
			}),
			want: "spec.failedPodsLimit",
		},
		{name: "scheduling", change: edit(func(s *batch.JobSpec) { s.Scheduling = &batch.JobSchedulingConfiguration{} }), want: "spec.scheduling"},
		{name: "the pod template", change: func(job *batch.Job) {
			container(job).Env = []corev1.EnvVar{{Name: "A", Value: "a"}, {Name: "A", Value: "b"}}
		}, want: "spec.template.spec.containers[0].env[1]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			warnings := validation.Warnings(newJob(tt.change))
			if tt.want == "" {
				if warnings != nil {
					t.Errorf("got %q, want none", warnings)
				}
				return
			}
			if len(warnings) != 1 || !strings.HasPrefix(warnings[0], tt.want+": ") {
				t.Errorf("got %q, want one about %s", warnings, tt.want)
			}
		})
	}
}
