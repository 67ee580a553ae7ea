package conformance

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// releaseGate is a feature gate of a release.
type releaseGate struct {
	Name    string   `json:"name"`
	Default bool     `json:"default"`
	Stage   string   `json:"stage"`
	Locked  bool     `json:"locked,omitempty"`
	Needs   []string `json:"needs,omitempty"`
}

// String describes the state of the gate, such as "off, alpha".
func (g releaseGate) String() string {
	state := map[bool]string{true: "on, ", false: "off, "}[g.Default] + strings.ToLower(g.Stage)
	if g.Locked {
		state += ", locked"
	}
	return state
}

// governed is an entry of releases/governs.yaml.
type governed struct {
	Gate string `json:"gate"`
	// Dropped are the fields that servers remove if the gate is off. Update says when an update
	// keeps them.
	Dropped []string `json:"dropped,omitempty"`
	Update  string   `json:"update,omitempty"`
	Default string   `json:"default,omitempty"`
	Rule    string   `json:"rule,omitempty"`
	Warning string   `json:"warning,omitempty"`
	Governs string   `json:"governs,omitempty"` // for a gate that governs nothing here, the reason
}

// String describes in one line what the gate governs.
func (g governed) String() string {
	var parts []string
	add := func(title, text string) {
		if text != "" {
			parts = append(parts, title+text)
		}
	}
	add("", g.Governs)
	if len(g.Dropped) > 0 {
		add("drops ", "`"+strings.Join(g.Dropped, "`, `")+"`")
	}
	add("on update ", g.Update)
	add("default: ", g.Default)
	add("rule: ", g.Rule)
	add("warning: ", g.Warning)
	return strings.Join(parts, "; ")
}

func readGoverned(t testing.TB) []governed {
	t.Helper()
	data, err := os.ReadFile("releases/governs.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var list []governed
	if err := yaml.UnmarshalStrict(data, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// gateRow is an entry of releases/gates.json.
type gateRow struct {
	governed
	Releases map[string]releaseGate `json:"releases"`
}

// writeGates writes releases/gates.json and releases/GATES.md from all gates of the releases.
func writeGates(t testing.TB, releases map[string][]releaseGate) {
	t.Helper()
	versions := slices.Sorted(maps.Keys(releases))
	var rows []gateRow
	for _, g := range readGoverned(t) {
		row := gateRow{g, map[string]releaseGate{}}
		for _, version := range versions {
			for _, gate := range releases[version] {
				if gate.Name == g.Gate {
					row.Releases[version] = gate
				}
			}
		}
		if len(row.Releases) == 0 {
			t.Errorf("no release has a gate %s", g.Gate)
		}
		rows = append(rows, row)
	}
	data, err := json.MarshalIndent(rows, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, "releases/gates.json", append(data, '\n'))
	writeFile(t, "releases/GATES.md", []byte(gatesPage(versions, rows)))
}

// gatesPage returns the table as Markdown.
func gatesPage(versions []string, rows []gateRow) string {
	var page strings.Builder
	page.WriteString("# Feature gates\n\n" +
		"The feature gates that matter for Jobs, CronJobs and pod templates, as each release has them.\n" +
		"Written by TestRecord of package conformance from the gates of the releases and from governs.yaml.\n\n")
	fmt.Fprintf(&page, "| gate | %s | needs | governs |\n|---|%s---|---|\n", strings.Join(versions, " | "), strings.Repeat("---|", len(versions)))
	for _, row := range rows {
		fmt.Fprintf(&page, "| %s |", row.Gate)
		needs := map[string]bool{}
		for _, version := range versions {
			state := "-"
			if gate, ok := row.Releases[version]; ok {
				state = gate.String()
				for _, other := range gate.Needs {
					needs[other] = true
				}
			}
			fmt.Fprintf(&page, " %s |", state)
		}
		fmt.Fprintf(&page, " %s | %s |\n", strings.Join(slices.Sorted(maps.Keys(needs)), ", "), strings.ReplaceAll(row.governed.String(), "|", `\|`))
	}
	return page.String()
}

func writeFile(t testing.TB, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
