package selector

import (
	"math"
	"strconv"
)

// Simplify returns an equivalent selector with as few requirements as its labels allow: one or
// two on each key, three for a range of numbers with exceptions. A selector that matches
// nothing becomes [Nothing].
//
// Equivalent is about valid labels, as in [Selector.Equivalent]. Labels that Kubernetes would not
// store can tell both apart: a<0 matches a=-3, which no object has, and simplifies to Nothing.
// Who decides with it what somebody may see must not ask it about labels that nobody checked.
//
// Two selectors are equivalent if and only if they simplify to the same text, with one
// exception: a range of numbers, with or without exceptions, and a list of the very same values,
// leading zeros and all, stay as they are.
//
// It takes time in proportion to the requirements, and to sort values.
func (s Selector) Simplify() Selector {
	simple := make([]Requirement, 0, len(s.requirements))
	for rest := s.requirements; len(rest) > 0; {
		var run []Requirement
		run, rest = cutRun(rest)
		d := domainOf(run)
		if d.empty() {
			return Nothing()
		}
		simple = d.appendRequirements(simple, run[0].key)
	}
	return Selector{requirements: normalize(simple)}
}

// appendRequirements appends the requirements that make up a domain which is not empty, in
// order.
func (d *domain) appendRequirements(dst []Requirement, key string) []Requirement {
	withValues := func(op Operator) Requirement {
		r := Requirement{key: key, op: op}
		r.setValues(trimmed(d.values, cap(d.values)))
		return r
	}
	if d.kind == finite {
		if d.absent {
			return append(dst, Requirement{key: key, op: DoesNotExist})
		}
		return append(dst, withValues(In))
	}
	if len(d.values) > 0 {
		dst = append(dst, withValues(NotIn))
	}
	if d.kind == numeric {
		if d.lo > 0 {
			dst = append(dst, Requirement{key: key, op: GreaterThan, number: d.lo - 1, value: strconv.FormatInt(d.lo-1, 10)})
		}
		if d.hi < math.MaxInt64 {
			dst = append(dst, Requirement{key: key, op: LessThan, number: d.hi + 1, value: strconv.FormatInt(d.hi+1, 10)})
		}
		return dst
	}
	if !d.absent {
		dst = append(dst, Requirement{key: key, op: Exists})
	}
	return dst
}
