// Package output prints what lint found: as text for people, as a JSON object a line for programs,
// and as SARIF for code hosts; and shows progress on a terminal while lint runs.
//
// All formats list the same findings in the same order. The keys of the JSON objects are those of
// [finding.Finding]; the SARIF log is valid under the schema of SARIF 2.1.0. What comes from the
// input is made printable in text.
package output

import (
	"encoding/json"
	"io"

	"github.com/jobapi/jobapi/examples/manifest/internal/lint"
)

// Format is an output format.
type Format struct {
	Name  string
	Write func(io.Writer, lint.Report) error
}

// Formats are the output formats. The first is the default.
var Formats = []Format{{"text", Text}, {"json", JSON}, {"sarif", SARIF}}

// JSON prints a JSON object for each finding, on a line of its own.
func JSON(w io.Writer, r lint.Report) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for _, file := range r.Files {
		for _, f := range file.Findings {
			if err := encoder.Encode(f); err != nil {
				return err
			}
		}
	}
	return nil
}
