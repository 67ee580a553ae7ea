package selector

import (
	"math"
	"slices"
)

// domain is the set of states that the requirements on one key allow for its label: values, and
// possibly the absence of the label. Only valid labels count, so integers aren't negative. The
// zero domain is empty.
type domain struct {
	absent bool // the label may be absent
	kind   kind
	values []string // sorted and unique
	lo, hi int64
}

// kind says how a domain describes the values.
type kind uint8

const (
	// finite: exactly the listed values.
	finite kind = iota
	// cofinite: all values except those listed.
	cofinite
	// numeric: the spellings of the integers from lo to hi except those listed. In canonical
	// form lo and hi each have a spelling that isn't listed, and every listed value is within
	// the bounds.
	numeric
)

// empty reports whether the requirements can't be met.
func (d *domain) empty() bool {
	return !d.absent && d.kind == finite && len(d.values) == 0
}

// domainOf returns the domain of requirements on one key, which may be split into several runs.
// It takes time in proportion to the number of values, plus the time to sort them. The domain may
// share values with a requirement.
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
				if !d.narrow(r) {
					return domain{}
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
		d.kind = finite
	case included != nil:
		d.kind = finite
		d.values = subtract(intersect(included), excluded)
		if bounded {
			d.values = slices.DeleteFunc(slices.Clone(d.values), func(value string) bool { return !d.inRange(value) })
		}
	case bounded:
		d.kind = numeric
		d.values = excluded
		return d.tighten()
	default:
		d.values = excluded
	}
	return d
}

// intersect returns the values that all sorted lists have in common. It sorts the lists by
// length, so that no step takes longer than the list that it adds.
func intersect(lists [][]string) []string {
	slices.SortFunc(lists, func(a, b []string) int { return len(a) - len(b) })
	common := lists[0]
	for _, list := range lists[1:] {
		common = filter(common, list, true)
	}
	return common
}

// subtract returns the values that are not in list. Both are sorted.
func subtract(values, list []string) []string {
	return filter(values, list, false)
}

// filter returns the values whose membership in list is as wanted. Both are sorted. It returns
// values itself if it keeps all of them.
func filter(values, list []string, member bool) []string {
	var kept []string
	j := 0
	for i, value := range values {
		for j < len(list) && list[j] < value {
			j++
		}
		switch keep := (j < len(list) && list[j] == value) == member; {
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

// has reports whether the label may have the value.
func (d *domain) has(value string) bool {
	_, listed := slices.BinarySearch(d.values, value)
	switch d.kind {
	case finite:
		return listed
	case cofinite:
		return !listed
	default:
		return !listed && d.inRange(value)
	}
}

// subsetOf reports whether other allows everything that d allows. d isn't empty.
func (d *domain) subsetOf(other *domain) bool {
	if d.absent && !other.absent {
		return false
	}
	otherLacks := func(value string) bool { return !other.has(value) }
	switch d.kind {
	case finite:
		return !slices.ContainsFunc(d.values, otherLacks)
	case cofinite:
		return other.kind == cofinite && len(subtract(other.values, d.values)) == 0
	}
	switch other.kind {
	case cofinite:
		return !slices.ContainsFunc(other.values, d.has)
	case numeric:
		return other.lo <= d.lo && d.hi <= other.hi && !slices.ContainsFunc(other.values, d.has)
	default:
		// A list contains d only if it lists all spellings of d, which are too many for most
		// lists.
		if !d.fewerThan(len(other.values) + 1) {
			return false
		}
		for value := range d.spellings() {
			if otherLacks(value) {
				return false
			}
		}
		return true
	}
}

// example returns a value of d: the first of a list, or else the shortest. d isn't empty and
// requires the label.
func (d *domain) example() string {
	switch d.kind {
	case finite:
		return d.values[0]
	case numeric:
		for value := range d.spellings() {
			return value
		}
	}
	value := ""
	for !d.has(value) {
		value = successor(value)
	}
	return value
}

// successor returns the label value that follows value when values count up like numbers with
// the digits 0 to 9 and a to z, the shorter ones first. There are more values than anybody can
// exclude.
func successor(value string) string {
	next := []byte(value)
	for i := len(next) - 1; i >= 0; i-- {
		switch next[i] {
		case '9':
			next[i] = 'a'
			return string(next)
		case 'z':
			next[i] = '0'
		default:
			next[i]++
			return string(next)
		}
	}
	return "0" + string(next)
}
