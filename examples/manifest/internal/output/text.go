package output

import (
	"fmt"
	"io"
	"strings"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/lint"
)

// Text prints each finding with the line that it is about, and a summary.
func Text(w io.Writer, r lint.Report) error {
	for _, file := range r.Files {
		for _, f := range file.Findings {
			if err := writeFinding(w, f); err != nil {
				return err
			}
		}
	}
	_, err := fmt.Fprintln(w, summary(r))
	return err
}

func writeFinding(w io.Writer, f finding.Finding) error {
	const maxText = 300 // bytes of a path or message that people are shown
	message := finding.Truncate(finding.Printable(strings.ReplaceAll(f.Message, "\n", "; ")), maxText)
	if f.Path != "" {
		message = finding.Truncate(finding.Printable(f.Path), maxText) + ": " + message
	}
	if _, err := fmt.Fprintf(w, "%s:%d:%d: %s: %s\n", finding.Printable(f.File), f.Line, f.Column, f.Severity, message); err != nil {
		return err
	}
	if f.Excerpt.Text == "" {
		return nil
	}
	text, caret := f.Excerpt.Lines()
	_, err := fmt.Fprintf(w, "  %s\n  %s\n", text, caret)
	return err
}

// summary returns the numbers of findings and of what was read, in a line.
func summary(r lint.Report) string {
	read := plural(len(r.Files), "file") + ", " + plural(r.Jobs, "Job")
	if r.Others > 0 {
		read += ", " + plural(r.Others, "other object")
	}
	return fmt.Sprintf("%s and %s in %s", plural(r.Errors(), "error"), plural(r.Warnings(), "warning"), read)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
