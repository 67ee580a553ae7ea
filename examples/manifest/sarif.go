package main

import (
	"encoding/json"
	"io"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
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

// writeSARIF writes a report for code hosts, in SARIF 2.1.0.
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
		Results:     make([]sarifResult, 0, len(r.findings)),
	}
	indexes := map[string]int{}
	for _, f := range r.findings {
		indexes[f.Type] = 0
	}
	for i, kind := range slices.Sorted(maps.Keys(indexes)) {
		indexes[kind] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{kind, sarifText{ruleTexts[kind]}})
	}
	for _, f := range r.findings {
		location := sarifLocation{PhysicalLocation: sarifPhysicalLocation{
			ArtifactLocation: sarifArtifact{fileURI(f.File)},
			Region:           sarifRegion{f.Line, f.Column},
		}}
		message := f.Message
		if f.Path != "" {
			location.LogicalLocations = []sarifLogicalLocation{{f.Path}}
			message = f.Path + ": " + message // code hosts show nothing but the message
		}
		run.Results = append(run.Results, sarifResult{
			RuleID:     f.Type,
			RuleIndex:  indexes[f.Type],
			Level:      f.Severity,
			Message:    sarifText{message},
			Locations:  []sarifLocation{location},
			Properties: sarifProperties{f.Document, f.Own},
		})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
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
