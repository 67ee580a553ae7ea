package main

import (
	"bytes"
	"errors"
	"io"

	yamlnodes "go.yaml.in/yaml/v3"
)

// trailing says it if something follows the value of a document. The parser that Kubernetes
// uses stops after the value: it would be lost without a word.
func trailing(n *nodes) *finding {
	if n.json || !mayEndEarly(n.data) {
		return nil
	}
	decoder := yamlnodes.NewDecoder(bytes.NewReader(n.data))
	var first, next yamlnodes.Node
	if decoder.Decode(&first) != nil {
		return nil // this parser cannot tell
	}
	err := decoder.Decode(&next)
	if err == nil || errors.Is(err, io.EOF) {
		return nil
	}
	found := explainSyntax(n, err)
	found.Message = "this is not read, the document ends before it: a line with --- is missing, or it is not indented like what stands above"
	found.Own = true
	return found
}

// mayEndEarly reports whether the value of a document can end before the document does: not if
// it is a list or map that begins at the margin.
func mayEndEarly(data []byte) bool {
	for line := range bytes.Lines(data) {
		if text := bytes.TrimSpace(line); len(text) > 0 && text[0] != '#' && text[0] != '%' {
			return bytes.IndexByte([]byte(" \t{[\"'&!|>*"), line[0]) >= 0
		}
	}
	return false
}
