package validation_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
)

func TestNil(t *testing.T) {
	noJob := field.ErrorList{required("job", "must not be nil")}
	at := field.NewPath("jobTemplate")
	for name, tt := range map[string]struct{ errs, want field.ErrorList }{
		"create":          {validation.ValidateJob(nil, validation.Options{}), noJob},
		"update":          {validation.ValidateJobUpdate(nil, newJob(), validation.Options{}), noJob},
		"update old":      {validation.ValidateJobUpdate(newJob(), nil, validation.Options{}), noJob},
		"status":          {validation.ValidateJobStatusUpdate(nil, newJob()), noJob},
		"status old":      {validation.ValidateJobStatusUpdate(newJob(), nil), noJob},
		"template":        {validation.ValidateJobTemplateSpec(nil, nil, validation.Options{}), field.ErrorList{required("template", "must not be nil")}},
		"template inside": {validation.ValidateJobTemplateSpec(nil, at, validation.Options{}), field.ErrorList{required("jobTemplate", "must not be nil")}},
	} {
		t.Run(name, func(t *testing.T) {
			compareErrors(t, tt.want, tt.errs)
		})
	}
	if got, want := noJob[0].Error(), "job: Required value: must not be nil"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if validation.Warnings(nil) != nil {
		t.Error("nil has warnings")
	}
	zero := &batch.Job{}
	if len(validation.ValidateJob(zero, validation.Options{})) == 0 || len(validation.ValidateJobUpdate(zero, zero, validation.Options{})) == 0 {
		t.Error("the zero Job is valid")
	}
}
