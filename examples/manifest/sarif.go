package main

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"strings"
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
		RuleID     string          `json:"ruleId"`
		RuleIndex  int             `json:"ruleIndex"`
		Level      severity        `json:"level"`
		Message    sarifText       `json:"message"`
		Locations  []sarifLocation `json:"locations"`
		Properties sarifProperties `json:"properties"`
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

// writeSARIF writes a report for code hosts, in SARIF 2.1.0: the log without results, with the
// results put into it one by one.
func writeSARIF(w io.Writer, r report) error {
	status := r.status()
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name:           "manifest",
			InformationURI: "https://github.com/jobapi/jobapi",
			Rules:          []sarifRule{},
		}},
		Invocations: []sarifInvocation{{ExecutionSuccessful: status != misuse, ExitCode: status}},
		ColumnKind:  "unicodeCodePoints",
		Results:     []sarifResult{},
	}
	rules := map[string]int{}
	for i, kind := range r.tally.types() {
		rules[kind] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{kind, sarifText{ruleTexts[kind]}})
	}
	log, err := indented("", sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
	if err != nil {
		return err
	}
	before, after, _ := strings.Cut(log, "[]\n    }\n  ]") // the results, which end the only run
	if _, err := io.WriteString(w, before+"["); err != nil {
		return err
	}
	const indent = "        "
	separator, end := "\n", "]"
	for f := range r.findings {
		text, err := indented(indent, sarifOf(f, rules))
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, separator+indent+text); err != nil {
			return err
		}
		separator, end = ",\n", "\n      ]"
	}
	_, err = io.WriteString(w, end+"\n    }\n  ]"+after+"\n")
	return err
}

// sarifOf returns a finding as SARIF has it.
func sarifOf(f finding, rules map[string]int) sarifResult {
	location := sarifLocation{PhysicalLocation: sarifPhysicalLocation{
		ArtifactLocation: sarifArtifact{fileURI(f.File)},
		Region:           sarifRegion{f.Line, f.Column},
	}}
	message := f.Message
	if f.Path != "" {
		location.LogicalLocations = []sarifLogicalLocation{{f.Path}}
		message = f.Path + ": " + message // code hosts show nothing but the message
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

// indented returns a value as JSON in lines, which after the first begin with an indentation.
func indented(indent string, value any) (string, error) {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent(indent, "  ")
	err := encoder.Encode(value)
	return strings.TrimSuffix(text.String(), "\n"), err
}

// fileURI returns the name of a file as a URI: relative to the folder that the tool runs in,
// or with the scheme file. Standard input is called stdin.
func fileURI(name string) string {
	if name == stdinName {
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
