package main

import (
	"encoding/json"
	"io"
)

// writeJSON writes a report for programs: an object for each finding, on a line of its own.
func writeJSON(w io.Writer, r report) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for f := range r.findings {
		if err := encoder.Encode(f); err != nil {
			return err
		}
	}
	return nil
}
