package selector

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/jobapi/jobapi/labels"
)

// Requirement is one condition on the label with one key. Requirements are immutable values
// and safe for concurrent use. The zero Requirement has no key and holds for no labels.
type Requirement struct {
	key string
	op  Operator
	// value is the one value of a requirement that has only one.
	value string
	// values are all of them, ascending and without duplicates, if there are several.
	values []string
	// lookup finds one of them if there are so many that searching is slow.
	lookup *lookup
	// number is the value of GreaterThan and LessThan, and of In and NotIn the [tail] of value. A
	// field for each would make every selector larger, and slower to parse.
	number int64
}

// NewRequirement makes a requirement. In and NotIn take at least one value, Exists and
// DoesNotExist none, GreaterThan and LessThan one that is an integer of 64 bits. Keys and
// values are valid ones of labels, so that numbers cannot be negative. Values may come in any
// order and several times; they are copied. The error is a [*RequirementError].
func NewRequirement(key string, op Operator, values ...string) (Requirement, error) {
	if len(values) > 1 {
		values = slices.Clone(values)
	}
	var r Requirement
	if err := r.init(key, op, values); err != nil {
		return Requirement{}, err
	}
	return r, nil
}

// init makes r, which is zero, what [NewRequirement] returns. It keeps and sorts values.
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
		r.setValues(values)
	case Exists, DoesNotExist:
		if len(values) != 0 {
			return &RequirementError{Path: "values", Msg: op.String() + " takes no values"}
		}
	case GreaterThan, LessThan:
		if len(values) != 1 {
			return &RequirementError{Path: "values", Msg: op.String() + " takes exactly one value"}
		}
		if !r.setNumber(values[0]) {
			msg := op.String() + " takes an integer of 64 bits in base 10, which " + quote(values[0], mostQuoted) + " is not"
			return &RequirementError{Path: "values[0]", Msg: msg}
		}
	default:
		return &RequirementError{Path: "operator", Msg: "there is no " + op.String()}
	}
	return nil
}

// Up to fewValues are compared one by one, which mostly looks at lengths. Beyond manyValues
// hashing beats a binary search.
const (
	fewValues  = 8
	manyValues = 128
)

// setValues gives r its values, which it keeps and sorts.
func (r *Requirement) setValues(values []string) {
	if !ascending(values) {
		values = trimmed(sortValues(values), len(values))
	}
	if len(values) == 1 {
		r.setValue(values[0])
		return
	}
	// The values of others can lie behind them: who appends must get an array of their own.
	r.values = slices.Clip(values)
	if len(values) > manyValues {
		r.lookup = newLookup(values)
	}
}

// setValue gives r its only value.
func (r *Requirement) setValue(value string) {
	r.value, r.number = value, tail(value)
}

// ascending reports whether values are sorted and unique.
func ascending(values []string) bool {
	for i := 1; i < len(values); i++ {
		if values[i-1] >= values[i] {
			return false
		}
	}
	return true
}

// setNumber gives r the value of a numeric requirement, without leading zeros, or reports that
// it is none.
func (r *Requirement) setNumber(value string) (ok bool) {
	if r.number, ok = parseInteger(value); !ok {
		return false
	}
	r.value = strings.TrimLeft(value, "0")
	if r.value == "" {
		r.value = "0"
	}
	return true
}

// Key returns the key of the label that the requirement is about.
func (r Requirement) Key() string { return r.key }

// Operator returns the operator.
func (r Requirement) Operator() Operator { return r.op }

// Values returns the values, ascending and without duplicates: none for Exists and
// DoesNotExist, the integer without leading zeros for GreaterThan and LessThan. The slice is
// the caller's own.
func (r Requirement) Values() []string {
	return slices.Clone(r.all())
}

// Number returns the integer of GreaterThan and LessThan. Other operators have none.
func (r Requirement) Number() (number int64, ok bool) {
	if r.op != GreaterThan && r.op != LessThan {
		return 0, false
	}
	return r.number, true
}

// All returns the values in the same order, one by one and without a copy.
func (r Requirement) All() iter.Seq[string] {
	return func(yield func(string) bool) {
		if r.values == nil {
			if r.op != Exists && r.op != DoesNotExist && r.key != "" {
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

// all is [Requirement.Values] without the copy. It is valid as long as r is, and not to be
// written into.
func (r *Requirement) all() []string {
	switch {
	case r.values != nil:
		return r.values
	case r.op == Exists || r.op == DoesNotExist || r.key == "":
		return nil
	default:
		return []string{r.value}
	}
}

// count returns the number of values.
func (r *Requirement) count() int {
	return max(1, len(r.values))
}

// Matches reports whether the requirement holds for the labels.
func (r Requirement) Matches(set labels.Set) bool {
	value, present := set[r.key]
	return r.holds(value, present)
}

// holds reports whether the requirement holds for a label.
func (r *Requirement) holds(value string, present bool) bool {
	if !present {
		return r.op == NotIn || r.op == DoesNotExist
	}
	switch r.op {
	case In:
		return r.has(value) && r.key != ""
	case NotIn:
		return !r.has(value)
	case Exists:
		return true
	case GreaterThan:
		number, ok := parseInteger(value)
		return ok && number > r.number
	case LessThan:
		number, ok := parseInteger(value)
		return ok && number < r.number
	default:
		return false
	}
}

// has reports whether value is one of the requirement's.
func (r *Requirement) has(value string) bool {
	if r.values == nil {
		return value == r.value
	}
	switch {
	case len(r.values) <= fewValues:
		return slices.Contains(r.values, value)
	case r.lookup != nil:
		return r.lookup.has(value)
	default:
		_, ok := slices.BinarySearch(r.values, value)
		return ok
	}
}

// Equal reports whether both requirements have the same key, operator and values.
func (r Requirement) Equal(other Requirement) bool {
	return compare(&r, &other) == 0
}

// compare orders requirements by key, then operator, then values.
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
