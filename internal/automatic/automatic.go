// Package automatic implements automatic mode. It knows which labels and selectors of a Job are
// generated: under which keys, for which Job, and whether they came from another Job. Defaulting
// and validation of every version use it, so they agree.
package automatic

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/apis/batch"
)

// Job points at the fields of a Job, of any version, that automatic mode reads and writes. Its
// pointers are not nil.
type Job struct {
	Meta     *metav1.ObjectMeta
	Selector **metav1.LabelSelector
	Template *corev1.PodTemplateSpec
	// Manual reports whether the Job is in manual mode: automatic mode leaves it alone.
	Manual bool
}

// Of returns the fields of job, which must not be nil.
func Of(job *batch.Job) Job {
	return Job{
		Meta:     &job.ObjectMeta,
		Selector: &job.Spec.Selector,
		Template: &job.Spec.Template,
		Manual:   job.Spec.ManualSelector != nil && *job.Spec.ManualSelector,
	}
}
