// Package jobdefaults holds the defaults that Jobs of every version have in common.
package jobdefaults

import (
	"math"

	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/defaulting/internal/unset"
	"github.com/jobapi/jobapi/internal/automatic"
)

// Job points at the fields of a Job of some version, whose template has its defaults already.
type Job struct {
	automatic.Job
	Parallelism, Completions **int32
	BackoffLimit             **int32
	BackoffLimitPerIndex     *int32
	Suspend                  **bool
	// BackoffSeconds and FailedPodsLimit are nil where the version lacks the fields.
	BackoffSeconds  **int64
	FailedPodsLimit **int32
}

// What stands in unset fields.
const (
	one             int32 = 1
	backoffLimit    int32 = 6
	backoffSeconds  int64 = 10
	failedPodsLimit int32 = 1
)

// Set fills in what is unset. Labels under the keys are generated ones.
func (j Job) Set(keys batch.SelectorLabels) {
	if *j.Parallelism == nil {
		// With parallelism alone set, the pods share a work queue: completions stay unset.
		unset.Pointer(j.Completions, one)
		*j.Parallelism = new(one)
	}
	if *j.BackoffLimit == nil {
		*j.BackoffLimit = new(backoffLimit)
		if j.BackoffLimitPerIndex != nil {
			**j.BackoffLimit = math.MaxInt32 // the limits of the indexes shall decide
		}
	}
	if j.Template.Spec.RestartPolicy == corev1.RestartPolicyNever && j.BackoffSeconds != nil {
		unset.Pointer(j.BackoffSeconds, backoffSeconds)
		unset.Pointer(j.FailedPodsLimit, failedPodsLimit)
	}
	unset.Pointer(j.Suspend, false)
	if len(j.Meta.Labels) == 0 {
		if labels := j.UserLabels(keys); labels != nil {
			j.Meta.Labels = labels
		}
	}
}
