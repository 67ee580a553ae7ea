package defaulting_test

import (
	"testing"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	conversionv1 "github.com/jobapi/jobapi/conversion/batch/v1"
	conversionv1beta1 "github.com/jobapi/jobapi/conversion/extensions/v1beta1"
	defaultingv1 "github.com/jobapi/jobapi/defaulting/batch/v1"
	"github.com/jobapi/jobapi/defaulting/extensions/v1beta1"
	"github.com/jobapi/jobapi/internal/jobtest"
	"github.com/jobapi/jobapi/validation"
)

// TestDefaultedTemplatesAreValid checks that a correct template of Jobs is valid, in both versions,
// once its defaults are set.
func TestDefaultedTemplatesAreValid(t *testing.T) {
	v1 := &batchv1.JobTemplateSpec{Spec: jobtest.Typical().Spec}
	var hub batch.JobTemplateSpec
	if err := conversionv1.Convert_v1_JobTemplateSpec_To_batch_JobTemplateSpec(v1.DeepCopy(), &hub, nil); err != nil {
		t.Fatal(err)
	}
	if errs := validation.ValidateJobTemplateSpec(&hub, nil, validation.Options{}); len(errs) == 0 {
		t.Error("the template is valid without defaults, so it shows nothing")
	}
	old := &extensionsv1beta1.JobTemplateSpec{}
	if err := conversionv1beta1.Convert_batch_JobTemplateSpec_To_v1beta1_JobTemplateSpec(&hub, old, nil); err != nil {
		t.Fatal(err)
	}
	tests := map[string]func(*batch.JobTemplateSpec) error{
		"batch/v1": func(hub *batch.JobTemplateSpec) error {
			defaultingv1.SetDefaults_JobTemplateSpec(v1)
			return conversionv1.Convert_v1_JobTemplateSpec_To_batch_JobTemplateSpec(v1, hub, nil)
		},
		"extensions/v1beta1": func(hub *batch.JobTemplateSpec) error {
			v1beta1.SetDefaults_JobTemplateSpec(old)
			return conversionv1beta1.Convert_v1beta1_JobTemplateSpec_To_batch_JobTemplateSpec(old, hub, nil)
		},
	}
	for version, defaulted := range tests {
		var hub batch.JobTemplateSpec
		if err := defaulted(&hub); err != nil {
			t.Fatal(err)
		}
		for _, err := range validation.ValidateJobTemplateSpec(&hub, nil, validation.Options{}) {
			t.Errorf("%s: %v", version, err)
		}
	}
}
