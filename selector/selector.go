package selector

import (
	"iter"
	"slices"
)

// Selector is a list of requirements. It matches labels that meet all of them. A Selector is an
// immutable value: safe for concurrent use and cheap to copy. The zero Selector has no
// requirements and matches everything.
type Selector struct {
	// requirements is in the order of compare, without duplicates. It is nil if there are none.
	requirements []Requirement
}

// Everything returns the selector that matches all labels. It is the zero Selector.
func Everything() Selector { return Selector{} }

// Nothing returns a selector that matches no labels. It consists of two contradictory
// requirements, so every other representation of it matches nothing too. Many other selectors
// match nothing as well. Use [Selector.Satisfiable] to recognize them.
func Nothing() Selector {
	return Selector{requirements: []Requirement{
		{key: "nothing", op: Exists},
		{key: "nothing", op: DoesNotExist},
	}}
}

// New returns the selector with the given requirements, in any order. Duplicates count once.
// The zero Requirement matches no labels, so New returns [Nothing] if it is among the
// requirements. New doesn't keep the slice.
func New(requirements ...Requirement) Selector {
	if slices.ContainsFunc(requirements, func(r Requirement) bool { return r.key == "" }) {
		return Nothing()
	}
	return Selector{requirements: normalizedCopy(requirements)}
}

// And returns the selector that matches the labels that both selectors match. It has the
// requirements of both.
func (s Selector) And(other Selector) Selector {
	if s.IsZero() {
		return other
	}
	if other.IsZero() {
		return s
	}
	return Selector{requirements: normalize(slices.Concat(s.requirements, other.requirements))}
}

// Requirements returns an iterator over the requirements, sorted by key, operator and values.
func (s Selector) Requirements() iter.Seq[Requirement] {
	return slices.Values(s.requirements)
}

// IsZero reports whether the selector has no requirements, and so matches everything. It makes
// encoding/json omit such a field if the field has the option omitzero.
func (s Selector) IsZero() bool { return len(s.requirements) == 0 }

// Equal reports whether both selectors have the same requirements, and so the same text. Use
// [Selector.Equivalent] to compare what they match.
func (s Selector) Equal(other Selector) bool {
	return slices.EqualFunc(s.requirements, other.requirements, Requirement.Equal)
}

// normalize brings requirements into the form that a Selector keeps. It sorts the slice in
// place and drops duplicates.
func normalize(requirements []Requirement) []Requirement {
	if len(requirements) == 0 {
		return nil
	}
	for i := 1; i < len(requirements); i++ {
		if compare(&requirements[i-1], &requirements[i]) >= 0 {
			slices.SortFunc(requirements, func(a, b Requirement) int { return compare(&a, &b) })
			return shrink(slices.CompactFunc(requirements, Requirement.Equal), len(requirements))
		}
	}
	return requirements
}

// normalizedCopy is normalize for a slice that it leaves unchanged. It sorts the indexes of a few
// requirements by insertion, rather than the requirements, which are large. See
// BenchmarkFromLabelSelector.
func normalizedCopy(requirements []Requirement) []Requirement {
	var order [maxBuffered]uint8 // the indexes that are sorted already, n of them
	n := 0
	if len(requirements) == 0 || len(requirements) > len(order) {
		return normalize(slices.Clone(requirements))
	}
	for i := range requirements {
		at, duplicate := n, false
		for ; at > 0; at-- {
			c := compare(&requirements[order[at-1]], &requirements[i])
			if c <= 0 {
				duplicate = c == 0
				break
			}
		}
		if duplicate {
			continue
		}
		copy(order[at+1:n+1], order[at:n])
		order[at] = uint8(i)
		n++
	}
	sorted := make([]Requirement, n)
	for i, from := range order[:n] {
		sorted[i] = requirements[from]
	}
	return sorted
}
