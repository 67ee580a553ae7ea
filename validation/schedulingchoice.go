package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// schedulingChoice is a choice between two fields, and which of them are set. Exactly one
// should be.
type schedulingChoice struct {
	first     string
	hasFirst  bool
	second    string
	hasSecond bool
}

// validate checks the choice between fields of the struct at path.
func (c schedulingChoice) validate(path *fieldpath.Path) field.ErrorList {
	if c.hasFirst != c.hasSecond {
		return nil
	}
	is, detail := "", "must have either "+c.first+" or "+c.second
	if c.hasFirst {
		is, detail = "{"+c.first+", "+c.second+"}", detail+", not both"
	}
	return field.ErrorList{field.Invalid(path.Field(), is, detail)}
}
