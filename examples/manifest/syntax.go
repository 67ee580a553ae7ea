package main

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	yamlnodes "go.yaml.in/yaml/v3"
)

// explainSyntax moves the line number of a parser's message to the finding, and says more
// where people get it wrong.
func explainSyntax(n *nodes, err error) *finding {
	line, message := syntaxError(n, strings.TrimPrefix(err.Error(), "yaml: "))
	if template := templateLine(n.data, line); template > 0 {
		line = template
		message = "this is the template of a manifest: render it first: " + message
	}
	text := n.at(line, 1).excerpt.Text
	indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
	column := len(indent) + 1
	if tab := strings.IndexByte(indent, '\t'); tab >= 0 {
		column = tab + 1
		message += ": a tab cannot indent YAML, only spaces can"
	}
	return malformedAt(n.at(line, column), message)
}

// syntaxError returns the line that a parser's message is about, 1 if it is not known, and the
// message without it.
func syntaxError(n *nodes, message string) (int, string) {
	if at := lineNumber.FindStringSubmatchIndex(message); at != nil {
		line, err := strconv.Atoi(message[at[2]:at[3]])
		if err != nil {
			return 1, message
		}
		message = message[:at[0]] + message[at[1]:]
		if strings.HasPrefix(message, "did not find expected ") {
			line = min(line+1, lineAt(n.data, len(bytes.TrimRight(n.data, " \t\r\n")))) // the parser counts from 0, unlike its scanner
		}
		return line, message
	}
	if alias := unknownAnchor.FindStringSubmatch(message); alias != nil {
		use := regexp.MustCompile(`(?m)^[^#\n]*\*` + regexp.QuoteMeta(alias[1]) + `(?:[^0-9A-Za-z_-]|$)`).FindIndex(n.data)
		if use == nil {
			return 1, message
		}
		return lineAt(n.data, use[0]), message
	}
	if strings.HasPrefix(message, "invalid map key: ") {
		return max(1, oddKey(n.tree())), "a list or map cannot be a key"
	}
	if invalid := firstInvalid(n.data); invalid >= 0 {
		return lineAt(n.data, invalid), "no UTF-8: " + message
	}
	return 1, message
}

// unknownAnchor is how the YAML parser speaks of an alias of nothing, without its line.
var unknownAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced`)

// oddKey returns the line of the first key that is a list or map, 0 if there is none.
func oddKey(node *yamlnodes.Node) int {
	if node == nil {
		return 0
	}
	for i, child := range node.Content {
		if node.Kind == yamlnodes.MappingNode && i%2 == 0 && resolve(child).Kind != yamlnodes.ScalarNode {
			return child.Line
		}
		if line := oddKey(child); line > 0 {
			return line
		}
	}
	return 0
}

// firstInvalid returns the first byte of a text that is no part of a character in UTF-8, -1 if
// there is none.
func firstInvalid(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// templateLine returns the line that shows that a document is a template: the one with an error,
// or the first if the line of the error is not known, or one that is nothing but a directive,
// unless it is in a block of text. It is 0 if there is none.
func templateLine(data []byte, line int) int {
	number, block := 0, -1 // block is the indentation of what has a block of text, -1 outside of one
	for text := range bytes.Lines(data) {
		number++
		before, _, found := bytes.Cut(text, []byte("{{"))
		if rest := bytes.TrimLeft(text, " "); len(bytes.TrimSpace(rest)) > 0 {
			if indent := len(text) - len(rest); indent <= block || block < 0 {
				block = -1
				if beginsBlock.Match(text) {
					block = indent
				}
			}
		}
		isDirective := block < 0 && len(bytes.TrimSpace(before)) == 0
		if found && (line == 1 || line == number || isDirective) {
			return number
		}
	}
	return 0
}

// beginsBlock matches a line that a block of text follows.
var beginsBlock = regexp.MustCompile(`(^|[ :-])[|>][-+1-9]*[ \t]*(#.*)?\r?\n?$`)

// lineAt returns the line of a byte of a text, from 1.
func lineAt(data []byte, offset int) int {
	return 1 + bytes.Count(data[:max(offset, 0)], []byte("\n"))
}
