package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/labelrules"
	"github.com/jobapi/jobapi/validation/internal/semantic"
)

// ValidateJobUpdate returns the errors of an update from old to job: those of the new Job, and
// those of the change. The result is nil if the update is valid. Both Jobs must have their
// defaults.
//
// An update may keep what old already had, where kube-apiserver or a rule of this package came
// to forbid it after old was created. The status of old counts, since it tells whether the Job
// has pods. The status of job doesn't.
func ValidateJobUpdate(job, old *batch.Job, opts Options) field.ErrorList {
	return validateJobUpdate(job, old, opts, hubTerms)
}

func validateJobUpdate(job, old *batch.Job, opts Options, terms terms) field.ErrorList {
	if job == nil || old == nil {
		return nilJob()
	}
	c := newChecker(opts, terms)
	var root *fieldpath.Path // the Job
	c.updatedMetadata(&job.ObjectMeta, &old.ObjectMeta, root.Child("metadata"))
	if c.serverOnly && c.features.Minor() < 37 {
		c.updateAsNew(job, old)
	}
	c.nameOfPods(job, root.Child("metadata").Child("name"))
	c.specUpdate(job, old, root.Child("spec"))
	c.spec(&job.Spec, &old.Spec, root.Child("spec"))
	c.podTemplate(job, c.templateErrors(&job.Spec.Template, &old.Spec.Template, templatePath))
	return c.result()
}

const detailImmutable = "is immutable: delete and recreate the Job to change it"

func (c *checker) specUpdate(job, old *batch.Job, path *fieldpath.Path) {
	spec, oldSpec := &job.Spec, &old.Spec
	c.selectorUpdate(spec, oldSpec, path)
	c.completionsUpdate(spec, oldSpec, path.Child("completions"))
	c.templateUpdate(job, old, path.Child("template"))
	for _, f := range [...]struct {
		name       string
		value, old any
	}{
		{"completionMode", spec.CompletionMode, oldSpec.CompletionMode},
		{"podFailurePolicy", spec.PodFailurePolicy, oldSpec.PodFailurePolicy},
		{"backoffLimitPerIndex", spec.BackoffLimitPerIndex, oldSpec.BackoffLimitPerIndex},
		{"managedBy", spec.ManagedBy, oldSpec.ManagedBy},
		{"successPolicy", spec.SuccessPolicy, oldSpec.SuccessPolicy},
	} {
		if !semantic.DeepEqual(f.value, f.old) {
			c.add(field.Invalid(path.Field(f.name), f.value, detailImmutable))
		}
	}
}

// selectorUpdate checks that the selector and its mode stay, and the selector by itself.
func (c *checker) selectorUpdate(spec, old *batch.JobSpec, path *fieldpath.Path) {
	if isManual(spec) != isManual(old) {
		c.add(field.Invalid(path.Field(c.terms.field), field.OmitValueType{}, "is immutable: a Job can't switch between automatic and manual mode").
			WithOrigin(OriginManualSelectorImmutable))
	}
	selectorPath := path.Child("selector")
	if !semantic.DeepEqual(spec.Selector, old.Selector) {
		c.add(field.Invalid(selectorPath.Field(), spec.Selector, detailImmutable))
	}
	if spec.Selector == nil {
		c.add(field.Required(selectorPath.Field(), "a Job needs its selector to find its pods"))
		c.matchesNothing(spec, path)
		return
	}
	c.add(labelrules.Selector(spec.Selector, labelrules.HasInvalidValue(old.Selector), selectorPath)...)
	c.matchesTemplate(spec.Selector, spec.Template.Labels, path)
}

// completionsUpdate checks that completions stays. An elastic Indexed Job may change it along
// with parallelism.
func (c *checker) completionsUpdate(spec, old *batch.JobSpec, path *fieldpath.Path) {
	switch {
	case equal(spec.Completions, old.Completions):
	case !isIndexed(spec):
		c.add(field.Invalid(path.Field(), spec.Completions, detailImmutable))
	case spec.Completions != nil && !equal(spec.Completions, spec.Parallelism):
		c.add(field.Invalid(path.Field(), *spec.Completions, "may only change together with parallelism, to the same value"))
	}
}
