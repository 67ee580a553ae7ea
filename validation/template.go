package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/automatic"
	"github.com/jobapi/jobapi/internal/fieldpath"
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
	c := checker{keys: automatic.KeysOf(opts.SelectorLabels), terms: hubTerms}
	spec, specPath := &template.Spec, fieldpath.From(path).Child("spec")
	if spec.Selector != nil {
		c.add(field.Invalid(specPath.Field("selector"), spec.Selector, "is generated for each Job: remove it"))
	}
	if isManual(spec) {
		c.add(field.NotSupported(specPath.Field("manualSelector"), true, []string{"nil", "false"}))
	}
	c.noGeneratedLabels(spec.Template.Labels, specPath.Child("template").Child("metadata").Child("labels"))
	c.spec(spec, nil, specPath)
	c.add(podtemplate.Validate(&spec.Template, specPath.Field("template"))...)
	return c.errs
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
