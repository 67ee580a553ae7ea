package v1

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/defaulting/podtemplate"
	"github.com/jobapi/jobapi/internal/jobtest"
)

// complete returns a Job with every default and with restartPolicy Never.
func complete() *batchv1.Job {
	job := &batchv1.Job{Spec: batchv1.JobSpec{
		Parallelism:          new(int32(1)),
		Completions:          new(int32(1)),
		BackoffLimit:         new(int32(6)),
		BackoffSeconds:       new(int64(10)),
		FailedPodsLimit:      new(int32(1)),
		CompletionMode:       new(batchv1.NonIndexedCompletion),
		Suspend:              new(false),
		PodReplacementPolicy: new(batchv1.TerminatingOrFailed),
	}}
	job.Spec.Template.Spec.RestartPolicy = corev1.RestartPolicyNever
	podtemplate.SetDefaults(&job.Spec.Template)
	return job
}

func TestSetDefaults_Job(t *testing.T) {
	failurePolicy := func(status ...corev1.ConditionStatus) *batchv1.PodFailurePolicy {
		policy := &batchv1.PodFailurePolicy{Rules: []batchv1.PodFailurePolicyRule{{}}}
		for _, s := range status {
			policy.Rules[0].OnPodConditions = append(policy.Rules[0].OnPodConditions, batchv1.PodFailurePolicyOnPodConditionsPattern{Status: s})
		}
		return policy
	}
	tests := []struct {
		name  string
		given func(*batchv1.Job) // to a Job with restartPolicy Never and nothing else
		want  func(*batchv1.Job) // to a Job with every default
	}{
		{name: "nothing is set"},
		{
			name:  "a work queue: parallelism without completions",
			given: func(job *batchv1.Job) { job.Spec.Parallelism = new(int32(3)) },
			want:  func(job *batchv1.Job) { job.Spec.Parallelism, job.Spec.Completions = new(int32(3)), nil },
		},
		{
			name:  "completions without parallelism",
			given: func(job *batchv1.Job) { job.Spec.Completions = new(int32(3)) },
			want:  func(job *batchv1.Job) { job.Spec.Completions = new(int32(3)) },
		},
		{
			name:  "zeros are set",
			given: func(job *batchv1.Job) { job.Spec.Parallelism, job.Spec.BackoffLimit = new(int32(0)), new(int32(0)) },
			want: func(job *batchv1.Job) {
				job.Spec.Parallelism, job.Spec.Completions, job.Spec.BackoffLimit = new(int32(0)), nil, new(int32(0))
			},
		},
		{
			name:  "limits per index",
			given: func(job *batchv1.Job) { job.Spec.BackoffLimitPerIndex = new(int32(2)) },
			want: func(job *batchv1.Job) {
				job.Spec.BackoffLimitPerIndex, job.Spec.BackoffLimit = new(int32(2)), new(int32(math.MaxInt32))
			},
		},
		{
			name:  "a failure policy",
			given: func(job *batchv1.Job) { job.Spec.PodFailurePolicy = failurePolicy("", corev1.ConditionFalse) },
			want: func(job *batchv1.Job) {
				job.Spec.PodFailurePolicy = failurePolicy(corev1.ConditionTrue, corev1.ConditionFalse)
				job.Spec.PodReplacementPolicy = new(batchv1.Failed)
			},
		},
		{
			name:  "restarted pods have no backoff of the Job's",
			given: func(job *batchv1.Job) { job.Spec.Template.Spec.RestartPolicy = corev1.RestartPolicyOnFailure },
			want: func(job *batchv1.Job) {
				job.Spec.Template.Spec.RestartPolicy = corev1.RestartPolicyOnFailure
				job.Spec.BackoffSeconds, job.Spec.FailedPodsLimit = nil, nil
			},
		},
		{
			name: "whatever is set stays",
			given: func(job *batchv1.Job) {
				job.Spec.BackoffSeconds, job.Spec.FailedPodsLimit, job.Spec.Suspend = new(int64(0)), new(int32(0)), new(true)
				job.Spec.CompletionMode, job.Spec.PodReplacementPolicy = new(batchv1.IndexedCompletion), new(batchv1.Failed)
				job.Spec.ManualSelector = new(false)
			},
			want: func(job *batchv1.Job) {
				job.Spec.BackoffSeconds, job.Spec.FailedPodsLimit, job.Spec.Suspend = new(int64(0)), new(int32(0)), new(true)
				job.Spec.CompletionMode, job.Spec.PodReplacementPolicy = new(batchv1.IndexedCompletion), new(batchv1.Failed)
				job.Spec.ManualSelector = new(false)
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, want := &batchv1.Job{}, complete()
			got.Spec.Template.Spec.RestartPolicy = corev1.RestartPolicyNever
			if tt.given != nil {
				tt.given(got)
				tt.want(want)
			}
			SetDefaults_Job(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestLabelsFromTheTemplate(t *testing.T) {
	type labels = map[string]string
	tests := []struct {
		name           string
		meta           metav1.ObjectMeta
		manual         *bool
		template, want labels
	}{
		{name: "none"},
		{name: "empty ones", template: labels{}, want: labels{}},
		{name: "the user's", template: labels{"app": "a"}, want: labels{"app": "a"}},
		{name: "own labels come first", meta: metav1.ObjectMeta{Labels: labels{"own": "b"}}, template: labels{"app": "a"}, want: labels{"own": "b"}},
		{
			name: "generated for this Job", meta: metav1.ObjectMeta{Name: "a", UID: "u"},
			template: labels{"app": "a", "controller-uid": "u", "job-name": "a", "batch.kubernetes.io/job-name": "a"}, want: labels{"app": "a"},
		},
		{
			name: "nothing but generated ones", meta: metav1.ObjectMeta{Name: "a", UID: "u"},
			template: labels{"controller-uid": "u", "job-name": "a"},
		},
		{
			name: "under keys that it does not know, the UID tells a generated one", meta: metav1.ObjectMeta{Name: "a", UID: "u"},
			template: labels{"app": "b", "example.com/uid": "u"}, want: labels{"app": "b"},
		},
		{
			name: "under keys that it does not know, the Job's name tells nothing", meta: metav1.ObjectMeta{Name: "pi", UID: "u1"},
			template: labels{"app": "pi", "team": "x", "example.com/uid": "u1"}, want: labels{"app": "pi", "team": "x"},
		},
		{
			name: "left by another Job", meta: metav1.ObjectMeta{Name: "a"},
			template: labels{"app": "a", "controller-uid": "u", "job-name": "b"}, want: labels{"app": "a"},
		},
		{
			name: "the name of another Job", meta: metav1.ObjectMeta{Name: "a"},
			template: labels{"app": "a", "job-name": "b"}, want: labels{"app": "a"},
		},
		{
			name: "a UID where a name belongs", meta: metav1.ObjectMeta{Name: "a", UID: "u"},
			template: labels{"app": "a", "job-name": "u"}, want: labels{"app": "a"},
		},
		{
			name: "the own name, written by the user", meta: metav1.ObjectMeta{Name: "a"},
			template: labels{"job-name": "a"}, want: labels{"job-name": "a"},
		},
		{
			name: "manual mode knows no generated ones", manual: new(true),
			template: labels{"app": "a", "controller-uid": "u"}, want: labels{"app": "a", "controller-uid": "u"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			job := &batchv1.Job{ObjectMeta: tt.meta}
			job.Spec.ManualSelector, job.Spec.Template.Labels = tt.manual, tt.template
			SetDefaults_Job(job)
			if diff := cmp.Diff(tt.want, job.Labels); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestSetDefaults_JobTemplateSpec checks that the nested fields of a template get their defaults,
// and that a Job gets the same defaults whether its template had them or not.
func TestSetDefaults_JobTemplateSpec(t *testing.T) {
	fill := jobtest.Seeded(t)
	for range 100 {
		got := &batchv1.JobTemplateSpec{}
		fill.Fuzz(got)
		want := got.DeepCopy()
		podtemplate.SetDefaults(&want.Spec.Template)
		if policy := want.Spec.PodFailurePolicy; policy != nil {
			for i := range policy.Rules {
				for j := range policy.Rules[i].OnPodConditions {
					if pattern := &policy.Rules[i].OnPodConditions[j]; pattern.Status == "" {
						pattern.Status = corev1.ConditionTrue
					}
				}
			}
		}
		direct := &batchv1.Job{Spec: *got.Spec.DeepCopy()}
		SetDefaults_JobTemplateSpec(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		made := &batchv1.Job{Spec: *got.Spec.DeepCopy()}
		SetDefaults_Job(direct)
		SetDefaults_Job(made)
		if diff := cmp.Diff(direct, made); diff != "" {
			t.Fatalf("a Job of it (-without +with defaults of the template):\n%s", diff)
		}
	}
	SetDefaults_JobTemplateSpec(nil)
}

func TestRegisteredDefaults(t *testing.T) {
	scheme := runtime.NewScheme()
	for range 2 {
		if err := AddToScheme(scheme); err != nil {
			t.Fatal(err)
		}
	}
	list := &batchv1.JobList{Items: make([]batchv1.Job, 2)}
	want := &batchv1.JobList{Items: make([]batchv1.Job, 2)}
	for i := range want.Items {
		SetDefaults_Job(&want.Items[i])
	}
	scheme.Default(list)
	if diff := cmp.Diff(want, list); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	SetDefaults_Job(nil)
	SetDefaults_JobList(nil)
}
