package dryrun_test

import (
	"fmt"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/validation/dryrun"
)

func ExampleServer_CreateJob() {
	job := &batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{Name: "pi"},
		Spec: batchv1.JobSpec{Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{
			RestartPolicy: corev1.RestartPolicyNever,
			Containers:    []corev1.Container{{Name: "pi", Image: "perl:5"}},
		}}},
	}
	answer := dryrun.Server{}.CreateJob(job)
	fmt.Println(answer.Err())
	fmt.Println(answer.Object.Name, "retries", *answer.Object.Spec.BackoffLimit, "times")
	// Output:
	// <nil>
	// pi retries 6 times
}

func ExampleServer_CreateJob_refused() {
	job := &batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{Name: "pi"},
		Spec: batchv1.JobSpec{Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{
			Containers: []corev1.Container{{Name: "pi"}},
		}}},
	}
	for _, err := range (dryrun.Server{}).CreateJob(job).Errors {
		fmt.Println(err.Type, "at", err.Field)
	}
	// Output:
	// Required value at spec.template.spec.restartPolicy
	// Required value at spec.template.spec.containers[0].image
}

func ExampleFor() {
	spec := &batchv1.JobSpec{
		Scheduling: &batchv1.JobSchedulingConfiguration{},
		Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{
			RestartPolicy: corev1.RestartPolicyNever,
			Containers:    []corev1.Container{{Name: "pi", Image: "perl:5"}},
		}},
	}
	var defaults dryrun.Server
	fmt.Println(defaults.Version(), defaults.JobSpec(spec, nil, nil).Dropped)

	server, err := dryrun.For("1.37", map[string]bool{"WorkloadWithJob": true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(server.Version(), server.JobSpec(spec, nil, nil).Dropped)

	_, err = dryrun.For("1.20", nil)
	fmt.Println(err)
	// Output:
	// 1.37 [scheduling]
	// 1.37 []
	// unknown Kubernetes version "1.20": use one of 1.34, 1.35, 1.36, 1.37
}

// A kind of one's own embeds a Job template. Its webhook asks what a server would say about it.
func ExampleServer_JobTemplate() {
	type backupSpec struct {
		JobTemplate batchv1.JobTemplateSpec
	}
	backup := backupSpec{JobTemplate: batchv1.JobTemplateSpec{Spec: batchv1.JobSpec{
		Parallelism: new(int32(-1)),
		Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{
			RestartPolicy: corev1.RestartPolicyAlways,
			Containers:    []corev1.Container{{Name: "dump", Image: "postgres:17"}},
		}},
	}}}
	answer := dryrun.Server{}.JobTemplate(&backup.JobTemplate, nil, field.NewPath("spec", "jobTemplate"))
	for _, err := range answer.Errors {
		fmt.Println(err.Type, "at", err.Field)
	}
	// Output:
	// Invalid value at spec.jobTemplate.spec.parallelism
	// Required value at spec.jobTemplate.spec.template.spec.restartPolicy
}

func ExampleServer_UpdateJob() {
	var server dryrun.Server
	old := server.CreateJob(&batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{Name: "pi"},
		Spec: batchv1.JobSpec{Template: corev1.PodTemplateSpec{Spec: corev1.PodSpec{
			RestartPolicy: corev1.RestartPolicyNever,
			Containers:    []corev1.Container{{Name: "pi", Image: "perl:5"}},
		}}},
	}).Object

	job := old.DeepCopy()
	job.Spec.Parallelism = new(int32(4))
	answer := server.UpdateJob(job, old)
	fmt.Println(answer.Err(), "generation", answer.Object.Generation)

	job.Spec.Template.Spec.Containers[0].Image = "perl:6"
	fmt.Println(server.UpdateJob(job, old).Errors[0])
	// Output:
	// <nil> generation 2
	// spec.template: Invalid value: is immutable: delete and recreate the Job to change it; changed: spec.containers[0].image
}
