package conversion_test

import (
	"testing"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/apis/install"
	conversionv1 "github.com/jobapi/jobapi/conversion/batch/v1"
	"github.com/jobapi/jobapi/internal/jobtest"
)

// hub keeps the compiler from removing the conversions.
var hub batch.Job

// BenchmarkConvert converts a Job from batch/v1 to the hub, with the typed function and with
// Scheme.Convert, which Kubernetes' components use.
func BenchmarkConvert(b *testing.B) {
	var job batchv1.Job
	jobtest.Seeded(b).Fuzz(&job)
	b.Run("jobapi", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := conversionv1.Convert_v1_Job_To_batch_Job(&job, &hub, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("upstream-style", func(b *testing.B) {
		scheme := install.NewScheme()
		b.ReportAllocs()
		for b.Loop() {
			if err := scheme.Convert(&job, &hub, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
