package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPile holds that findings come back as they were, and how many bytes are kept of those
// that are packed.
func TestPile(t *testing.T) {
	for _, n := range []int{0, 1, packSize - 1, packSize, packSize + 1, 20 * packSize} {
		var want []finding
		var p pile
		for i := range n {
			at := position{file: "deploy/jobs.yaml", document: i/5 + 1, line: 3 * i, column: i % 3, excerpt: excerpt{"  parallelism: -1 \xff", i % 3}}
			f := at.about(errorSeverity, "FieldValueInvalid", "spec.parallelism", fmt.Sprintf("Invalid value: %d: must be non-negative", i))
			f.Own = i%2 > 0
			want = append(want, f)
			p.add(f)
		}
		if diff := cmp.Diff(want, slices.Collect(p.all())); diff != "" {
			t.Errorf("of %d (-want +got):\n%s", n, diff)
		}
		size := 0
		for _, packed := range p.packed {
			size += len(packed)
		}
		if size > 40*n {
			t.Errorf("%d findings take %d bytes", n, size)
		}
	}
}

// TestFindingsInOrder holds that what is found late in a file, by whomever, is told in the order
// of its lines.
func TestFindingsInOrder(t *testing.T) {
	manual := "manualSelector: true, selector: {matchLabels: {app: x}}, "
	job := strings.Replace(manifestOf("Job", "NAME", "x", manual+pods("app: x")), "spec: {", "spec: {a: 1, ", 1)
	text := strings.Replace(job, "NAME", "one", 1) + strings.Replace(job, "NAME", "two", 1) + "x: " + strings.Repeat("y", maxDocument)
	var got []string
	for _, f := range findings(t, text, "-") {
		got = append(got, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Type))
	}
	want := []string{"4:8 UnknownField", "4:46 Overlap", "9:8 UnknownField", "9:46 Overlap", "10:1 Malformed"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
