package finding

import (
	"fmt"
	"slices"
)

// Limit is how many findings of one file are listed. The others are counted.
const Limit = 1000

// List holds the findings of one file: up to [Limit] of them, and the number of the others. The
// zero value is an empty list. It is not safe for concurrent use.
type List struct {
	listed  []Finding
	counts  map[class]int // all findings
	omitted map[class]int // the findings that are not listed
}

// class is what callers filter findings by.
type class struct {
	severity Severity
	own      bool
}

// classes are all classes, in the order in which they are reported.
var classes = []class{{Error, false}, {Error, true}, {Warning, false}, {Warning, true}}

// Add adds a finding. It is only counted if the list is full.
func (l *List) Add(f Finding) {
	if l.Full() {
		l.Omit(f.Severity, f.Own)
		return
	}
	l.listed = append(l.listed, f)
	l.count(class{f.Severity, f.Own})
}

// Full reports whether the list has room for no more findings. Callers can then call Omit
// instead of Add, and need not find out what the finding would say.
func (l *List) Full() bool { return len(l.listed) >= Limit }

// Omit counts a finding that a full list does not take.
func (l *List) Omit(severity Severity, own bool) {
	c := class{severity, own}
	l.count(c)
	if l.omitted == nil {
		l.omitted = map[class]int{}
	}
	l.omitted[c]++
}

func (l *List) count(c class) {
	if l.counts == nil {
		l.counts = map[class]int{}
	}
	l.counts[c]++
}

// Count returns how many findings of a severity were added, whether they are listed or not.
func (l *List) Count(severity Severity) int {
	return l.counts[class{severity, false}] + l.counts[class{severity, true}]
}

// Findings returns the findings in the order of their lines. If some are not listed, findings of
// type TooManyFindings come last and say how many, one for each severity; Count leaves them out.
func (l *List) Findings() []Finding {
	findings := slices.Clone(l.listed)
	slices.SortStableFunc(findings, ByPosition)
	var end Position
	if n := len(findings); n > 0 {
		end = findings[n-1].Position
		end.Document, end.Excerpt = 0, Excerpt{}
	}
	for _, c := range classes {
		n := l.omitted[c]
		if n == 0 {
			continue
		}
		what := string(c.severity)
		if n > 1 {
			what += "s"
		}
		if c.own {
			what += " of lint's own rules"
		}
		f := New(end, c.severity, TooManyFindings, "", fmt.Sprintf("the file has %d more %s, not listed here", n, what))
		f.Own = c.own
		findings = append(findings, f)
	}
	return findings
}
