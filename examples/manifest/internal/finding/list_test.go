package finding

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func at(line, column int) Position {
	return Position{File: "jobs.yaml", Document: 1, Line: line, Column: column, Excerpt: Excerpt{Text: "a: 1", Caret: column}}
}

func TestListOrder(t *testing.T) {
	var l List
	for _, p := range []Position{at(2, 1), at(1, 7), at(2, 1), at(1, 3)} {
		l.Add(New(p, Error, Malformed, fmt.Sprint(len(l.Findings())), ""))
	}
	var got []string
	for _, f := range l.Findings() {
		got = append(got, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Path))
	}
	if diff := cmp.Diff([]string{"1:3 3", "1:7 1", "2:1 0", "2:1 2"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestListLimit adds more findings than a list takes, of all classes.
func TestListLimit(t *testing.T) {
	var l List
	add := func(line int, severity Severity, own bool) {
		f := New(at(line, 1), severity, Malformed, "a", "message")
		f.Own = own
		l.Add(f)
	}
	for i := range Limit {
		if l.Full() {
			t.Fatalf("full with %d findings", i)
		}
		add(i+1, Error, false)
	}
	if n := len(l.Findings()); n != Limit || !l.Full() {
		t.Errorf("%d findings, full: %v", n, l.Full())
	}
	for range 3 {
		add(1, Error, false)
	}
	add(1, Error, true)
	l.Omit(Warning, false)
	l.Omit(Warning, true)
	l.Omit(Warning, true)

	end := Position{File: "jobs.yaml", Line: Limit, Column: 1}
	want := []Finding{
		{Position: end, Severity: Error, Type: TooManyFindings, Message: "the file has 3 more errors, not listed here"},
		{Position: end, Severity: Error, Type: TooManyFindings, Message: "the file has 1 more error of lint's own rules, not listed here", Own: true},
		{Position: end, Severity: Warning, Type: TooManyFindings, Message: "the file has 1 more warning, not listed here"},
		{Position: end, Severity: Warning, Type: TooManyFindings, Message: "the file has 2 more warnings of lint's own rules, not listed here", Own: true},
	}
	if diff := cmp.Diff(want, l.Findings()[Limit:]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if errors, warnings := l.Count(Error), l.Count(Warning); errors != Limit+4 || warnings != 3 {
		t.Errorf("%d errors and %d warnings", errors, warnings)
	}
}
