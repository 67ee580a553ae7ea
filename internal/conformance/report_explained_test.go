package conformance

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// writeExplained writes how many cases show each difference, and the most frequent errors.
func writeExplained(b *bytes.Buffer, results []*tally) {
	b.WriteString("\n## Cases that a difference explains\n\n| point | area | cases |\n| --: | :-- | --: |\n")
	for number := range withoutName + 1 {
		for _, r := range results {
			if n := r.explained[number]; n > 0 {
				fmt.Fprintf(b, "| %s | %s | %d |\n", point(number), r.name, n)
			}
		}
	}
	b.WriteString(`
A Job without a name is invalid. jobapi reports that it can't generate a selector for it, while
kube-apiserver generates one.

The table shows the most frequent errors, at most ten per area, that only one side reports, or that
kube-apiserver reports at another path:

| area | point | error | of | cases |
| :-- | --: | :-- | :-- | --: |
`)
	for _, r := range results {
		commonest := slices.SortedFunc(maps.Keys(r.because), func(a, b explanation) int {
			return cmp.Or(r.because[b]-r.because[a], strings.Compare(a.err, b.err), a.number-b.number, strings.Compare(string(a.of), string(b.of)))
		})
		for _, e := range commonest[:min(10, len(commonest))] {
			fmt.Fprintf(b, "| %s | %s | %s | %s | %d |\n", r.name, point(e.number), e.err, e.of, r.because[e])
		}
	}
}

// point returns the name of a difference in the report.
func point(number int) string {
	if number == withoutName {
		return "no name"
	}
	return fmt.Sprint(number)
}
