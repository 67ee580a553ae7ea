package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// document is one YAML or JSON document of a file.
type document struct {
	number int // from 1; empty documents do not count
	line   int // of its first byte in the file, from 1
	data   []byte
	json   bool
}

// split cuts a file into its documents. YAML documents end at a line that starts with --- or
// with three dots; JSON documents end by themselves.
func split(data []byte) []document {
	var docs []document
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	line, start := 1, 1
	var chunk []byte
	flush := func() {
		docs = append(docs, splitJSON(chunk, start)...)
		chunk, start = nil, line
	}
	for text := range bytes.Lines(data) {
		switch {
		case marks(text, "---"):
			flush()
			// What follows the dashes belongs to the next document, in its column.
			chunk = append(chunk, "   "...)
			chunk = append(chunk, text[len("---"):]...)
		case marks(text, "..."):
			flush()
			chunk = append(chunk, '\n')
		default:
			chunk = append(chunk, text...)
		}
		line++
	}
	flush()
	for i := range docs {
		docs[i].number = i + 1
	}
	return docs
}

// marks reports whether a line is the given document marker, which may have something behind
// it.
func marks(line []byte, marker string) bool {
	rest, ok := bytes.CutPrefix(line, []byte(marker))
	return ok && (len(rest) == 0 || bytes.ContainsAny(rest[:1], " \t\r\n"))
}

// splitJSON returns the documents of what stands between two markers: none if there are only
// comments, several if it is a stream of JSON objects, else one in YAML.
func splitJSON(chunk []byte, line int) []document {
	if blank(chunk) {
		return nil
	}
	whole := []document{{line: line, data: chunk}}
	if !bytes.HasPrefix(bytes.TrimSpace(chunk), []byte("{")) {
		return whole
	}
	var docs []document
	decoder := json.NewDecoder(bytes.NewReader(chunk))
	for {
		var value json.RawMessage
		err := decoder.Decode(&value)
		if errors.Is(err, io.EOF) {
			return docs
		}
		if err != nil {
			return whole // YAML has braces too, and its parser knows the line
		}
		before := chunk[:decoder.InputOffset()-int64(len(value))]
		docs = append(docs, document{line: line + bytes.Count(before, []byte("\n")), data: value, json: true})
	}
}

// blank reports whether a document holds nothing but comments and directives.
func blank(chunk []byte) bool {
	for line := range bytes.Lines(chunk) {
		line = bytes.TrimSpace(line)
		if len(line) > 0 && line[0] != '#' && line[0] != '%' {
			return false
		}
	}
	return true
}
