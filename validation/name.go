package validation

import (
	"strconv"
	"strings"

	apivalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/names"
)

// name checks what the name of a Job has to do for its pods: it is part of their host names in
// an Indexed Job, and the value of a label in automatic mode.
func (c *checker) name(job *batch.Job) {
	if nameIsTooLong(job) {
		c.add(field.Invalid(field.NewPath("metadata", "name"), job.Name,
			"must be no more than 63 bytes: the name becomes a label of the Job's pods"))
		return
	}
	if !isIndexed(&job.Spec) || job.Spec.Completions == nil || *job.Spec.Completions <= 0 {
		return
	}
	host := job.Name + "-" + strconv.Itoa(int(*job.Spec.Completions)-1)
	if msgs := names.DNS1123Label(host); len(msgs) > 0 {
		c.add(field.Invalid(field.NewPath("metadata", "name"), job.Name,
			"the pod of the last index could not have the host name "+strconv.Quote(host)+": "+strings.Join(msgs, "; ")))
	}
}

func nameIsTooLong(job *batch.Job) bool {
	return !isManual(&job.Spec) && len(job.Name) > apivalidation.LabelValueMaxLength
}
