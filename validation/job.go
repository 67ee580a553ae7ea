package validation

import (
	"strconv"
	"strings"

	apivalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/internal/server"
)

// ValidateJob returns the errors of a new Job: of its metadata, spec and pod template, but not
// of its status, which a server resets. The result is nil if the Job is valid.
//
// The Job must have its defaults and, in automatic mode, its generated selector. Package
// defaulting sets both.
func ValidateJob(job *batch.Job, opts Options) field.ErrorList {
	return validateJob(job, opts, hubTerms)
}

func validateJob(job *batch.Job, opts Options, terms terms) field.ErrorList {
	if job == nil {
		return nilJob()
	}
	c := newChecker(opts, terms)
	var root *fieldpath.Path // the Job
	c.newMetadata(&job.ObjectMeta, root.Child("metadata"))
	c.nameOfPods(job, root.Child("metadata").Child("name"))
	c.newSelector(job, root.Child("spec"))
	c.spec(&job.Spec, nil, root.Child("spec"))
	c.podTemplate(job, c.templateErrors(&job.Spec.Template, nil, templatePath))
	return c.result()
}

// jobPath is the path of errors about a Job as a whole.
var jobPath = field.NewPath("job")

func nilJob() field.ErrorList {
	return field.ErrorList{field.Required(jobPath, "must not be nil")}
}

var templatePath = field.NewPath("spec", "template")

// podTemplate records the errors of the pod template. It leaves out the name as a label value
// if nameOfPods has reported the name.
func (c *checker) podTemplate(job *batch.Job, errs field.ErrorList) {
	if len(errs) == 0 {
		return
	}
	if c.serverOnly {
		c.add(server.LabelPaths(errs, templatePath)...)
		return
	}
	reported := isNameTooLong(job)
	labels := templatePath.Child("metadata", "labels").String()
	for _, err := range errs {
		if reported && err.Field == labels && err.BadValue == any(job.Name) {
			continue
		}
		c.add(err)
	}
}

// nameOfPods checks that the name of a Job fits where its pods have it: in the value of a
// label in automatic mode, and in the host names of an Indexed Job.
func (c *checker) nameOfPods(job *batch.Job, path *fieldpath.Path) {
	if !c.serverOnly && isNameTooLong(job) {
		c.add(field.Invalid(path.Field(), job.Name, "must be at most 63 bytes: it becomes the value of a label on the Job's pods"))
		return
	}
	if !isIndexed(&job.Spec) || job.Spec.Completions == nil || *job.Spec.Completions <= 0 {
		return
	}
	host := job.Name + "-" + strconv.Itoa(int(*job.Spec.Completions)-1)
	if msgs := names.DNS1123Label(host); len(msgs) > 0 {
		c.add(field.Invalid(path.Field(), job.Name,
			"the pod of the last index can't have the host name "+strconv.Quote(host)+": "+strings.Join(msgs, "; ")))
	}
}

func isNameTooLong(job *batch.Job) bool {
	return !isManual(&job.Spec) && len(job.Name) > apivalidation.LabelValueMaxLength
}
