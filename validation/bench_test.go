package validation_test

import (
	"testing"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/conversion"
	"github.com/jobapi/jobapi/defaulting"
	"github.com/jobapi/jobapi/internal/jobtest"
	"github.com/jobapi/jobapi/validation"
)

// BenchmarkValidate validates a valid Job. The same benchmark in internal/conformance
// compares with kube-apiserver.
func BenchmarkValidate(b *testing.B) {
	b.Run("jobapi", func(b *testing.B) {
		scheme, v1 := install.NewScheme(), jobtest.Typical()
		scheme.Default(v1)
		hub, err := conversion.ToVersion(scheme, v1, batch.SchemeGroupVersion)
		if err != nil {
			b.Fatal(err)
		}
		job := hub.(*batch.Job)
		job.UID = "0b5c3f4e-1d2a-4c6b-8e9f-a1b2c3d4e5f6"
		if _, err := defaulting.GenerateSelector(job, batch.SelectorLabels{}); err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			if errs := validation.ValidateJob(job, validation.Options{}); errs != nil {
				b.Fatal(errs)
			}
		}
	})
}
