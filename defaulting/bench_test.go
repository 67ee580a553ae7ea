package defaulting_test

import (
	"testing"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	defaultingv1 "github.com/jobapi/jobapi/defaulting/batch/v1"
	"github.com/jobapi/jobapi/internal/jobtest"
)

// BenchmarkDefault sets the defaults of a typical Job. internal/conformance compares it with
// kube-apiserver.
func BenchmarkDefault(b *testing.B) {
	b.Run("jobapi", func(b *testing.B) {
		b.ReportAllocs()
		job := jobtest.Typical()
		var fresh []*batchv1.Job // defaults can be set once
		for b.Loop() {
			if len(fresh) == 0 {
				b.StopTimer()
				for range 1000 {
					fresh = append(fresh, job.DeepCopy())
				}
				b.StartTimer()
			}
			defaultingv1.SetDefaults_Job(fresh[0])
			fresh = fresh[1:]
		}
	})
}
