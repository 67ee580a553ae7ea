package validation

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/automatic"
	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/server"
	"github.com/jobapi/jobapi/validation/podtemplate"
)

// ValidateJobTemplateSpec returns the errors of a Job template at path, as kinds such as
// CronJob and JobSet embed it. A nil path is the template itself. The result is nil if the
// template is valid. The template must have its defaults.
//
// The rules are those of a new Job with two exceptions: selector and manualSelector must be
// unset, since each Job gets its own selector, and metadata is not checked.
//
// If opts.SelectorLabels has keys that kube-apiserver doesn't use, a label of the pod template
// under one of them is Forbidden, with [OriginTemplateGeneratedLabel]: each Job gets its own
// value there, so a fixed value is wrong for all of them. Under kube-apiserver's keys it is
// allowed, as kube-apiserver allows it. With the zero Options there is no such rule.
func ValidateJobTemplateSpec(template *batch.JobTemplateSpec, path *field.Path, opts Options) field.ErrorList {
	if template == nil {
		if path == nil {
			path = field.NewPath("template")
		}
		return field.ErrorList{field.Required(path, "must not be nil")}
	}
	return ValidateJobSpec(&template.Spec, nil, specPath(path), opts)
}

// ValidateJobTemplateSpecUpdate returns the errors of a Job template at path that replaces old. Its
// rules are those of [ValidateJobTemplateSpec]: nothing in a Job template is immutable. But it
// accepts what old already has, where kube-apiserver came to forbid it later. If old is nil it is
// ValidateJobTemplateSpec.
func ValidateJobTemplateSpecUpdate(template, old *batch.JobTemplateSpec, path *field.Path, opts Options) field.ErrorList {
	if template == nil || old == nil {
		return ValidateJobTemplateSpec(template, path, opts)
	}
	return ValidateJobSpec(&template.Spec, &old.Spec, specPath(path), opts)
}

func specPath(template *field.Path) *field.Path {
	if template == nil {
		return field.NewPath("spec")
	}
	return template.Child("spec")
}

// ValidateJobSpec returns the errors of the spec of a Job template, which is at path. old is the
// spec that it replaces, or nil. The rules are those of [ValidateJobTemplateSpec] and
// [ValidateJobTemplateSpecUpdate]. For the spec of a Job use [ValidateJob].
func ValidateJobSpec(spec, old *batch.JobSpec, path *field.Path, opts Options) field.ErrorList {
	if spec == nil {
		if path == nil {
			path = field.NewPath("spec")
		}
		return field.ErrorList{field.Required(path, "must not be nil")}
	}
	c := newChecker(opts, hubTerms)
	root := fieldpath.From(path)
	if spec.Selector != nil {
		c.add(field.Invalid(root.Field("selector"), spec.Selector, "is generated for each Job: remove it"))
	}
	if isManual(spec) {
		c.add(field.NotSupported(root.Field("manualSelector"), true, []string{"nil", "false"}))
	}
	c.noGeneratedLabels(spec.Template.Labels, root.Child("template").Child("metadata").Child("labels"))
	c.spec(spec, old, root)
	var oldTemplate *corev1.PodTemplateSpec
	if old != nil {
		oldTemplate = &old.Template
	}
	templatePath := root.Field("template")
	errs := c.templateErrors(&spec.Template, oldTemplate, templatePath)
	if c.serverOnly {
		errs = server.LabelPaths(errs, templatePath)
	}
	c.add(errs...)
	return c.result()
}

// templateErrors returns the errors of the pod template at path, which replaces old. old may be nil.
func (c *checker) templateErrors(template, old *corev1.PodTemplateSpec, path *field.Path) field.ErrorList {
	opts := podtemplate.Options{Features: c.features}
	switch {
	case c.serverOnly:
	case opts == podtemplate.Options{}:
		return podtemplate.ValidateUpdate(template, old, path)
	default:
		template, old = template.DeepCopy(), old.DeepCopy()
		podtemplate.DropUnknown(old, opts)
		podtemplate.DropWith(template, old, path, opts)
	}
	return podtemplate.ValidateWith(template, old, path, opts)
}

// noGeneratedLabels checks that the template has no label under a key that the caller has
// chosen for generated labels.
func (c *checker) noGeneratedLabels(labels map[string]string, path *fieldpath.Path) {
	if len(labels) == 0 {
		return
	}
	kubernetes := automatic.KeysOf(batch.SelectorLabels{})
	for label := range c.keys.Identity("", "") {
		if kubernetes.IsUID(label.Key) || kubernetes.IsName(label.Key) {
			continue
		}
		if _, ok := labels[label.Key]; ok {
			c.add(field.Forbidden(path.Key(label.Key).Field(), "is generated for each Job: remove it").WithOrigin(OriginTemplateGeneratedLabel))
		}
	}
}
