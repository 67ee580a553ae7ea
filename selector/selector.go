package selector

import (
	"iter"
	"slices"

	"github.com/jobapi/jobapi/labels"
)

// Selector is a set of requirements that labels must meet, all of them. Selectors are
// immutable values and safe for concurrent use; copying one is cheap. The zero value has no
// requirements and selects everything.
type Selector struct {
	// requirements are sorted by [compare], without duplicates.
	requirements []Requirement
}

// Everything returns the selector that matches all labels, as the zero Selector does.
func Everything() Selector { return Selector{} }

// Nothing returns a selector that matches no labels. It has two requirements that contradict
// each other, so it stays what it is as text, as a query, and in every other form. Do not
// compare with it: other selectors match nothing as well, see [Selector.Satisfiable].
func Nothing() Selector {
	return Selector{requirements: []Requirement{
		{key: "nothing", op: Exists},
		{key: "nothing", op: DoesNotExist},
	}}
}

// New returns the selector with the given requirements, in any order. A requirement that
// stands there twice counts once. A zero Requirement holds for no labels, so with one of them
// the result is [Nothing].
func New(requirements ...Requirement) Selector {
	if slices.ContainsFunc(requirements, func(r Requirement) bool { return r.key == "" }) {
		return Nothing()
	}
	return Selector{requirements: sorted(requirements)}
}

// IsZero reports whether there are no requirements, so that the selector matches everything. With
// it encoding/json leaves out a field with the option omitzero.
func (s Selector) IsZero() bool { return len(s.requirements) == 0 }

// Matches reports whether the labels meet all requirements. The labels of any object can be
// used as they are. It does not allocate.
func (s Selector) Matches(set labels.Set) bool {
	for rest := s.requirements; len(rest) > 0; rest = rest[1:] {
		r := &rest[0]
		// Most requirements are key=value. They cost one lookup, and mostly no comparison of
		// strings: see [tail]. An absent label reads as "", which is no value with a tail.
		if r.op == In && r.number != 0 {
			value := set[r.key]
			if len(value) != len(r.value) || tail(value) != r.number || len(value) > tailSize && value != r.value {
				return false
			}
			continue
		}
		value, present := set[r.key]
		if !present {
			if r.op != NotIn && r.op != DoesNotExist {
				return false
			}
			continue
		}
		if r.op != Exists && !r.holds(value, true) {
			return false
		}
	}
	return true
}

// MatchesFunc is [Selector.Matches] for labels that are no map. lookup returns the value of the
// label with a key, and whether there is one. It is called at most once for each requirement.
func (s Selector) MatchesFunc(lookup func(key string) (value string, present bool)) bool {
	for i := range s.requirements {
		r := &s.requirements[i]
		if value, present := lookup(r.key); !r.holds(value, present) {
			return false
		}
	}
	return true
}

// Requirements returns the requirements by key, then operator, then values.
func (s Selector) Requirements() iter.Seq[Requirement] {
	return slices.Values(s.requirements)
}

// And returns the selector that matches what both match.
func (s Selector) And(other Selector) Selector {
	if s.IsZero() {
		return other
	}
	if other.IsZero() {
		return s
	}
	return Selector{requirements: normalize(slices.Concat(s.requirements, other.requirements))}
}

// Equal reports whether both selectors have the same requirements, and so the same text. For
// whether they match the same labels see [Selector.Equivalent].
func (s Selector) Equal(other Selector) bool {
	return slices.EqualFunc(s.requirements, other.requirements, func(a, b Requirement) bool { return compare(&a, &b) == 0 })
}
