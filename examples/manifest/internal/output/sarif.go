package output

import (
	"encoding/json"
	"io"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/input"
	"github.com/jobapi/jobapi/examples/manifest/internal/lint"
)

// The parts of a SARIF log that are used here. See the OASIS standard SARIF 2.1.0.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		ShortDescription sarifText `json:"shortDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool `json:"executionSuccessful"`
		ExitCode            int  `json:"exitCode"`
	}
	sarifResult struct {
		RuleID     string           `json:"ruleId"`
		RuleIndex  int              `json:"ruleIndex"`
		Level      finding.Severity `json:"level"`
		Message    sarifText        `json:"message"`
		Locations  []sarifLocation  `json:"locations"`
		Properties sarifProperties  `json:"properties"`
	}
	sarifLocation struct {
		PhysicalLocation sarifPhysicalLocation  `json:"physicalLocation"`
		LogicalLocations []sarifLogicalLocation `json:"logicalLocations,omitempty"`
	}
	sarifPhysicalLocation struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
	}
	sarifLogicalLocation struct {
		FullyQualifiedName string `json:"fullyQualifiedName"`
	}
	sarifProperties struct {
		Document int  `json:"document"`
		Own      bool `json:"own"`
	}
)

// SARIF prints a log in SARIF 2.1.0 with one run.
func SARIF(w io.Writer, r lint.Report) error {
	rules := ruleIndexes(r)
	driver := sarifDriver{Name: "manifest", InformationURI: "https://github.com/jobapi/jobapi", Rules: make([]sarifRule, len(rules))}
	for id, i := range rules {
		driver.Rules[i] = sarifRule{id, sarifText{finding.Description(id)}}
	}
	results := []sarifResult{} // not nil: the key has to be there
	for _, file := range r.Files {
		for _, f := range file.Findings {
			results = append(results, sarifResultOf(f, rules))
		}
	}
	status := r.ExitStatus()
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0",
		Runs: []sarifRun{{
			Tool:        sarifTool{driver},
			Invocations: []sarifInvocation{{ExecutionSuccessful: status < 2, ExitCode: status}},
			ColumnKind:  "unicodeCodePoints",
			Results:     results,
		}},
	})
}

// ruleIndexes numbers the types of the findings in alphabetical order.
func ruleIndexes(r lint.Report) map[string]int {
	indexes := map[string]int{}
	for _, file := range r.Files {
		for _, f := range file.Findings {
			indexes[f.Type] = 0
		}
	}
	for i, id := range slices.Sorted(maps.Keys(indexes)) {
		indexes[id] = i
	}
	return indexes
}

func sarifResultOf(f finding.Finding, rules map[string]int) sarifResult {
	location := sarifLocation{PhysicalLocation: sarifPhysicalLocation{
		ArtifactLocation: sarifArtifact{fileURI(f.File)},
		Region:           sarifRegion{f.Line, f.Column},
	}}
	message := f.Message
	if f.Path != "" {
		location.LogicalLocations = []sarifLogicalLocation{{f.Path}}
		message = f.Path + ": " + message // code hosts show the message alone
	}
	return sarifResult{
		RuleID:     f.Type,
		RuleIndex:  rules[f.Type],
		Level:      f.Severity,
		Message:    sarifText{message},
		Locations:  []sarifLocation{location},
		Properties: sarifProperties{f.Document, f.Own},
	}
}

// fileURI returns the name of a file as a URI: relative to the working directory, or with the
// scheme file. Standard input is called stdin.
func fileURI(name string) string {
	if name == input.Stdin {
		return "stdin"
	}
	uri := url.URL{Path: filepath.ToSlash(name)}
	if filepath.IsAbs(name) {
		uri.Scheme = "file"
		if !strings.HasPrefix(uri.Path, "/") {
			uri.Path = "/" + uri.Path
		}
	}
	return uri.String()
}
