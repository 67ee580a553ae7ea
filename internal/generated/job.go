package generated

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/apis/batch"
)

// Job is what generation reads and writes of a Job of any version. Its pointers are not nil.
type Job struct {
	Meta     *metav1.ObjectMeta
	Selector **metav1.LabelSelector
	Template *corev1.PodTemplateSpec
	// Manual says that selector and labels are the user's own business.
	Manual bool
}

// Of returns what generation sees of job, which is not nil.
func Of(job *batch.Job) Job {
	return Job{
		Meta:     &job.ObjectMeta,
		Selector: &job.Spec.Selector,
		Template: &job.Spec.Template,
		Manual:   job.Spec.ManualSelector != nil && *job.Spec.ManualSelector,
	}
}

// isForeign reports whether the label was generated for another Job than this one.
func (j Job) isForeign(keys Keys, key, value string) bool {
	if keys.IsUID(key) {
		return value != string(j.Meta.UID)
	}
	return keys.IsName(key) && j.Meta.Name != "" && value != j.Meta.Name
}
