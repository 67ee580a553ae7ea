package conformance

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	"github.com/jobapi/jobapi/validation"
)

// writeDifferences writes each intended difference with an example.
func writeDifferences(t *testing.T, b *bytes.Buffer) {
	t.Helper()
	b.WriteString("\n## Where jobapi differs on purpose\n\nThe numbers are those in the documentation of package validation. Each example is this Job, with the\nshown fields merged into it:\n\n")
	manifest, err := yaml.Marshal(plain())
	if err != nil {
		t.Fatal(err)
	}
	writeYAML(b, manifest)
	for _, d := range differences {
		fmt.Fprintf(b, "\n### %d. %s\n\n", d.number, d.name)
		if d.manifest != "" {
			fmt.Fprintf(b, "- with `%s`\n", oneLine(d.manifest))
		}
		if d.update != "" {
			fmt.Fprintf(b, "- updated with `%s`\n", oneLine(d.update))
		}
		s := d.answers(t)
		writeErrors(b, "kube-apiserver", s.theirs)
		writeErrors(b, "jobapi", s.ours)
		if filtered := s.ours.Filter(validation.OwnRule); len(filtered) != len(s.ours) {
			writeErrors(b, "jobapi without own rules", filtered)
		}
		for _, note := range s.notes {
			fmt.Fprintf(b, "- %s\n", note)
		}
	}
}

// writeErrors writes the errors of one side, each cut to 160 bytes.
func writeErrors(b *bytes.Buffer, of side, errs field.ErrorList) {
	for line := range strings.Lines(listing(errs)) {
		line = strings.TrimSpace(line)
		if len(line) > 160 {
			line = line[:160] + "..."
		}
		fmt.Fprintf(b, "- %s: `%s`\n", of, strings.ReplaceAll(line, "`", "'"))
	}
}

// oneLine returns flow-style YAML without line breaks.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func writeYAML(b *bytes.Buffer, text []byte) {
	for _, empty := range []string{"status: {}\n", "        resources: {}\n"} {
		text = bytes.ReplaceAll(text, []byte(empty), nil)
	}
	fmt.Fprintf(b, "```yaml\n%s```\n", text)
}
