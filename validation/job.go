package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/automatic"
	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/podtemplate"
)

// ValidateJob returns what is wrong with a new Job: metadata, spec and pod template. The Job
// is expected to have its defaults and, in automatic mode, its generated selector; see package
// defaulting. The status of a new Job does not count. The result is nil if the Job is valid.
func ValidateJob(job *batch.Job, opts Options) field.ErrorList {
	return validateJob(job, opts, hubWords)
}

func validateJob(job *batch.Job, opts Options, w words) field.ErrorList {
	if job == nil {
		return noJob()
	}
	path := fieldpath.From(nil).Child("spec")
	c := checker{keys: automatic.KeysOf(opts.SelectorLabels), words: w}
	c.add(validateMeta(&job.ObjectMeta)...)
	c.name(job)
	c.newSelector(job, path)
	c.spec(&job.Spec, nil, path)
	c.podTemplate(job, podtemplate.Validate(&job.Spec.Template, templatePath))
	return c.errs
}

// ValidateJobUpdate returns what is wrong with a change of old to job: with job in itself,
// and with the change. What the old Job had already is tolerated where kube-apiserver, or a
// rule of our own, came to refuse it later. Both are expected to have their defaults. The old
// status counts, which says whether pods exist; the new one does not.
func ValidateJobUpdate(job, old *batch.Job, opts Options) field.ErrorList {
	return validateJobUpdate(job, old, opts, hubWords)
}

func validateJobUpdate(job, old *batch.Job, opts Options, w words) field.ErrorList {
	if job == nil || old == nil {
		return noJob()
	}
	path := fieldpath.From(nil).Child("spec")
	c := checker{keys: automatic.KeysOf(opts.SelectorLabels), words: w}
	c.add(validateMetaUpdate(&job.ObjectMeta, &old.ObjectMeta)...)
	c.name(job)
	c.update(job, old, path)
	c.spec(&job.Spec, &old.Spec, path)
	c.podTemplate(job, podtemplate.ValidateUpdate(&job.Spec.Template, &old.Spec.Template, templatePath))
	return c.errs
}

// ValidateJobTemplateSpec returns what is wrong with a template at path that another kind
// embeds to make Jobs from, as CronJob and JobSet do. The rules are those of a new Job, but
// that selector and manualSelector must be unset, since each Job gets its own, and that the
// template's own metadata does not count. It is expected to have its defaults.
//
// No option applies to templates yet.
func ValidateJobTemplateSpec(template *batch.JobTemplateSpec, path *field.Path, _ Options) field.ErrorList {
	if template == nil {
		if path == nil {
			path = field.NewPath("template")
		}
		return field.ErrorList{field.Required(path, "there is no template of a Job")}
	}
	spec := &template.Spec
	at := fieldpath.From(path).Child("spec")
	c := checker{words: hubWords}
	if spec.Selector != nil {
		c.add(field.Invalid(at.Field("selector"), spec.Selector, "is generated for each Job: remove it"))
	}
	if isManual(spec) {
		c.add(field.NotSupported(at.Field("manualSelector"), true, []string{"nil", "false"}))
	}
	c.spec(spec, nil, at)
	c.add(podtemplate.Validate(&spec.Template, at.Field("template"))...)
	return c.errs
}

var templatePath = field.NewPath("spec", "template")

// podTemplate records errors of the pod template, but for what has been said of the name.
func (c *checker) podTemplate(job *batch.Job, errs field.ErrorList) {
	if len(errs) == 0 {
		return
	}
	reported := nameIsTooLong(job)
	labels := templatePath.Child("metadata", "labels").String()
	for _, err := range errs {
		if reported && err.Field == labels && err.BadValue == any(job.Name) {
			continue
		}
		c.add(err)
	}
}

// jobPath is the path of errors that are about a whole Job.
var jobPath = field.NewPath("job")

func noJob() field.ErrorList {
	return field.ErrorList{field.Required(jobPath, "there is no Job")}
}
