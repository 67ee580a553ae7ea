package validation_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/internal/jobtest"
	"github.com/jobapi/jobapi/validation"
)

// TestConcurrentValidation validates the same object in several goroutines. The race detector
// finds writes, and all goroutines must get the same result.
func TestConcurrentValidation(t *testing.T) {
	scheme, fill := install.NewScheme(), withResourceNames(jobtest.Seeded(t))
	const goroutines = 4
	for range 20 {
		job, old := &batch.Job{}, &batch.Job{}
		fill.Fuzz(job)
		fill.Fuzz(old)
		list := &batch.JobList{Items: []batch.Job{*job, *old}}
		var found [goroutines]struct {
			Errors   []string
			Warnings []validation.Warning
		}
		var wg sync.WaitGroup
		for i := range found {
			wg.Go(func() {
				found[i].Warnings = validation.Warnings(job)
				found[i].Errors = slices.Concat(
					texts(validation.ValidateJob(job, validation.Options{})),
					texts(validation.ValidateJobUpdate(job, old, validation.Options{})),
					texts(validation.ValidateJobStatusUpdate(job, old)),
					texts(validation.ValidateJobTemplateSpec(&batch.JobTemplateSpec{Spec: job.Spec}, nil, validation.Options{})),
					texts(scheme.Validate(t.Context(), nil, list)),
				)
			})
		}
		wg.Wait()
		for i := range found {
			if diff := cmp.Diff(found[0], found[i]); diff != "" {
				t.Fatalf("two goroutines (-one +other):\n%s", diff)
			}
		}
	}
}
