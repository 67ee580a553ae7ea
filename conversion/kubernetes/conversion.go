package kubernetes

import (
	batchv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
)

// Convert_batch_Job_To_v1_Job converts in to out. It returns an [*UnsupportedFieldsError],
// and doesn't change out, if a field that Kubernetes lacks is set. Otherwise in and out share
// memory afterwards.
func Convert_batch_Job_To_v1_Job(in *batch.Job, out *batchv1.Job, s conversion.Scope) error {
	if err := unsupported(unsupportedInJob(in, nil)); err != nil {
		return err
	}
	return autoConvert_batch_Job_To_v1_Job(in, out, s)
}

// Convert_batch_JobList_To_v1_JobList converts in to out. It returns an
// [*UnsupportedFieldsError], and doesn't change out, if a field that Kubernetes lacks is set in
// an item. Otherwise the items of in and out share memory afterwards.
func Convert_batch_JobList_To_v1_JobList(in *batch.JobList, out *batchv1.JobList, s conversion.Scope) error {
	var paths []*field.Path
	for i := range in.Items {
		paths = append(paths, unsupportedInJob(&in.Items[i], field.NewPath("items").Index(i))...)
	}
	if err := unsupported(paths); err != nil {
		return err
	}
	return autoConvert_batch_JobList_To_v1_JobList(in, out, s)
}

// Convert_batch_JobTemplateSpec_To_v1_JobTemplateSpec converts in to out. It returns an
// [*UnsupportedFieldsError], and doesn't change out, if a field that Kubernetes lacks is set.
// Otherwise in and out share memory afterwards.
func Convert_batch_JobTemplateSpec_To_v1_JobTemplateSpec(in *batch.JobTemplateSpec, out *batchv1.JobTemplateSpec, s conversion.Scope) error {
	if err := unsupported(unsupportedInSpec(&in.Spec, field.NewPath("spec"))); err != nil {
		return err
	}
	return autoConvert_batch_JobTemplateSpec_To_v1_JobTemplateSpec(in, out, s)
}

// Convert_batch_JobSpec_To_v1_JobSpec converts in to out. It returns an
// [*UnsupportedFieldsError], and doesn't change out, if a field that Kubernetes lacks is set.
// Otherwise in and out share memory afterwards.
func Convert_batch_JobSpec_To_v1_JobSpec(in *batch.JobSpec, out *batchv1.JobSpec, s conversion.Scope) error {
	if err := unsupported(unsupportedInSpec(in, nil)); err != nil {
		return err
	}
	return autoConvert_batch_JobSpec_To_v1_JobSpec(in, out, s)
}

// Convert_batch_JobStatus_To_v1_JobStatus converts in to out. It returns an
// [*UnsupportedFieldsError], and doesn't change out, if a field that Kubernetes lacks is set.
// Otherwise in and out share memory afterwards.
func Convert_batch_JobStatus_To_v1_JobStatus(in *batch.JobStatus, out *batchv1.JobStatus, s conversion.Scope) error {
	if err := unsupported(unsupportedInStatus(in, nil)); err != nil {
		return err
	}
	return autoConvert_batch_JobStatus_To_v1_JobStatus(in, out, s)
}

// Convert_v1_JobSpec_To_batch_JobSpec converts in to out. It unsets the fields of out that
// Kubernetes lacks. in and out share memory afterwards. The error is always nil.
func Convert_v1_JobSpec_To_batch_JobSpec(in *batchv1.JobSpec, out *batch.JobSpec, s conversion.Scope) error {
	out.BackoffSeconds = nil
	out.FailedPodsLimit = nil
	return autoConvert_v1_JobSpec_To_batch_JobSpec(in, out, s)
}

// Convert_v1_JobStatus_To_batch_JobStatus converts in to out. It unsets the field of out that
// Kubernetes lacks. in and out share memory afterwards. The error is always nil.
func Convert_v1_JobStatus_To_batch_JobStatus(in *batchv1.JobStatus, out *batch.JobStatus, s conversion.Scope) error {
	out.CreationTime = nil
	return autoConvert_v1_JobStatus_To_batch_JobStatus(in, out, s)
}
