package selector

import (
	"math"
	"strconv"
)

// Simplify returns an equivalent selector with as few requirements as possible: one or two for
// each key, or three for a range of integers with exceptions. A selector that matches nothing
// becomes [Nothing].
//
// Two selectors are equivalent if and only if they simplify to the same text, with one
// exception: Simplify doesn't unify a range of integers with a list of exactly the same values,
// all spellings such as 5 and 05 included.
//
// Equivalence is about valid labels, which can't be negative numbers, for example: a<0 matches
// a=-3 but simplifies to Nothing. Don't use the result for authorization on labels that haven't
// been validated.
//
// It takes time in proportion to the requirements, plus the time to sort values.
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

// appendRequirements appends the requirements that describe d, which isn't empty, in the order
// of compare.
func (d *domain) appendRequirements(dst []Requirement, key string) []Requirement {
	withValues := func(op Operator) Requirement {
		r := Requirement{key: key, op: op}
		r.setValues(shrink(d.values, cap(d.values)))
		return r
	}
	withNumber := func(op Operator, number int64) Requirement {
		return Requirement{key: key, op: op, number: number, value: strconv.FormatInt(number, 10)}
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
			dst = append(dst, withNumber(GreaterThan, d.lo-1))
		}
		if d.hi < math.MaxInt64 {
			dst = append(dst, withNumber(LessThan, d.hi+1))
		}
		return dst
	}
	if !d.absent {
		dst = append(dst, Requirement{key: key, op: Exists})
	}
	return dst
}
