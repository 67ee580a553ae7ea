package kubernetes

import (
	batchv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/conversion"

	"github.com/jobapi/jobapi/apis/batch"
)

// Convert_v1_JobSpec_To_batch_JobSpec converts in to out. The fields of out that Kubernetes
// lacks become unset. in and out share memory afterwards. The error is always nil.
func Convert_v1_JobSpec_To_batch_JobSpec(in *batchv1.JobSpec, out *batch.JobSpec, s conversion.Scope) error {
	out.BackoffSeconds = nil
	out.FailedPodsLimit = nil
	return autoConvert_v1_JobSpec_To_batch_JobSpec(in, out, s)
}

// Convert_v1_JobStatus_To_batch_JobStatus converts in to out. The field of out that
// Kubernetes lacks becomes unset. in and out share memory afterwards. The error is always
// nil.
func Convert_v1_JobStatus_To_batch_JobStatus(in *batchv1.JobStatus, out *batch.JobStatus, s conversion.Scope) error {
	out.CreationTime = nil
	return autoConvert_v1_JobStatus_To_batch_JobStatus(in, out, s)
}
