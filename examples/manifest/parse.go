package main

import (
	"bytes"
	"regexp"
	"strconv"
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

// explainSyntax moves the line number of a parser's message to the finding, and says more
// where people get it wrong.
func explainSyntax(n *nodes, err error) *finding {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if at := lineNumber.FindStringSubmatchIndex(message); at != nil {
		if number, err := strconv.Atoi(message[at[2]:at[3]]); err == nil {
			line = number
			message = message[:at[0]] + message[at[1]:]
		}
	} else if alias := unknownAnchor.FindStringSubmatch(message); alias != nil {
		line = lineOf(n.data, "*"+alias[1])
	}
	if line == 1 || strings.Contains(n.at(line, 1).excerpt.text, "{{") {
		if template := lineOf(n.data, "{{"); bytes.Contains(n.data, []byte("{{")) {
			line = template
			message = "this is the template of a manifest: render it first: " + message
		}
	}
	text := n.at(line, 1).excerpt.text
	indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
	column := len(indent) + 1
	if tab := strings.IndexByte(indent, '\t'); tab >= 0 {
		column = tab + 1
		message += ": a tab cannot indent YAML, only spaces can"
	}
	return malformedAt(n.at(line, column), message)
}

// unknownAnchor is how the YAML parser speaks of an alias of nothing, without its line.
var unknownAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced`)

// lineOf returns the first line of a document that has the text in it, or 1.
func lineOf(data []byte, text string) int {
	before, _, found := bytes.Cut(data, []byte(text))
	if !found {
		return 1
	}
	return 1 + bytes.Count(before, []byte("\n"))
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
