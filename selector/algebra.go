package selector

import (
	"math"
	"strings"
)

// Satisfiable reports whether there are valid labels that the selector matches. It is exact.
//
// It takes time in proportion to the requirements and does not allocate, but for keys with
// many requirements, whose values it sorts.
func (s Selector) Satisfiable() bool {
	return s.Overlaps(Selector{})
}

// Overlaps reports whether there are valid labels that both selectors match. It is exact: where
// it is true, s.And(other).Example returns such labels.
//
// It takes time in proportion to the requirements of both and does not allocate, but for keys
// with many requirements, whose values it sorts.
func (s Selector) Overlaps(other Selector) bool {
	a, b := s.requirements, other.requirements
	for len(a) > 0 || len(b) > 0 {
		order := 0
		switch {
		case len(a) == 0:
			order = 1
		case len(b) == 0:
			order = -1
		default:
			order = strings.Compare(a[0].key, b[0].key)
		}
		var fromA, fromB []Requirement
		if order <= 0 {
			fromA, a = cutRun(a)
		}
		if order >= 0 {
			fromB, b = cutRun(b)
		}
		if !compatible(fromA, fromB) {
			return false
		}
	}
	return true
}

// cutRun cuts the requirements on the first key off. There is at least one.
func cutRun(requirements []Requirement) (run, rest []Requirement) {
	n := 1
	for n < len(requirements) && requirements[n].key == requirements[0].key {
		n++
	}
	return requirements[:n], requirements[n:]
}

// fewRequirements on one key are tried one by one with each value. For more of them a domain is
// made, so that time stays in proportion to their number.
const fewRequirements = 4

// compatible reports whether a label can meet all requirements of two runs on the same key, of
// which one may be empty.
func compatible(a, b []Requirement) bool {
	if len(a)+len(b) == 1 {
		var r *Requirement
		if len(a) == 1 {
			r = &a[0]
		} else {
			r = &b[0]
		}
		// Of single requirements only bounds leave nothing: no label is negative.
		return r.op < GreaterThan || (&domain{hi: math.MaxInt64}).bound(r)
	}
	if len(a) == 1 && len(b) == 1 {
		switch x, y := &a[0], &b[0]; {
		case x.op == NotIn && y.op == NotIn: // no label will do
			return true
		case x.op == In && y.op == In && x.values == nil && y.values == nil:
			return x.value == y.value
		}
	}
	if len(a)+len(b) > fewRequirements {
		d := domainOf(a, b)
		return !d.empty()
	}
	return compatibleFew(a, b)
}

// compatibleFew is [compatible] for few requirements. It does not allocate unless a range of
// numbers has many exclusions.
func compatibleFew(a, b []Requirement) bool {
	absent, present, bounded := true, true, false
	excluded := 0
	bounds := domain{hi: math.MaxInt64}
	var shortest *Requirement // of those with operator In
	for _, run := range [...][]Requirement{a, b} {
		for i := range run {
			r := &run[i]
			switch r.op {
			case In:
				absent = false
				if shortest == nil || r.count() < shortest.count() {
					shortest = r
				}
			case NotIn:
				excluded += r.count()
			case Exists:
				absent = false
			case DoesNotExist:
				present = false
			default:
				absent, bounded = false, true
				if !bounds.bound(r) {
					return false
				}
			}
		}
	}
	switch {
	case absent:
		return true
	case !present:
		return false
	case shortest != nil:
		return anyHolds(shortest, a, b)
	case !bounded || !bounds.fewerThan(excluded+1):
		return true
	default: // the exclusions may be all there is
		d := domainOf(a, b)
		return !d.empty()
	}
}

// anyHolds reports whether one of the values of r meets all requirements of two runs.
func anyHolds(r *Requirement, a, b []Requirement) bool {
	if r.values == nil {
		return allHold(r.value, a) && allHold(r.value, b)
	}
	for _, value := range r.values {
		if allHold(value, a) && allHold(value, b) {
			return true
		}
	}
	return false
}

func allHold(value string, run []Requirement) bool {
	for i := range run {
		if !run[i].holds(value, true) {
			return false
		}
	}
	return true
}

// Implies reports whether other matches all valid labels that s matches. It is exact. A selector
// that matches nothing implies every other, and every selector implies [Everything].
//
// It takes time in proportion to the requirements of both, and to sort values, and allocates.
func (s Selector) Implies(other Selector) bool {
	if !s.Satisfiable() {
		return true
	}
	rest := s.requirements
	for wanted := other.requirements; len(wanted) > 0; {
		var run, mine []Requirement
		run, wanted = cutRun(wanted)
		for len(rest) > 0 && rest[0].key < run[0].key {
			rest = rest[1:]
		}
		if len(rest) > 0 && rest[0].key == run[0].key {
			mine, rest = cutRun(rest)
		}
		can, must := domainOf(mine), domainOf(run)
		if !can.subsetOf(&must) {
			return false
		}
	}
	return true
}

// Equivalent reports whether both selectors match the same valid labels. It is exact. It costs
// what [Selector.Implies] does, twice.
func (s Selector) Equivalent(other Selector) bool {
	return s.Implies(other) && other.Implies(s)
}

// ExactValue returns the one value that the label with a key must have, and whether there is
// one: whether the requirements on the key, all together, leave a single value. A selector that
// is unsatisfiable for that key has none.
func (s Selector) ExactValue(key string) (value string, ok bool) {
	rest := s.requirements
	for len(rest) > 0 && rest[0].key < key {
		rest = rest[1:]
	}
	if len(rest) == 0 || rest[0].key != key {
		return "", false
	}
	run, _ := cutRun(rest)
	d := domainOf(run)
	if d.absent || d.kind != finite || len(d.values) != 1 {
		return "", false
	}
	return d.values[0], true
}
