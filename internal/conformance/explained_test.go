package conformance

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// writeExplained writes how many cases show each difference, and in what.
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
Without a name, which is an error, jobapi generates no selector, and says so; kube-apiserver does.

These are the commonest errors that only one side has, or that both have and kube-apiserver at
the path shown, at most ten of an area:

| area | point | error | of | cases |
| :-- | --: | :-- | :-- | --: |
`)
	for _, r := range results {
		commonest := slices.SortedFunc(maps.Keys(r.because), func(a, b explanation) int {
			return cmp.Or(r.because[b]-r.because[a], strings.Compare(a.place, b.place), a.number-b.number, strings.Compare(string(a.of), string(b.of)))
		})
		for _, e := range commonest[:min(10, len(commonest))] {
			fmt.Fprintf(b, "| %s | %s | %s | %s | %d |\n", r.name, point(e.number), e.place, e.of, r.because[e])
		}
	}
}

// point returns how the report calls a difference.
func point(number int) string {
	if number == withoutName {
		return "no name"
	}
	return fmt.Sprint(number)
}
