package decode

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	yamlnodes "go.yaml.in/yaml/v3"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/locate"
)

// explainSyntax returns the finding for an error of the YAML parser. It moves the line number from
// the text to the position, and adds advice for the most common mistakes.
func explainSyntax(doc *locate.Document, err error) *finding.Finding {
	line, message := syntaxError(doc, strings.TrimPrefix(err.Error(), "yaml: "))
	if template := templateLine(doc.Data, line); template > 0 {
		line = template
		message = "this is a template, render it first: " + message
	}
	text := doc.At(line, 1).Excerpt.Text
	indent := text[:len(text)-len(strings.TrimLeft(text, " \t"))]
	column := len(indent) + 1
	if tab := strings.IndexByte(indent, '\t'); tab >= 0 {
		column = tab + 1
		message += ": a tab cannot indent YAML, only spaces can"
	}
	return malformedAt(doc.At(line, column), message)
}

// LineNumber matches the line number in the YAML parser's messages. It counts from the first line
// of the document.
var LineNumber = regexp.MustCompile(`\bline (\d+): `)

// syntaxError returns the line of a parser's message, 1 if it is unknown, and the message without
// the line.
func syntaxError(doc *locate.Document, message string) (int, string) {
	if at := LineNumber.FindStringSubmatchIndex(message); at != nil {
		line, err := strconv.Atoi(message[at[2]:at[3]])
		if err != nil {
			return 1, message
		}
		message = message[:at[0]] + message[at[1]:]
		if strings.HasPrefix(message, "did not find expected ") {
			// The parser counts these lines from 0, unlike its scanner.
			line = min(line+1, lineAt(doc.Data, len(bytes.TrimRight(doc.Data, " \t\r\n"))))
		}
		return line, message
	}
	if alias := unknownAnchor.FindStringSubmatch(message); alias != nil {
		use := regexp.MustCompile(`(?m)^[^#\n]*\*` + regexp.QuoteMeta(alias[1]) + `(?:[^0-9A-Za-z_-]|$)`).FindIndex(doc.Data)
		if use == nil {
			return 1, message
		}
		return lineAt(doc.Data, use[0]), message
	}
	if strings.HasPrefix(message, "invalid map key: ") {
		return max(1, collectionKey(doc.Root())), "a list or map cannot be a key"
	}
	if invalid := invalidUTF8(doc.Data); invalid >= 0 {
		return lineAt(doc.Data, invalid), "not UTF-8: " + message
	}
	return 1, message
}

// unknownAnchor matches the parser's message about an alias without an anchor, which lacks a line.
var unknownAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced`)

// collectionKey returns the line of the first key that is a list or map, 0 if there is none.
func collectionKey(node *yamlnodes.Node) int {
	if node == nil {
		return 0
	}
	for i, child := range node.Content {
		if node.Kind == yamlnodes.MappingNode && i%2 == 0 && locate.Resolve(child).Kind != yamlnodes.ScalarNode {
			return child.Line
		}
		if line := collectionKey(child); line > 0 {
			return line
		}
	}
	return 0
}

// invalidUTF8 returns the offset of the first byte that isn't valid UTF-8, -1 if there is none.
func invalidUTF8(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// templateLine returns a line that shows that the document is a template, 0 if there is none. That
// is the line of the error if it has {{, any line with {{ if the error is in line 1 or in no known
// line, and any line that starts with {{. In block scalars, which often contain templates for
// other programs, only the line of the error counts.
func templateLine(data []byte, errorLine int) int {
	number, block := 0, -1 // block is the indentation of the key of the current block scalar, -1 outside
	for text := range bytes.Lines(data) {
		number++
		before, _, found := bytes.Cut(text, []byte("{{"))
		if rest := bytes.TrimLeft(text, " "); len(bytes.TrimSpace(rest)) > 0 {
			if indent := len(text) - len(rest); indent <= block || block < 0 {
				block = -1
				if startsBlockScalar.Match(text) {
					block = indent
				}
			}
		}
		isDirective := block < 0 && len(bytes.TrimSpace(before)) == 0
		if found && (errorLine == 1 || errorLine == number || isDirective) {
			return number
		}
	}
	return 0
}

// startsBlockScalar matches a line that a block scalar follows.
var startsBlockScalar = regexp.MustCompile(`(^|[ :-])[|>][-+1-9]*[ \t]*(#.*)?\r?\n?$`)

// lineAt returns the line of the byte at an offset, from 1.
func lineAt(data []byte, offset int) int {
	return 1 + bytes.Count(data[:max(offset, 0)], []byte("\n"))
}
