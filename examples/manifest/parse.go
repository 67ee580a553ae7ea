package main

import (
	"bytes"
	"strings"

	yamlnodes "go.yaml.in/yaml/v3"
	"sigs.k8s.io/yaml"
)

// maxExpanded is how large a document may become when its aliases are replaced by what they
// stand for.
const maxExpanded = 16 << 20

// parseDocument returns a document as JSON, and whether it has keys twice, as far as the parser tells:
// duplicates of JSON are found when it is decoded. What cannot be parsed is one finding.
func parseDocument(n *nodes) (text []byte, duplicates bool, problem *finding) {
	if n.json {
		return n.data, false, nil
	}
	if bytes.IndexByte(n.data, 0) >= 0 {
		return nil, false, malformedAt(n.at(1, 1), binaryData)
	}
	if bytes.IndexByte(n.data, '*') >= 0 && bytes.IndexByte(n.data, '&') >= 0 {
		if root := n.tree(); root != nil && expandedSize(root, map[*yamlnodes.Node]int{}) > maxExpanded {
			return nil, false, malformedAt(n.at(1, 1), "its aliases stand for more than 16 MiB of text")
		}
	}
	text, err := yaml.YAMLToJSONStrict(n.data)
	if err == nil {
		return text, false, nil
	}
	if strings.Contains(err.Error(), "already set in map") {
		if text, err = yaml.YAMLToJSON(n.data); err == nil {
			return text, true, nil
		}
	}
	return nil, false, explainSyntax(n, err)
}

// binaryData is what a file with zero bytes is told, and nothing more.
const binaryData = "binary data, no YAML or JSON: the file is not read any further"

// malformedAt returns the finding for a document that cannot be parsed.
func malformedAt(at position, message string) *finding {
	f := at.about(errorSeverity, malformed, "", message)
	return &f
}

// expandedSize returns about how many bytes a node has when its aliases are replaced. What
// contains itself is endless.
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
		known[node] = maxExpanded + 1 // until its end, it contains itself
	}
	const overhead = 4 // quotes and what stands between values
	size := len(node.Value) + overhead
	for _, child := range node.Content {
		size = min(size+expandedSize(child, known), maxExpanded+1)
	}
	if node.Anchor != "" {
		known[node] = size
	}
	return size
}
