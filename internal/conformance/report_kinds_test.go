package conformance

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"testing"
)

// families groups paths that have the same rules. The report has one line for each family.
var families = []struct {
	paths *regexp.Regexp
	name  string
}{
	{regexp.MustCompile(`\.(initContainers|ephemeralContainers|containers)\[\*\]`), ".{containers}[*]"},
	{regexp.MustCompile(`\.(liveness|readiness|startup)Probe\b`), ".{probe}"},
	{regexp.MustCompile(`\.lifecycle\.(postStart|preStop)\b`), ".lifecycle.{hook}"},
	{regexp.MustCompile(`\.pod(Anti)?Affinity\.(requiredDuringSchedulingIgnoredDuringExecution\[\*\]|preferredDuringSchedulingIgnoredDuringExecution\[\*\]\.podAffinityTerm)`), ".{podAffinityTerm}"},
	{regexp.MustCompile(`\.nodeAffinity\.(requiredDuringSchedulingIgnoredDuringExecution\.nodeSelectorTerms\[\*\]|preferredDuringSchedulingIgnoredDuringExecution\[\*\]\.preference)`), ".{nodeSelectorTerm}"},
	{regexp.MustCompile(`\.resources\.(limits|requests)\b`), ".resources.{limits,requests}"},
	{regexp.MustCompile(`\.(dataSource|dataSourceRef)\b`), ".{dataSource}"},
	{regexp.MustCompile(`\.(labelSelector|namespaceSelector)\..*`), ".{labelSelector}.*"},
	{regexp.MustCompile(`^(spec\.selector|.*\.volumeClaimTemplate\.spec\.selector)\..*`), "$1.*"},
	{regexp.MustCompile(`\.(matchLabelKeys|mismatchLabelKeys)\b`), ".{matchLabelKeys}"},
}

func family(path string) string {
	for _, f := range families {
		path = f.paths.ReplaceAllString(path, f.name)
	}
	return path
}

// groups are the parts of a Job that have a line in the report. The first match counts. The paths
// are those that family returns.
var groups = []*regexp.Regexp{
	regexp.MustCompile(`^spec\.template\.spec\.affinity\.(\w+|\{\w+\})`),
	regexp.MustCompile(`^spec\.template\.spec\.volumes\[\*\]\.projected\.sources\[\*\]\.\w+`),
	regexp.MustCompile(`^spec\.template\.spec\.volumes\[\*\](\.\w+)?`),
	regexp.MustCompile(`^spec\.template\.spec\.\{containers\}\[\*\]\.(\w+|\{\w+\})`),
	regexp.MustCompile(`^spec\.template\.spec\.\w+`),
	regexp.MustCompile(`^spec\.template\.(metadata|labels|annotations)`),
	regexp.MustCompile(`^\w+\.\w+`),
}

// group returns the part of a Job that contains a path.
func group(path string) string {
	path = family(path)
	for _, g := range groups {
		if part := g.FindString(path); part != "" {
			return part
		}
	}
	return path
}

// writeKinds writes a table of the kinds of errors, with a line for each part of a Job.
func writeKinds(b *bytes.Buffer, all *tally) {
	type line struct {
		meetings
		kinds, metAlone int
	}
	lines := map[string]*line{}
	sum := line{}
	agreed := 0
	for k, m := range all.kinds {
		part := group(k.path)
		lines[part] = cmp.Or(lines[part], &line{})
		for _, l := range []*line{lines[part], &sum} {
			l.kinds++
			l.cases += m.cases
			l.agreed += m.agreed
			if m.alone > 0 {
				l.metAlone++
			}
		}
		if m.agreed == m.cases {
			agreed++
		}
	}
	fmt.Fprintf(b, `
## Kinds of errors of kube-apiserver

A kind is an error's type, path without indexes and keys, and text without values. %d kinds occurred.
%d of them occurred alone, in a case without an error of another kind. For %d kinds jobapi reports an
error of the same type at the same path in every case. For the others it does so in every case except
those that a difference explains. [%s](%s) lists each kind. The table groups them by the part of the
Job that they are in or below. Names in braces are fields that have the same rules.

| part | kinds | alone | cases | agreed |
| :-- | --: | --: | --: | --: |
`, sum.kinds, sum.metAlone, agreed, kindsFile, kindsFile)
	for _, part := range slices.Sorted(maps.Keys(lines)) {
		l := lines[part]
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d |\n", part, l.kinds, l.metAlone, l.cases, l.agreed)
	}
}

// kindsFile lists each kind of error. REPORT.md summarizes it.
const kindsFile = "KINDS.csv"

// kindsTable returns a line for each kind of error: the number of cases that have it, that have only
// this kind, and in which jobapi reports it too, and why it never occurs alone.
func kindsTable(t *testing.T, all *tally) []byte {
	t.Helper()
	lines := [][]string{{"path", "type", "text", "cases", "alone", "agreed", "never alone because"}}
	for _, k := range slices.SortedFunc(maps.Keys(all.kinds), kind.compare) {
		m := all.kinds[k]
		lines = append(lines, []string{k.path, k.errorType, k.text, fmt.Sprint(m.cases), fmt.Sprint(m.alone), fmt.Sprint(m.agreed), reasonFor(k)})
	}
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(lines); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
