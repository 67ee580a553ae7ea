package selector

import "github.com/jobapi/jobapi/labels"

// Example returns the smallest valid labels that the selector matches: as few as possible, with
// short values, for a list of values the first of them. It reports false if there are none. The
// set is the caller's own.
//
// It takes time in proportion to the requirements, and to sort values.
func (s Selector) Example() (labels.Set, bool) {
	set := labels.Set{}
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

// example returns a value of a domain that is neither empty nor has an absent label.
func (d *domain) example() string {
	switch d.kind {
	case finite:
		return d.values[0]
	case numeric:
		for value := range d.spelled() {
			return value
		}
	}
	value := ""
	for !d.has(value) {
		value = successor(value)
	}
	return value
}

// successor returns the label value behind value in the order of numbers with the digits 0 to 9
// and a to z, shorter ones first. Values go on for ever, but nobody lists them all.
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
