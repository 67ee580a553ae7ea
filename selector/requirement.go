package selector

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/jobapi/jobapi/labels"
)

// Operator is the condition that a [Requirement] puts on the value of a label.
type Operator uint8

// The operators, in the order in which a selector sorts the requirements on one key. Equality
// is In with one value, and inequality is NotIn with one value.
const (
	// In requires the label to be present with one of the values.
	In Operator = iota
	// NotIn requires the label to be absent or to have none of the values.
	NotIn
	// Exists requires the label to be present with any value.
	Exists
	// DoesNotExist requires the label to be absent.
	DoesNotExist
	// GreaterThan requires the label to be present with a 64-bit decimal integer that is
	// greater than the value.
	GreaterThan
	// LessThan requires the label to be present with a 64-bit decimal integer that is less than
	// the value.
	LessThan
)

var operatorNames = [...]string{
	In:           "In",
	NotIn:        "NotIn",
	Exists:       "Exists",
	DoesNotExist: "DoesNotExist",
	GreaterThan:  "GreaterThan",
	LessThan:     "LessThan",
}

// String returns the name of the operator. The names of the first four operators are those of a
// LabelSelector.
func (op Operator) String() string {
	if int(op) < len(operatorNames) {
		return operatorNames[op]
	}
	return "Operator(" + strconv.Itoa(int(op)) + ")"
}

// Requirement is one condition on the label with one key. A Requirement is an immutable value
// and safe for concurrent use. The zero Requirement has no key and matches no labels.
type Requirement struct {
	key string
	op  Operator
	// value is the value if there is exactly one. Then values is nil.
	value string
	// values holds two or more values, sorted and unique.
	values []string
	// lookup holds the values too if there are more than maxSearched.
	lookup *lookup
	// number is the value of GreaterThan and LessThan.
	number int64
}

// NewRequirement returns the requirement with the given key, operator and values.
//
//   - In and NotIn need at least one value, in any order. Duplicates count once.
//   - Exists and DoesNotExist take no values.
//   - GreaterThan and LessThan need exactly one value, a 64-bit decimal integer. Like every
//     label value it can't be negative.
//
// The error is a [*RequirementError]. NewRequirement doesn't keep the slice of values.
func NewRequirement(key string, op Operator, values ...string) (Requirement, error) {
	var r Requirement
	if err := r.init(key, op, values); err != nil {
		return Requirement{}, err
	}
	return r, nil
}

// init implements [NewRequirement] for a zero r.
func (r *Requirement) init(key string, op Operator, values []string) *RequirementError {
	r.key, r.op = key, op
	if err := labels.ValidateKey(key); err != nil {
		return &RequirementError{Path: "key", Msg: err.Error(), Err: err}
	}
	for i, value := range values {
		if err := labels.ValidateValue(value); err != nil {
			return &RequirementError{Path: fmt.Sprintf("values[%d]", i), Msg: err.Error(), Err: err}
		}
	}
	switch op {
	case In, NotIn:
		if len(values) == 0 {
			return &RequirementError{Path: "values", Msg: op.String() + " needs at least one value"}
		}
		r.setValues(sortUnique(slices.Clone(values)))
	case Exists, DoesNotExist:
		if len(values) != 0 {
			return &RequirementError{Path: "values", Msg: op.String() + " takes no values"}
		}
	case GreaterThan, LessThan:
		if len(values) != 1 {
			return &RequirementError{Path: "values", Msg: op.String() + " needs exactly one value"}
		}
		if !r.setNumber(values[0]) {
			return &RequirementError{Path: "values[0]", Msg: op.String() + " needs a 64-bit decimal integer, not " + quote(values[0], maxQuoted)}
		}
	default:
		return &RequirementError{Path: "operator", Msg: "unknown operator " + op.String()}
	}
	return nil
}

// setNumber sets the value of a numeric requirement, without leading zeros. It reports whether
// the value is an integer.
func (r *Requirement) setNumber(value string) (ok bool) {
	if r.number, ok = labels.ParseInteger(value); !ok {
		return false
	}
	r.value = strings.TrimLeft(value, "0")
	if r.value == "" {
		r.value = "0"
	}
	return true
}

// Key returns the key of the label.
func (r Requirement) Key() string { return r.key }

// Operator returns the operator.
func (r Requirement) Operator() Operator { return r.op }

// Values returns a copy of the values, sorted and without duplicates. Exists and DoesNotExist
// have no values. GreaterThan and LessThan have one, without leading zeros.
func (r Requirement) Values() []string {
	return slices.Clone(r.all())
}

// All returns an iterator over the values, in the order of [Requirement.Values]. It copies
// nothing, and ranging over it doesn't allocate.
func (r Requirement) All() iter.Seq[string] {
	// The compiler inlines a method that only returns a closure, and keeps it on the stack.
	return func(yield func(string) bool) {
		if r.values == nil {
			if r.hasValue() {
				yield(r.value)
			}
			return
		}
		for _, value := range r.values {
			if !yield(value) {
				return
			}
		}
	}
}

// all returns the values without copying them. The caller must not modify the slice.
func (r *Requirement) all() []string {
	switch {
	case r.values != nil:
		return r.values
	case r.hasValue():
		return []string{r.value}
	default:
		return nil
	}
}

// hasValue reports whether there is at least one value.
func (r *Requirement) hasValue() bool {
	return r.op != Exists && r.op != DoesNotExist && r.key != ""
}

// Number returns the integer of GreaterThan and LessThan. For other operators ok is false.
func (r Requirement) Number() (number int64, ok bool) {
	return r.number, r.op == GreaterThan || r.op == LessThan
}

// Equal reports whether both requirements have the same key, operator and values.
func (r Requirement) Equal(other Requirement) bool {
	return compare(&r, &other) == 0
}

// compare orders requirements by key, operator and values.
func compare(a, b *Requirement) int {
	if order := strings.Compare(a.key, b.key); order != 0 {
		return order
	}
	if order := cmp.Compare(a.op, b.op); order != 0 {
		return order
	}
	if a.values == nil && b.values == nil {
		return strings.Compare(a.value, b.value)
	}
	return slices.Compare(a.all(), b.all())
}
