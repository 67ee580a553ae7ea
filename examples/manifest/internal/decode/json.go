// Package decode turns documents into JSON and objects, and reports what is wrong with their text:
// YAML that cannot be parsed, fields that a type lacks, values of the wrong type, and duplicate
// keys.
//
// A document means what it means to kubectl and kube-apiserver: the package parses with
// sigs.k8s.io/yaml and decodes with sigs.k8s.io/json. A decoder stops at its first error and
// names no line. So where decoding fails the package compares the JSON with the Go type itself, to
// report everything at once, each with its line. It knows nothing of validation.
package decode

import (
	"bytes"
	"errors"
	"io"
	"strings"

	yamlnodes "go.yaml.in/yaml/v3"
	"sigs.k8s.io/yaml"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/locate"
)

// maxExpanded is how many bytes a document may have when its aliases are replaced by the text that
// they refer to.
const maxExpanded = 16 << 20

// BinaryData is the message of the finding for a document with zero bytes. Reading the rest of
// such a file would only add noise.
const BinaryData = "binary data, not YAML or JSON: the rest of the file is not read"

// JSON returns a document as JSON, and whether the YAML parser saw duplicate keys; those of a JSON
// document show when it is decoded. A document that can't be parsed is one finding.
func JSON(doc *locate.Document) (text []byte, duplicates bool, problem *finding.Finding) {
	if doc.JSON {
		return doc.Data, false, nil
	}
	if bytes.IndexByte(doc.Data, 0) >= 0 {
		return nil, false, malformedAt(doc.At(1, 1), BinaryData)
	}
	if bytes.IndexByte(doc.Data, '*') >= 0 && bytes.IndexByte(doc.Data, '&') >= 0 {
		if root := doc.Root(); root != nil && expandedSize(root, map[*yamlnodes.Node]int{}) > maxExpanded {
			return nil, false, malformedAt(doc.At(1, 1), "its aliases expand to more than 16 MiB of text")
		}
	}
	text, err := yaml.YAMLToJSONStrict(doc.Data)
	if err == nil {
		return text, false, nil
	}
	if strings.Contains(err.Error(), "already set in map") {
		if text, err = yaml.YAMLToJSON(doc.Data); err == nil {
			return text, true, nil
		}
	}
	return nil, false, explainSyntax(doc, err)
}

// malformedAt returns the finding for a document that can't be parsed.
func malformedAt(at finding.Position, message string) *finding.Finding {
	f := finding.New(at, finding.Error, finding.Malformed, "", message)
	return &f
}

// expandedSize returns about how many bytes a node has when its aliases are replaced, or some
// number above maxExpanded. A node that contains itself has no end.
func expandedSize(node *yamlnodes.Node, known map[*yamlnodes.Node]int) int {
	if node.Kind == yamlnodes.AliasNode {
		if node.Alias == nil {
			return 0
		}
		return expandedSize(node.Alias, known)
	}
	if size, ok := known[node]; ok {
		return size
	}
	if node.Anchor != "" {
		known[node] = maxExpanded + 1 // until its size is known: an alias of it inside would be endless
	}
	const overhead = 4 // quotes and separators
	size := len(node.Value) + overhead
	for _, child := range node.Content {
		size = min(size+expandedSize(child, known), maxExpanded+1)
	}
	if node.Anchor != "" {
		known[node] = size
	}
	return size
}

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
