package v1beta1

import (
	"k8s.io/apimachinery/pkg/conversion"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	conversionv1 "github.com/jobapi/jobapi/conversion/batch/v1"
)

// Convert_v1beta1_JobSpec_To_batch_JobSpec converts in to out. manualSelector becomes true if
// autoSelector is unset or false. Otherwise it becomes unset. All other fields keep their values.
// in and out share memory afterwards. The error is always nil.
func Convert_v1beta1_JobSpec_To_batch_JobSpec(in *extensionsv1beta1.JobSpec, out *batch.JobSpec, s conversion.Scope) error {
	out.ManualSelector = opposite(in.AutoSelector)
	return autoConvert_v1beta1_JobSpec_To_batch_JobSpec(in, out, s)
}

// Convert_batch_JobSpec_To_v1beta1_JobSpec converts in to out. autoSelector becomes true if
// manualSelector is unset or false. Otherwise it becomes unset. All other fields keep their
// values. in and out share memory afterwards. The error is always nil.
func Convert_batch_JobSpec_To_v1beta1_JobSpec(in *batch.JobSpec, out *extensionsv1beta1.JobSpec, s conversion.Scope) error {
	out.AutoSelector = opposite(in.ManualSelector)
	return autoConvert_batch_JobSpec_To_v1beta1_JobSpec(in, out, s)
}

// opposite negates a flag that means false if it is unset. It returns nil rather than false, so
// that users who never set either flag never see one.
func opposite(flag *bool) *bool {
	if flag != nil && *flag {
		return nil
	}
	return new(true)
}

// The status is batch/v1's. The generator doesn't find generated functions of other packages, so
// these two lead to them.

// Convert_v1_JobStatus_To_batch_JobStatus calls the function of that name of
// conversion/batch/v1.
func Convert_v1_JobStatus_To_batch_JobStatus(in *batchv1.JobStatus, out *batch.JobStatus, s conversion.Scope) error {
	return conversionv1.Convert_v1_JobStatus_To_batch_JobStatus(in, out, s)
}

// Convert_batch_JobStatus_To_v1_JobStatus calls the function of that name of
// conversion/batch/v1.
func Convert_batch_JobStatus_To_v1_JobStatus(in *batch.JobStatus, out *batchv1.JobStatus, s conversion.Scope) error {
	return conversionv1.Convert_batch_JobStatus_To_v1_JobStatus(in, out, s)
}
