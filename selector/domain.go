package selector

import (
	"math"
	"slices"
)

// domain is what the label with one key can be, by the requirements on it: absent or not, and
// one of the values of a set. Only valid labels count, so numbers are not negative.
type domain struct {
	absent bool // the label may be absent
	kind   kind // of the set of values
	values []string
	lo, hi int64
}

// kind says how a domain describes its values. All lists are sorted and unique.
type kind uint8

const (
	// finite: the values listed, which are none for the empty list.
	finite kind = iota
	// cofinite: all values but the ones listed.
	cofinite
	// numeric: the spellings of the integers from lo to hi, but the ones listed. Both lo and hi
	// have a spelling that is not listed, and what is listed spells integers from lo to hi.
	numeric
)

// empty reports whether no label meets the requirements.
func (d *domain) empty() bool {
	return !d.absent && d.kind == finite && len(d.values) == 0
}

// none is the empty domain.
var none = domain{}

// domainOf returns the domain of requirements on one key, which may come in several runs. It
// takes time in proportion to the number of values, and to sort them. Without further
// requirements it shares the values of a requirement.
func domainOf(runs ...[]Requirement) domain {
	d := domain{absent: true, kind: cofinite, lo: 0, hi: math.MaxInt64}
	present, bounded := true, false
	var included [][]string
	var excluded []string
	exclusions := 0
	for _, run := range runs {
		for i := range run {
			r := &run[i]
			switch r.op {
			case In:
				d.absent = false
				included = append(included, r.all())
			case NotIn:
				if exclusions++; exclusions == 1 {
					excluded = r.all()
				} else {
					excluded = append(excluded, r.all()...)
				}
			case Exists:
				d.absent = false
			case DoesNotExist:
				present = false
			default:
				d.absent = false
				bounded = true
				if !d.bound(r) {
					return none
				}
			}
		}
	}
	if exclusions > 1 {
		slices.Sort(excluded)
		excluded = slices.Compact(excluded)
	}
	switch {
	case !present:
		d.kind, d.values = finite, nil
	case included != nil:
		d.kind = finite
		d.values = d.admitted(intersect(included), excluded, bounded)
	case bounded:
		d.kind = numeric
		d.values = excluded
		return d.tighten()
	default:
		d.values = excluded
	}
	return d
}

// bound narrows lo and hi to what a numeric requirement allows. It reports whether an integer
// is left.
func (d *domain) bound(r *Requirement) bool {
	if r.op == LessThan {
		d.hi = min(d.hi, r.number-1) // never overflows: the number is not negative
		return d.lo <= d.hi
	}
	if r.number == math.MaxInt64 {
		return false
	}
	d.lo = max(d.lo, r.number+1)
	return d.lo <= d.hi
}

// intersect returns what all the sorted lists have in common. Beginning with the shortest, each
// step takes no longer than the list that it adds.
func intersect(lists [][]string) []string {
	slices.SortFunc(lists, func(a, b []string) int { return len(a) - len(b) })
	common := lists[0]
	for _, list := range lists[1:] {
		common = filter(common, list, true)
	}
	return common
}

// admitted returns those of the values that are within the bounds, if there are any, and not
// excluded.
func (d *domain) admitted(values, excluded []string, bounded bool) []string {
	if bounded {
		values = slices.DeleteFunc(slices.Clone(values), func(value string) bool { return !d.within(value) })
	}
	if len(excluded) > 0 {
		values = filter(values, excluded, false)
	}
	return values
}

// filter returns the values that are in list, or those that are not. Both are sorted. It makes
// a new slice if something is left out.
func filter(values, list []string, in bool) []string {
	var kept []string
	j := 0
	for i, value := range values {
		for j < len(list) && list[j] < value {
			j++
		}
		switch keep := (j < len(list) && list[j] == value) == in; {
		case keep && kept != nil:
			kept = append(kept, value)
		case !keep && kept == nil:
			kept = append(make([]string, 0, len(values)), values[:i]...)
		}
	}
	if kept == nil {
		return values
	}
	return kept
}

// within reports whether value is an integer from lo to hi.
func (d *domain) within(value string) bool {
	number, ok := parseInteger(value)
	return ok && d.lo <= number && number <= d.hi
}

// tighten brings a numeric domain into its form: it drops exclusions that are out of bounds,
// and moves the bounds inwards past integers of which all spellings are excluded.
func (d domain) tighten() domain {
	excluded := slices.DeleteFunc(slices.Clone(d.values), func(value string) bool { return !d.within(value) })
	if len(excluded) == 0 {
		d.values = nil
		return d
	}
	spelled := make(map[int64]int, len(excluded))
	for _, value := range excluded {
		number, _ := parseInteger(value)
		spelled[number]++
	}
	for spelled[d.lo] == spellings(d.lo) {
		if d.lo == d.hi {
			return none
		}
		d.lo++
	}
	for spelled[d.hi] == spellings(d.hi) {
		d.hi--
	}
	d.values = slices.DeleteFunc(excluded, func(value string) bool { return !d.within(value) })
	return d
}

// has reports whether the label may have the value.
func (d *domain) has(value string) bool {
	_, listed := slices.BinarySearch(d.values, value)
	switch d.kind {
	case finite:
		return listed
	case cofinite:
		return !listed
	default:
		return !listed && d.within(value)
	}
}

// subsetOf reports whether all that the label can be by d, it can be by other. d is not empty.
func (d *domain) subsetOf(other *domain) bool {
	if d.absent && !other.absent {
		return false
	}
	switch d.kind {
	case finite:
		return !slices.ContainsFunc(d.values, func(value string) bool { return !other.has(value) })
	case cofinite:
		return other.kind == cofinite && len(filter(other.values, d.values, false)) == 0
	}
	switch other.kind {
	case cofinite:
		return !slices.ContainsFunc(other.values, d.has)
	case numeric:
		return other.lo <= d.lo && d.hi <= other.hi && !slices.ContainsFunc(other.values, d.has)
	default:
		// The spellings of d are as many as its list says, too many for most lists.
		if d.fewerThan(len(other.values) + 1) {
			for value := range d.spelled() {
				if !other.has(value) {
					return false
				}
			}
			return true
		}
		return false
	}
}
