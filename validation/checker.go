package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/internal/automatic"
	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/features"
)

// checker collects the errors of one object. Its methods are the rules. Each is named after
// the field that it checks, and records what it finds with add.
type checker struct {
	errs field.ErrorList

	// serverOnly and features are the options of those names.
	serverOnly bool
	features   features.Set
	// keys are the keys that automatic mode generates labels under.
	keys automatic.Keys
	// terms are the API version's names for manual mode.
	terms terms

	// containerNames caches the names of the template's containers if there are many.
	containerNames map[string]struct{}
}

// terms are an API version's names for manual mode.
type terms struct {
	field  string // the field of the spec that selects the mode
	manual string // how to select manual mode
	auto   string // how to select automatic mode
}

var (
	hubTerms     = terms{field: "manualSelector", manual: "set manualSelector: true", auto: "leave manualSelector unset"}
	v1beta1Terms = terms{field: "autoSelector", manual: "leave autoSelector unset", auto: "set autoSelector: true"}
)

func newChecker(opts Options, terms terms) checker {
	return checker{keys: automatic.KeysOf(opts.SelectorLabels), terms: terms, serverOnly: opts.ServerOnly, features: opts.Features}
}

// result returns the errors that the options ask for.
func (c *checker) result() field.ErrorList {
	if c.serverOnly && len(c.errs) > 0 {
		return c.errs.Filter(OwnRule)
	}
	return c.errs
}

func (c *checker) add(errs ...*field.Error) {
	c.errs = append(c.errs, errs...)
}

// invalid records an Invalid error for each of msgs, the result of a name check.
func (c *checker) invalid(path *fieldpath.Path, value string, msgs []string) {
	for _, msg := range msgs {
		c.add(field.Invalid(path.Field(), value, msg))
	}
}

// required records an error if value is empty.
func (c *checker) required(path *fieldpath.Path, value string) {
	if value == "" {
		c.add(field.Required(path.Field(), "must be set"))
	}
}

// notNegative records an error with the origin if value is set and negative.
func notNegative[T int32 | int64](c *checker, path *fieldpath.Path, value *T, origin string) {
	if value != nil && *value < 0 {
		c.add(field.Invalid(path.Field(), *value, "must not be negative").WithOrigin(origin))
	}
}

// atMost records an error if value is set and above limit.
func (c *checker) atMost(path *fieldpath.Path, value *int32, limit int32, detail string) {
	if value != nil && *value > limit {
		c.add(field.Invalid(path.Field(), *value, detail))
	}
}

func isManual(spec *batch.JobSpec) bool {
	return spec.ManualSelector != nil && *spec.ManualSelector
}

func isIndexed(spec *batch.JobSpec) bool {
	return spec.CompletionMode != nil && *spec.CompletionMode == batch.IndexedCompletion
}

func isSuspended(spec *batch.JobSpec) bool {
	return spec.Suspend != nil && *spec.Suspend
}
