package dryrun

import (
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/validation/features"
	"github.com/jobapi/jobapi/validation/podtemplate"
)

// firstWithScheduling is the minor version that has the field scheduling.
const firstWithScheduling = 37

// dropUnknown removes the fields of a stored spec that the release doesn't have. spec may be nil.
func (s Server) dropUnknown(spec *batchv1.JobSpec) {
	if spec == nil {
		return
	}
	if s.features.Minor() < firstWithScheduling {
		spec.Scheduling = nil
	}
	podtemplate.DropUnknown(&spec.Template, podtemplate.Options{Features: s.features})
}

// dropFromSpec removes the fields of the spec at path that the release doesn't have or whose features
// are off, unless old, the spec that it replaces, uses the feature. It returns the paths of the
// fields that it removed. old may be nil. dropUnknown must have changed it.
func (s Server) dropFromSpec(spec, old *batchv1.JobSpec, path *field.Path) []string {
	var dropped []string
	if spec.Scheduling != nil && !s.features.Enabled(features.WorkloadWithJob) && (old == nil || old.Scheduling == nil) ||
		spec.Scheduling != nil && s.features.Minor() < firstWithScheduling {
		dropped = append(dropped, child(path, "scheduling").String())
		spec.Scheduling = nil
	}
	if p := spec.PodFailurePolicy; p != nil && len(p.Rules) == 0 {
		p.Rules = nil // which is how storage keeps it
	}
	var oldTemplate *corev1.PodTemplateSpec
	if old != nil {
		oldTemplate = &old.Template
	}
	return append(dropped, s.dropFromTemplate(&spec.Template, oldTemplate, child(path, "template"))...)
}

// dropFromTemplate does what dropFromSpec does with the pod template at path.
func (s Server) dropFromTemplate(template, old *corev1.PodTemplateSpec, path *field.Path) []string {
	var paths []string
	for _, f := range podtemplate.DropWith(template, old, path, podtemplate.Options{Features: s.features}) {
		paths = append(paths, f.Path)
	}
	return paths
}
