package validation_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/conversion"
	"github.com/jobapi/jobapi/defaulting"
	"github.com/jobapi/jobapi/validation"
)

// newJob returns a valid Job in automatic mode, as a server would store it, with the changes.
func newJob(changes ...func(*batch.Job)) *batch.Job {
	v1 := &batchv1.Job{ObjectMeta: metav1.ObjectMeta{Name: "pi", Namespace: "default"}}
	v1.Spec.Template.Labels = map[string]string{"app": "pi"}
	v1.Spec.Template.Spec = corev1.PodSpec{
		RestartPolicy: corev1.RestartPolicyNever,
		Containers:    []corev1.Container{{Name: "main", Image: "busybox:1"}},
	}
	scheme := install.NewScheme()
	scheme.Default(v1)
	hub, err := conversion.ToVersion(scheme, v1, batch.SchemeGroupVersion)
	if err != nil {
		panic(err)
	}
	job := hub.(*batch.Job)
	job.UID = "u-1"
	if _, err := defaulting.GenerateSelector(job, batch.SelectorLabels{}); err != nil {
		panic(err)
	}
	for _, change := range changes {
		change(job)
	}
	return job
}

// manual changes a Job to manual mode.
func manual(job *batch.Job) {
	job.Spec.ManualSelector = new(true)
	job.Spec.Selector = &metav1.LabelSelector{MatchLabels: map[string]string{"app": "pi"}}
	job.Spec.Template.Labels = map[string]string{"app": "pi"}
}

// indexed changes a Job to an Indexed Job with 10 completions.
func indexed(job *batch.Job) {
	job.Spec.CompletionMode, job.Spec.Completions = new(batch.IndexedCompletion), new(int32(10))
}

// ruleTest is a change of a valid Job and the errors that it causes. Names that start with
// "own:" are about rules that kube-apiserver lacks.
type ruleTest struct {
	rule   string
	change func(*batch.Job)
	want   field.ErrorList
}

// runRules validates the changed Jobs.
func runRules(t *testing.T, tests []ruleTest, opts validation.Options) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			compareErrors(t, tt.want, validation.ValidateJob(newJob(tt.change), opts))
		})
	}
}

// compareErrors compares errors in any order.
func compareErrors(t *testing.T, want, got field.ErrorList) {
	t.Helper()
	order := func(errs field.ErrorList) field.ErrorList {
		return slices.SortedFunc(slices.Values(errs), func(a, b *field.Error) int { return strings.Compare(a.Error(), b.Error()) })
	}
	if diff := cmp.Diff(order(want), order(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func invalid(path string, value any, detail string) *field.Error {
	return field.Invalid(field.NewPath(path), value, detail)
}

func required(path, detail string) *field.Error {
	return field.Required(field.NewPath(path), detail)
}

func forbidden(path, detail string) *field.Error {
	return field.Forbidden(field.NewPath(path), detail)
}

func notSupported[T ~string](path string, value T, known ...T) *field.Error {
	return field.NotSupported(field.NewPath(path), value, known)
}

// allOf combines changes.
func allOf(changes ...func(*batch.Job)) func(*batch.Job) {
	return func(job *batch.Job) {
		for _, change := range changes {
			change(job)
		}
	}
}
