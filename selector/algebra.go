package selector

import (
	"math"
	"strings"

	"github.com/jobapi/jobapi/labels"
)

// Satisfiable reports whether the selector matches any valid labels. The answer is exact.
//
// It takes time in proportion to the requirements. It allocates only for keys with many
// requirements, to sort their values.
func (s Selector) Satisfiable() bool {
	return s.Overlaps(Selector{})
}

// Overlaps reports whether any valid labels match both selectors. The answer is exact: if it is
// true, s.And(other).Example returns such labels.
//
// It takes time in proportion to the requirements of both. It allocates only for keys with many
// requirements, to sort their values.
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

// cutRun splits off the requirements on the first key. There is at least one.
func cutRun(requirements []Requirement) (run, rest []Requirement) {
	n := 1
	for n < len(requirements) && requirements[n].key == requirements[0].key {
		n++
	}
	return requirements[:n], requirements[n:]
}

// maxTried is the number of requirements on one key up to which each value is tried against each
// requirement, which doesn't allocate. More of them need a domain, so that time stays in
// proportion to their number.
const maxTried = 4

// compatible reports whether the label with one key can meet two runs of requirements on it, of
// which one may be empty. The first two cases cover most selectors. See
// BenchmarkOverlaps/simple.
func compatible(a, b []Requirement) bool {
	if len(a)+len(b) == 1 {
		var r *Requirement
		if len(a) == 1 {
			r = &a[0]
		} else {
			r = &b[0]
		}
		// The only requirements that can't be met alone are bounds, such as a<0.
		return r.op <= DoesNotExist || (&domain{hi: math.MaxInt64}).narrow(r)
	}
	if len(a) == 1 && len(b) == 1 {
		switch x, y := &a[0], &b[0]; {
		case x.op == NotIn && y.op == NotIn:
			return true // without the label
		case x.op == In && y.op == In && x.values == nil && y.values == nil:
			return x.value == y.value
		}
	}
	if len(a)+len(b) > maxTried {
		d := domainOf(a, b)
		return !d.empty()
	}
	return compatibleFew(a, b)
}

// compatibleFew implements compatible for few requirements. It doesn't allocate unless a range
// of integers has many exceptions.
func compatibleFew(a, b []Requirement) bool {
	absent, present, bounded := true, true, false
	excluded := 0
	bounds := domain{hi: math.MaxInt64}
	var shortest *Requirement // the In requirement with the fewest values
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
				if !bounds.narrow(r) {
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
		return anyValueMeets(shortest, a, b)
	case !bounded || !bounds.fewerThan(excluded+1):
		return true
	default: // the exclusions may cover the whole range
		d := domainOf(a, b)
		return !d.empty()
	}
}

// anyValueMeets reports whether a value of r meets all requirements of both runs.
func anyValueMeets(r *Requirement, a, b []Requirement) bool {
	if r.values == nil {
		return meets(r.value, a) && meets(r.value, b)
	}
	for _, value := range r.values {
		if meets(value, a) && meets(value, b) {
			return true
		}
	}
	return false
}

// meets reports whether a value meets all requirements of a run.
func meets(value string, run []Requirement) bool {
	for i := range run {
		if !run[i].holds(value, true) {
			return false
		}
	}
	return true
}

// Implies reports whether other matches all valid labels that s matches. The answer is exact. A
// selector that matches nothing implies every selector. Every selector implies [Everything].
//
// It takes time in proportion to the requirements of both, plus the time to sort values. It
// allocates.
func (s Selector) Implies(other Selector) bool {
	if !s.Satisfiable() {
		return true
	}
	rest := s.requirements
	for otherRest := other.requirements; len(otherRest) > 0; {
		var run, otherRun []Requirement
		otherRun, otherRest = cutRun(otherRest)
		for len(rest) > 0 && rest[0].key < otherRun[0].key {
			rest = rest[1:]
		}
		if len(rest) > 0 && rest[0].key == otherRun[0].key {
			run, rest = cutRun(rest)
		}
		d, otherDomain := domainOf(run), domainOf(otherRun)
		if !d.subsetOf(&otherDomain) {
			return false
		}
	}
	return true
}

// Equivalent reports whether both selectors match the same valid labels. The answer is exact. It
// costs twice as much as [Selector.Implies].
func (s Selector) Equivalent(other Selector) bool {
	return s.Implies(other) && other.Implies(s)
}

// ExactValue returns the value that the label with the given key must have. ok is false unless
// the requirements on the key allow exactly one value and require the label.
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

// Example returns the smallest valid labels that the selector matches. It returns as few labels
// as possible, with short values, and from a list of values the first. ok is false if the
// selector matches nothing. The set is new.
//
// It takes time in proportion to the requirements, plus the time to sort values.
func (s Selector) Example() (set labels.Set, ok bool) {
	set = labels.Set{}
	for rest := s.requirements; len(rest) > 0; {
		var run []Requirement
		run, rest = cutRun(rest)
		d := domainOf(run)
		if d.empty() {
			return nil, false
		}
		if !d.absent {
			set[run[0].key] = d.example()
		}
	}
	return set, true
}
