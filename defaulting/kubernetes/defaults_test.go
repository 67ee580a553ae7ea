package kubernetes_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	kubernetesv1 "k8s.io/api/batch/v1"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	conversionv1 "github.com/jobapi/jobapi/conversion/batch/v1"
	conversionkubernetes "github.com/jobapi/jobapi/conversion/kubernetes"
	defaultingv1 "github.com/jobapi/jobapi/defaulting/batch/v1"
	"github.com/jobapi/jobapi/defaulting/kubernetes"
	"github.com/jobapi/jobapi/internal/jobtest"
)

// TestSameAsBatchV1 checks that random Jobs and templates get the defaults of batch/v1, except
// those of the fields that Kubernetes lacks, and that defaulting twice equals defaulting once.
func TestSameAsBatchV1(t *testing.T) {
	fill := jobtest.Seeded(t)
	for range 100 {
		job := &kubernetesv1.Job{}
		fill.Fuzz(job)
		var hub batch.Job
		var own batchv1.Job
		check(t, conversionkubernetes.Convert_v1_Job_To_batch_Job(job.DeepCopy(), &hub, nil))
		check(t, conversionv1.Convert_batch_Job_To_v1_Job(&hub, &own, nil))
		own.UID = "" // with a UID a selector would be generated
		defaultingv1.SetDefaults_Job(&own)
		own.UID, own.Spec.BackoffSeconds, own.Spec.FailedPodsLimit = job.UID, nil, nil

		var want kubernetesv1.Job
		check(t, conversionv1.Convert_v1_Job_To_batch_Job(&own, &hub, nil))
		check(t, conversionkubernetes.Convert_batch_Job_To_v1_Job(&hub, &want, nil))
		for _, times := range []string{"once", "twice"} {
			kubernetes.SetDefaults_Job(job)
			if diff := cmp.Diff(&want, job); diff != "" {
				t.Fatalf("a Job, %s (-batch/v1 +kubernetes):\n%s", times, diff)
			}
		}
	}
	for range 100 {
		template := &kubernetesv1.JobTemplateSpec{}
		fill.Fuzz(template)
		var hub batch.JobTemplateSpec
		var own batchv1.JobTemplateSpec
		check(t, conversionkubernetes.Convert_v1_JobTemplateSpec_To_batch_JobTemplateSpec(template.DeepCopy(), &hub, nil))
		check(t, conversionv1.Convert_batch_JobTemplateSpec_To_v1_JobTemplateSpec(&hub, &own, nil))
		defaultingv1.SetDefaults_JobTemplateSpec(&own)

		var want kubernetesv1.JobTemplateSpec
		check(t, conversionv1.Convert_v1_JobTemplateSpec_To_batch_JobTemplateSpec(&own, &hub, nil))
		check(t, conversionkubernetes.Convert_batch_JobTemplateSpec_To_v1_JobTemplateSpec(&hub, &want, nil))
		kubernetes.SetDefaults_JobTemplateSpec(template)
		if diff := cmp.Diff(&want, template); diff != "" {
			t.Fatalf("a template (-batch/v1 +kubernetes):\n%s", diff)
		}
	}
	kubernetes.SetDefaults_Job(nil)
	kubernetes.SetDefaults_JobTemplateSpec(nil)
}

// TestLabelsOfACopy checks that generated labels of the template aren't copied to the Job.
func TestLabelsOfACopy(t *testing.T) {
	job := &kubernetesv1.Job{}
	job.Spec.Template.Labels = map[string]string{
		"app": "pi", batch.ControllerUidLabel: "1234", batch.JobNameLabel: "old", "controller-uid": "1234", "job-name": "old",
	}
	kubernetes.SetDefaults_Job(job)
	if diff := cmp.Diff(map[string]string{"app": "pi"}, job.Labels); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
