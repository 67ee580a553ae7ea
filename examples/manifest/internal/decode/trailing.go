package decode

import (
	"bytes"
	"errors"
	"io"

	yamlnodes "go.yaml.in/yaml/v3"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/locate"
)

// Trailing returns a finding if text follows the value of a document. The parser that Kubernetes
// uses stops after the value, so that text would be lost silently.
func Trailing(doc *locate.Document) *finding.Finding {
	if doc.JSON || !mayEndEarly(doc.Data) {
		return nil
	}
	decoder := yamlnodes.NewDecoder(bytes.NewReader(doc.Data))
	var first, next yamlnodes.Node
	if decoder.Decode(&first) != nil {
		return nil // this parser can't read the document at all
	}
	err := decoder.Decode(&next)
	if err == nil || errors.Is(err, io.EOF) {
		return nil
	}
	found := explainSyntax(doc, err)
	found.Message = "this is not read, the document ends before it: add a line with ---, or indent it like the lines above"
	found.Own = true
	return found
}

// mayEndEarly reports whether the value of a document can end before the document does. A list or
// map in block style that begins at the left margin can't.
func mayEndEarly(data []byte) bool {
	for line := range bytes.Lines(data) {
		if text := bytes.TrimSpace(line); len(text) > 0 && text[0] != '#' && text[0] != '%' {
			return bytes.IndexByte([]byte(" \t{[\"'&!|>*"), line[0]) >= 0
		}
	}
	return false
}
