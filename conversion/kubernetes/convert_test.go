package kubernetes_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	kubernetesv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/conversion/kubernetes"
	"github.com/jobapi/jobapi/internal/jobtest"
)

// TestRoundTrip converts random objects of Kubernetes to the hub and back. The hub's object has
// other values before, which must disappear.
func TestRoundTrip(t *testing.T) {
	fill := jobtest.Seeded(t)
	for range 100 {
		var list, listBack kubernetesv1.JobList
		var hubs batch.JobList
		fill.Fuzz(&list)
		fill.Fuzz(&hubs)
		check(t, kubernetes.Convert_v1_JobList_To_batch_JobList(&list, &hubs, nil))
		check(t, kubernetes.Convert_batch_JobList_To_v1_JobList(&hubs, &listBack, nil))
		compare(t, &list, &listBack)

		var template, templateBack kubernetesv1.JobTemplateSpec
		var hub batch.JobTemplateSpec
		fill.Fuzz(&template)
		fill.Fuzz(&hub)
		check(t, kubernetes.Convert_v1_JobTemplateSpec_To_batch_JobTemplateSpec(&template, &hub, nil))
		check(t, kubernetes.Convert_batch_JobTemplateSpec_To_v1_JobTemplateSpec(&hub, &templateBack, nil))
		compare(t, &template, &templateBack)

		var job, jobBack kubernetesv1.Job
		var hubJob batch.Job
		fill.Fuzz(&job)
		fill.Fuzz(&hubJob)
		check(t, kubernetes.Convert_v1_Job_To_batch_Job(&job, &hubJob, nil))
		check(t, kubernetes.Convert_batch_Job_To_v1_Job(&hubJob, &jobBack, nil))
		compare(t, &job, &jobBack)
	}
}

// TestUnsupportedFields checks that conversion fails for every combination of fields that
// Kubernetes lacks, names all of them, and doesn't change its output.
func TestUnsupportedFields(t *testing.T) {
	spec := batch.JobSpec{BackoffSeconds: new(int64(0)), FailedPodsLimit: new(int32(0)), Completions: new(int32(1))}
	status := batch.JobStatus{CreationTime: new(metav1.Unix(1, 0)), Active: 1}
	job := batch.Job{Spec: spec, Status: status}
	tests := []struct {
		name    string
		convert func() (got, zero any, err error)
		fields  []string
	}{
		{
			name: "Job",
			convert: func() (any, any, error) {
				var out kubernetesv1.Job
				return out, kubernetesv1.Job{}, kubernetes.Convert_batch_Job_To_v1_Job(&job, &out, nil)
			},
			fields: []string{"spec.backoffSeconds", "spec.failedPodsLimit", "status.creationTime"},
		},
		{
			name: "Job with one such field",
			convert: func() (any, any, error) {
				var out kubernetesv1.Job
				in := batch.Job{Spec: batch.JobSpec{FailedPodsLimit: new(int32(3))}}
				return out, kubernetesv1.Job{}, kubernetes.Convert_batch_Job_To_v1_Job(&in, &out, nil)
			},
			fields: []string{"spec.failedPodsLimit"},
		},
		{
			name: "JobList",
			convert: func() (any, any, error) {
				var out kubernetesv1.JobList
				in := batch.JobList{Items: []batch.Job{{Status: status}, {}, {Spec: spec}}}
				return out, kubernetesv1.JobList{}, kubernetes.Convert_batch_JobList_To_v1_JobList(&in, &out, nil)
			},
			fields: []string{"items[0].status.creationTime", "items[2].spec.backoffSeconds", "items[2].spec.failedPodsLimit"},
		},
		{
			name: "JobTemplateSpec",
			convert: func() (any, any, error) {
				var out kubernetesv1.JobTemplateSpec
				in := batch.JobTemplateSpec{Spec: spec}
				return out, kubernetesv1.JobTemplateSpec{}, kubernetes.Convert_batch_JobTemplateSpec_To_v1_JobTemplateSpec(&in, &out, nil)
			},
			fields: []string{"spec.backoffSeconds", "spec.failedPodsLimit"},
		},
		{
			name: "JobSpec",
			convert: func() (any, any, error) {
				var out kubernetesv1.JobSpec
				return out, kubernetesv1.JobSpec{}, kubernetes.Convert_batch_JobSpec_To_v1_JobSpec(&spec, &out, nil)
			},
			fields: []string{"backoffSeconds", "failedPodsLimit"},
		},
		{
			name: "JobStatus",
			convert: func() (any, any, error) {
				var out kubernetesv1.JobStatus
				return out, kubernetesv1.JobStatus{}, kubernetes.Convert_batch_JobStatus_To_v1_JobStatus(&status, &out, nil)
			},
			fields: []string{"creationTime"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, zero, err := tt.convert()
			unsupported, ok := errors.AsType[*kubernetes.UnsupportedFieldsError](err)
			if !ok {
				t.Fatalf("got %v, want an UnsupportedFieldsError", err)
			}
			compare(t, tt.fields, unsupported.Fields)
			compare(t, zero, got)
		})
	}
}

// TestDropUnsupported checks that a random Job loses exactly the fields that the error names.
func TestDropUnsupported(t *testing.T) {
	fill := jobtest.Seeded(t)
	for range 100 {
		var job batch.Job
		fill.Fuzz(&job)
		want := job.DeepCopy()
		want.Spec.BackoffSeconds, want.Spec.FailedPodsLimit, want.Status.CreationTime = nil, nil, nil
		var refused []string
		err := kubernetes.Convert_batch_Job_To_v1_Job(&job, &kubernetesv1.Job{}, nil)
		if unsupported, ok := errors.AsType[*kubernetes.UnsupportedFieldsError](err); ok {
			refused = unsupported.Fields
		}

		compare(t, refused, kubernetes.DropUnsupported(&job))
		compare(t, want, &job)
		check(t, kubernetes.Convert_batch_Job_To_v1_Job(&job, &kubernetesv1.Job{}, nil))
		compare(t, nil, kubernetes.DropUnsupported(&job))
	}
	compare(t, nil, kubernetes.DropUnsupported(nil))
}

// TestAddToScheme checks that a scheme with Kubernetes' types and the hub converts between them.
func TestAddToScheme(t *testing.T) {
	if err := kubernetes.AddToScheme(nil); err == nil {
		t.Error("no error for a nil scheme")
	}
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		kubernetesv1.AddToScheme, batch.AddToScheme, kubernetes.AddToScheme, kubernetes.AddToScheme,
	} {
		check(t, add(scheme))
	}
	in := &kubernetesv1.Job{Spec: kubernetesv1.JobSpec{Parallelism: new(int32(2))}}
	got, err := scheme.ConvertToVersion(in, batch.SchemeGroupVersion)
	check(t, err)
	compare[runtime.Object](t, &batch.Job{Spec: batch.JobSpec{Parallelism: new(int32(2))}}, got)
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func compare[T any](t *testing.T, want, got T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
}
