package validation_test

import (
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
)

// TestExtremeQuantities checks updates of quantities with large exponents: their verdict and
// their time.
func TestExtremeQuantities(t *testing.T) {
	asking := func(memory string) func(*batch.Job) {
		return func(job *batch.Job) {
			container(job).Resources.Requests = corev1.ResourceList{corev1.ResourceMemory: resource.MustParse(memory)}
		}
	}
	changed := field.ErrorList{invalid("spec.template", field.OmitValueType{}, immutable+"; changed: spec.containers[0].resources.requests[memory]")}
	start := time.Now()
	runUpdates(t, []updateTest{
		{rule: "less than before", both: asking("1e99999999"), change: asking("1"), want: changed},
		{rule: "more than before", both: asking("1"), change: asking("1e99999999"), want: changed},
		{rule: "a little more than before", both: asking("1e99999999"), change: asking("1.1e99999999"), want: changed},
		{rule: "zero as before", both: asking("0e-99999999"), change: asking("0"), want: nil},
		{rule: "the same as before", both: asking("1e99999999"), change: asking("10e99999998"), want: nil},
		{rule: "another notation", both: asking("1Ki"), change: asking("1024"), want: nil},
		{rule: "while the Job is suspended", both: func(job *batch.Job) {
			suspended(job)
			asking("1")(job)
			job.Spec.Template.Spec.Overhead = corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("1")}
		}, change: func(job *batch.Job) {
			asking("1e99999999")(job)
			job.Spec.Template.Spec.Overhead = corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("1e99999999")}
		}, want: field.ErrorList{
			invalid("spec.template.spec", field.OmitValueType{}, "only scheduling and container resources may change while the Job is suspended; changed: overhead[memory]")}},
	})
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("took %v", took)
	}
}

// TestExtremePageSizes checks that a page size that overflows is an error. kube-apiserver
// panics.
func TestExtremePageSizes(t *testing.T) {
	const size = "hugepages-10E"
	job := newJob(func(job *batch.Job) {
		job.ResourceVersion = "1"
		list := corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("1"), size: resource.MustParse("2Mi")}
		container(job).Resources.Limits, container(job).Resources.Requests = list, list
	})
	const detail = "must be a multiple of the page size"
	want := func(root string) field.ErrorList {
		return field.ErrorList{
			invalid(root+"template.spec.containers[0].resources.limits["+size+"]", "2Mi", detail),
			invalid(root+"template.spec.containers[0].resources.requests["+size+"]", "2Mi", detail),
		}
	}
	compareErrors(t, want("spec."), validation.ValidateJob(job, validation.Options{}))
	compareErrors(t, nil, validation.ValidateJobUpdate(job, job, validation.Options{}))
	template := &batch.JobTemplateSpec{Spec: *job.Spec.DeepCopy()}
	template.Spec.Selector = nil
	compareErrors(t, want("spec."), validation.ValidateJobTemplateSpec(template, nil, validation.Options{}))
}
