package lint_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/input"
	"github.com/jobapi/jobapi/examples/manifest/internal/lint"
)

// check lints a text as standard input.
func check(text string, options lint.Options) lint.File {
	return lint.Run(input.Files([]string{input.Stdin}), strings.NewReader(text), options).Files[0]
}

// brief returns findings as lines: document, line, column, type and path.
func brief(findings []finding.Finding) []string {
	var lines []string
	for _, f := range findings {
		lines = append(lines, fmt.Sprintf("%d:%d:%d %s %s", f.Document, f.Line, f.Column, f.Type, f.Path))
	}
	return lines
}

// TestFindingsInOrder has overlaps, which are found last, between other findings.
func TestFindingsInOrder(t *testing.T) {
	manual := "manualSelector: true, selector: {matchLabels: {app: x}}, "
	job := strings.Replace(manifestOf("Job", "NAME", "x", manual+pods("app: x")), "spec: {", "spec: {a: 1, ", 1)
	text := strings.Replace(job, "NAME", "one", 1) + strings.Replace(job, "NAME", "two", 1) + "x: " + strings.Repeat("y", 8<<20)
	var got []string
	for _, f := range check(text, lint.Options{}).Findings {
		got = append(got, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Type))
	}
	want := []string{"4:8 UnknownField", "4:46 Overlap", "9:8 UnknownField", "9:46 Overlap", "10:1 Malformed"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRun counts what is in several files, and those that can't be read.
func TestRun(t *testing.T) {
	var done atomic.Int64
	files := input.Files([]string{"../../testdata/valid/pi.yaml", "../../testdata/none", "../../testdata/lint/readme"})
	report := lint.Run(files, nil, lint.Options{FileDone: func() { done.Add(1) }})
	if len(report.Files) != 4 || report.Jobs != 3 || report.Others != 1 || report.Errors() != 3 || report.Warnings() != 0 || report.ExitStatus() != 2 {
		t.Errorf("%+v", report)
	}
	if report.Files[0].Err != nil || !errors.Is(report.Files[1].Err, fs.ErrNotExist) || report.Files[1].Errors != 1 {
		t.Errorf("%+v", report.Files[:2])
	}
	if n := done.Load(); n != 4 {
		t.Errorf("%d files were done", n)
	}
	if report = lint.Run(files, nil, lint.Options{ServerOnly: true}); report.Errors() != 1 || report.ExitStatus() != 2 || report.Files[1].Err == nil {
		t.Errorf("with ServerOnly: %+v", report)
	}
}
