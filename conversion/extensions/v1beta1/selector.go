package v1beta1

import (
	"k8s.io/apimachinery/pkg/conversion"

	"github.com/jobapi/jobapi/apis/batch"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
)

// Convert_v1beta1_JobSpec_To_batch_JobSpec converts in to out: manualSelector becomes true
// unless autoSelector is, and is left unset then. The rest is the same in both. in and out
// share memory afterwards. The error is always nil.
func Convert_v1beta1_JobSpec_To_batch_JobSpec(in *extensionsv1beta1.JobSpec, out *batch.JobSpec, s conversion.Scope) error {
	out.ManualSelector = opposite(in.AutoSelector)
	return autoConvert_v1beta1_JobSpec_To_batch_JobSpec(in, out, s)
}

// Convert_batch_JobSpec_To_v1beta1_JobSpec converts in to out: autoSelector becomes true
// unless manualSelector is, and is left unset then. The rest is the same in both. in and
// out share memory afterwards. The error is always nil.
func Convert_batch_JobSpec_To_v1beta1_JobSpec(in *batch.JobSpec, out *extensionsv1beta1.JobSpec, s conversion.Scope) error {
	out.AutoSelector = opposite(in.ManualSelector)
	return autoConvert_batch_JobSpec_To_v1beta1_JobSpec(in, out, s)
}

// opposite negates a flag whose unset form means false. It prefers unset to false, so that
// users who never set either field never see either.
func opposite(flag *bool) *bool {
	if flag != nil && *flag {
		return nil
	}
	return new(true)
}
