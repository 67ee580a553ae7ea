package dryrun

import (
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/conversion/kubernetes"
	defaulting "github.com/jobapi/jobapi/defaulting/kubernetes"
	podtemplatedefaults "github.com/jobapi/jobapi/defaulting/podtemplate"
	"github.com/jobapi/jobapi/validation"
	"github.com/jobapi/jobapi/validation/internal/semantic"
	"github.com/jobapi/jobapi/validation/internal/server"
	"github.com/jobapi/jobapi/validation/podtemplate"
)

// JobTemplate returns the answer about a template of Jobs, judged as that of a CronJob. path is
// where it is in the caller's object, nil for its root. old is the template that it replaces, nil
// for a new object.
func (s Server) JobTemplate(t, old *batchv1.JobTemplateSpec, path *field.Path) Answer[batchv1.JobTemplateSpec] {
	if t == nil {
		return refusedNil[batchv1.JobTemplateSpec](jobTemplateKind, path, "template")
	}
	t = t.DeepCopy()
	at := child(path, "spec")
	var oldSpec *batchv1.JobSpec
	if old != nil {
		old = old.DeepCopy()
		oldSpec = &old.Spec
	}
	errs, warnings, dropped := s.embeddedSpec(&t.Spec, oldSpec, at)
	return answer(jobTemplateKind, "", t, errs, ifChanged(t, old, warnings), dropped)
}

// JobSpec returns the answer about the spec of a template of Jobs, judged as that of a CronJob. path
// is where it is in the caller's object, nil for its root. old is the spec that it replaces, nil for
// a new object.
func (s Server) JobSpec(spec, old *batchv1.JobSpec, path *field.Path) Answer[batchv1.JobSpec] {
	if spec == nil {
		return refusedNil[batchv1.JobSpec](jobSpecKind, path, "spec")
	}
	spec = spec.DeepCopy()
	old = old.DeepCopy()
	errs, warnings, dropped := s.embeddedSpec(spec, old, path)
	return answer(jobSpecKind, "", spec, errs, ifChanged(spec, old, warnings), dropped)
}

// ifChanged returns warnings, or a function without any if object replaces old and equals it. old
// may be nil.
func ifChanged[T any](object, old *T, warnings func() []validation.Warning) func() []validation.Warning {
	return func() []validation.Warning {
		if old != nil && semantic.DeepEqual(object, old) {
			return nil
		}
		return warnings()
	}
}

// embeddedSpec prepares the spec at path of a template of Jobs, which becomes what is stored, and
// validates it. It changes spec and old, which may be nil.
func (s Server) embeddedSpec(spec, old *batchv1.JobSpec, path *field.Path) (errs field.ErrorList, warnings func() []validation.Warning, dropped []string) {
	setSpecDefaults(spec)
	setSpecDefaults(old)
	s.dropUnknown(old)
	dropped = s.dropFromSpec(spec, old, path)
	hub := hubSpec(spec)
	errs = validation.ValidateJobSpec(hub, hubSpec(old), path, s.options())
	return errs, func() []validation.Warning { return validation.JobSpecWarnings(hub, path, s.options()) }, dropped
}

// setSpecDefaults sets the defaults in the spec of a template of Jobs, which may be nil.
func setSpecDefaults(spec *batchv1.JobSpec) {
	if spec == nil {
		return
	}
	t := batchv1.JobTemplateSpec{Spec: *spec}
	defaulting.SetDefaults_JobTemplateSpec(&t)
	*spec = t.Spec
}

// hubSpec returns the spec in the hub version. It shares memory with spec, which may be nil.
func hubSpec(spec *batchv1.JobSpec) *batch.JobSpec {
	if spec == nil {
		return nil
	}
	hub := &batch.JobSpec{}
	// The conversion to the hub loses nothing and can't fail.
	_ = kubernetes.Convert_v1_JobSpec_To_batch_JobSpec(spec, hub, nil)
	return hub
}

// PodTemplate returns the answer about a pod template, judged as that of a core/v1 PodTemplate. path
// is where it is in the caller's object, nil for its root. old is the template that it replaces, nil
// for a new object.
func (s Server) PodTemplate(t, old *corev1.PodTemplateSpec, path *field.Path) Answer[corev1.PodTemplateSpec] {
	if t == nil {
		return refusedNil[corev1.PodTemplateSpec](podTemplateKind, path, "template")
	}
	t, old = t.DeepCopy(), old.DeepCopy()
	podtemplatedefaults.SetDefaults(t)
	podtemplatedefaults.SetDefaults(old)
	opts := podtemplate.Options{Features: s.features}
	podtemplate.DropUnknown(old, opts)
	dropped := s.dropFromTemplate(t, old, path)
	errs := server.LabelPaths(podtemplate.ValidateWith(t, old, path, opts), path)
	return answer(podTemplateKind, "", t, errs, ifChanged(t, old, func() []validation.Warning {
		var list []validation.Warning
		for _, w := range podtemplate.WarningsWith(t, path, opts) {
			list = append(list, validation.Warning(w))
		}
		return list
	}), dropped)
}

// child returns the path of a field of the object at path, which may be nil.
func child(path *field.Path, name string) *field.Path {
	if path == nil {
		return field.NewPath(name)
	}
	return path.Child(name)
}
