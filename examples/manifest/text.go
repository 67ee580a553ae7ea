package main

import (
	"fmt"
	"io"
	"strings"
)

// maxText is how many bytes of a message people are shown.
const maxText = 300

// writeText writes a report for people: each finding with its line, and a summary.
func writeText(w io.Writer, r report) error {
	for f := range r.findings {
		message := cut(printable(strings.ReplaceAll(f.Message, "\n", "; ")), maxText)
		if f.Path != "" {
			message = cut(printable(f.Path), maxText) + ": " + message
		}
		if _, err := fmt.Fprintf(w, "%s:%d:%d: %s: %s\n", printable(f.File), f.Line, f.Column, f.Severity, message); err != nil {
			return err
		}
		if f.Excerpt.Text == "" {
			continue
		}
		text, caret := f.Excerpt.lines()
		if _, err := fmt.Fprintf(w, "  %s\n  %s\n", text, caret); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, r.summary())
	return err
}

// summary says in one line how it went.
func (r report) summary() string {
	read := plural(r.files, "file") + ", " + plural(r.jobs, "Job")
	if r.others > 0 {
		read += ", " + plural(r.others, "other object")
	}
	return fmt.Sprintf("%s and %s in %s", plural(r.tally.number(errorSeverity), "error"), plural(r.tally.number(warningSeverity), "warning"), read)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
