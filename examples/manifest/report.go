package main

import (
	"iter"
	"maps"
	"slices"
)

// report is all that lint has found.
type report struct {
	findings   iter.Seq[finding] // in the order of the files, and of the lines in them
	tally      tally
	unreadable bool // something is
	files      int
	jobs       int
	others     int // objects that are no Jobs
}

// status returns the exit status for a report.
func (r report) status() int {
	switch {
	case r.unreadable:
		return misuse
	case r.tally.number(errorSeverity) > 0:
		return failure
	}
	return success
}

// ofServer returns the report without what kube-apiserver would not report.
func (r report) ofServer() report {
	all := r.findings
	r.findings = func(yield func(finding) bool) {
		for f := range all {
			if !f.Own && !yield(f) {
				return
			}
		}
	}
	r.tally = maps.Clone(r.tally)
	maps.DeleteFunc(r.tally, func(of rule, _ int) bool { return of.own })
	return r
}

// tally is how many findings there are of each sort.
type tally map[rule]int

// rule is a sort of findings.
type rule struct {
	kind
	name string // the type
}

func (t tally) count(f finding) {
	t[rule{kind{f.Severity, f.Own}, f.Type}]++
}

// add adds the numbers of another tally.
func (t tally) add(other tally) {
	for of, n := range other {
		t[of] += n
	}
}

// number returns how many findings of a severity there are.
func (t tally) number(s severity) int {
	n := 0
	for of, count := range t {
		if of.severity == s {
			n += count
		}
	}
	return n
}

// types returns the types of the findings, sorted.
func (t tally) types() []string {
	types := map[string]bool{}
	for of := range t {
		types[of.name] = true
	}
	return slices.Sorted(maps.Keys(types))
}
