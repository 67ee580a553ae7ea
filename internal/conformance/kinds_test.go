package conformance

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// families are the paths whose rules are the same, and the name under which they are one line
// of the report.
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
	{regexp.MustCompile(`(annotations\.\S*?/)\S*`), "$1*"},
	{regexp.MustCompile(`\.(matchLabelKeys|mismatchLabelKeys)\b`), ".{matchLabelKeys}"},
}

func family(path string) string {
	for _, f := range families {
		path = f.paths.ReplaceAllString(path, f.name)
	}
	return path
}

// writeKinds writes the kinds of errors, one line for the paths of a family.
func writeKinds(b *bytes.Buffer, all *tally) {
	type line struct {
		meetings
		kinds, metAlone int
		types           map[string]bool
	}
	lines := map[string]*line{}
	alone, agreed := 0, 0
	for k, m := range all.kinds {
		path := family(k.path)
		l := lines[path]
		if l == nil {
			l = &line{types: map[string]bool{}}
			lines[path] = l
		}
		l.types[k.errorType] = true
		l.kinds++
		l.cases += m.cases
		l.agreed += m.agreed
		if m.alone > 0 {
			l.metAlone++
			alone++
		}
		if m.agreed == m.cases {
			agreed++
		}
	}
	fmt.Fprintf(b, `
## Kinds of errors of kube-apiserver

A kind is a type, a path without indexes and keys, and a text without values. %d were met, %d of
them alone: in a case where it is the only error. With %d of them jobapi has an error of the same
type at the same path in every case; with the others in every case but those that a difference
explains. Here are their paths; in braces are fields that have the same rules.

| path | types | kinds | met alone | cases | agreed |
| :-- | :-- | --: | --: | --: | --: |
`, len(all.kinds), alone, agreed)
	for _, path := range slices.Sorted(maps.Keys(lines)) {
		l := lines[path]
		types := strings.Join(slices.Sorted(maps.Keys(l.types)), ", ")
		fmt.Fprintf(b, "| %s | %s | %d | %d | %d | %d |\n", path, strings.ReplaceAll(types, " value", ""), l.kinds, l.metAlone, l.cases, l.agreed)
	}
}

// companions are the reasons why kinds of errors never come alone, by their paths and texts.
var companions = []struct {
	kinds  *regexp.Regexp
	reason string
}{
	{regexp.MustCompile(`^spec\.template\.spec\.ephemeralContainers`), "templates may not have ephemeral containers, which is an error beside it"},
	{regexp.MustCompile(`(name|prefix) part must be non-empty$`), "what is empty does not have the form of names either, which is an error beside it"},
}

// reasonFor returns why a kind of error never comes alone, or "".
func reasonFor(k kind) string {
	for _, c := range companions {
		if c.kinds.MatchString(k.path + ": " + k.errorType + ": " + k.text) {
			return c.reason
		}
	}
	return ""
}

// writeNeverAlone writes the kinds that no case has as its only error: by reason, or with what
// comes beside them in the case that has the fewest errors.
func writeNeverAlone(b *bytes.Buffer, all *tally) {
	byReason, beside := map[string]int{}, map[string]map[string]bool{}
	for k, m := range all.kinds {
		if m.alone > 0 {
			continue
		}
		if reason := reasonFor(k); reason != "" {
			byReason[reason]++
			continue
		}
		name := k.inFamily()
		if beside[name] == nil {
			beside[name] = map[string]bool{}
		}
		for _, other := range m.beside {
			beside[name][other.inFamily()] = true
		}
	}
	b.WriteString("\n## Kinds that are never met alone\n\n")
	for _, reason := range slices.Sorted(maps.Keys(byReason)) {
		fmt.Fprintf(b, "- %d kinds: %s.\n", byReason[reason], reason)
	}
	b.WriteString("\nOf the others, these are the errors beside them in the case that has the fewest; -isolate\nfound none without, by dropping fields and changing those that the errors are about.\n\n| kind | beside |\n| :-- | :-- |\n")
	for _, name := range slices.Sorted(maps.Keys(beside)) {
		others := slices.Sorted(maps.Keys(beside[name]))
		more := ""
		if len(others) > 1 {
			more = fmt.Sprintf(" and %d more", len(others)-1)
		}
		fmt.Fprintf(b, "| %s | %s%s |\n", name, others[0], more)
	}
	b.WriteString("\n")
}

// inFamily writes a kind, with the family of its path.
func (k kind) inFamily() string {
	text := k.text
	if text != "" {
		text = ": " + text
	}
	if len(text) > 80 {
		text = text[:80] + "..."
	}
	return fmt.Sprintf("`%s` %s%s", family(k.path), strings.TrimSuffix(k.errorType, " value"), text)
}
