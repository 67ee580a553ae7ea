package validation

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/automatic"
	"github.com/jobapi/jobapi/internal/fieldpath"
)

// checker goes over one Job and collects what it finds. Its methods are the rules.
type checker struct {
	keys  automatic.Keys
	words words
	errs  field.ErrorList

	// containerNames are those of many containers, made when the first is asked for.
	containerNames map[string]struct{}
}

// words are what the versions call manual mode.
type words struct {
	field string // of the spec
	use   string // how to choose manual mode
	avoid string // how to choose automatic mode
}

var (
	hubWords     = words{field: "manualSelector", use: "set manualSelector: true", avoid: "leave manualSelector unset"}
	v1beta1Words = words{field: "autoSelector", use: "leave autoSelector unset", avoid: "set autoSelector: true"}
)

// add records errors.
func (c *checker) add(errs ...*field.Error) {
	c.errs = append(c.errs, errs...)
}

// notNegative records an error if value is set and below zero. If origin is set, the rule is
// not kube-apiserver's.
func notNegative[T int32 | int64](c *checker, path *fieldpath.Path, name string, value *T, origin string) {
	if value != nil && *value < 0 {
		c.add(field.Invalid(path.Field(name), *value, "must not be negative").WithOrigin(origin))
	}
}

// atMost records an error if value is set and above limit.
func (c *checker) atMost(path *fieldpath.Path, name string, value *int32, limit int32, detail string) {
	if value != nil && *value > limit {
		c.add(field.Invalid(path.Field(name), *value, detail))
	}
}

// oneOf records an error if value is none of known, which are in the order to print: Required
// for an empty value.
func oneOf[T ~string](c *checker, path *fieldpath.Path, name string, value T, known []T) {
	switch {
	case slices.Contains(known, value):
	case value == "":
		c.add(field.Required(path.Field(name), "valid values: "+list(known)))
	default:
		c.add(field.NotSupported(path.Field(name), value, known))
	}
}

func isManual(spec *batch.JobSpec) bool {
	return spec.ManualSelector != nil && *spec.ManualSelector
}

func isIndexed(spec *batch.JobSpec) bool {
	return spec.CompletionMode != nil && *spec.CompletionMode == batch.IndexedCompletion
}
