package input

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"math"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Document is one YAML or JSON document of a file.
type Document struct {
	Number int // from 1, without empty documents
	Line   int // of the first byte in the file, from 1
	Column int // of the first byte in its line, from 0
	Data   []byte
	JSON   bool
}

// ErrTooLarge says that a document is larger than the limit.
var ErrTooLarge = errors.New("document too large")

// Split returns the documents of a file that is in memory.
func Split(data []byte) []Document {
	var docs []Document
	for doc, err := range Documents(bytes.NewReader(data), math.MaxInt) {
		if err != nil { // can't be: reading memory doesn't fail, and nothing exceeds the limit
			break
		}
		docs = append(docs, doc)
	}
	return docs
}

// Documents returns the documents of a file, in UTF-8 even if it is in UTF-16. YAML documents end
// at a line that starts with three dashes or three dots, JSON documents at their closing brace.
// Documents leaves out those that are empty or consist of comments.
//
// It holds the text between two of these lines in memory. If that is more than limit bytes, or if
// r fails, it ends with an error and a Document of which only Line is set: where the text begins
// that could not be read.
func Documents(r io.Reader, limit int) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
		c := chunks{lines: utf8Reader(r), limit: limit, line: 1, start: 1}
		number := 0
		for {
			chunk, line, err := c.next()
			if err != nil && !errors.Is(err, io.EOF) {
				yield(Document{Line: line}, err)
				return
			}
			for _, doc := range splitChunk(chunk, line) {
				number++
				doc.Number = number
				if !yield(doc, nil) {
					return
				}
			}
			if err != nil {
				return
			}
		}
	}
}

// The byte order marks of UTF-8 and UTF-16.
const (
	byteOrderMark = "\xef\xbb\xbf"
	littleEndian  = "\xff\xfe"
	bigEndian     = "\xfe\xff"
)

// utf8Reader returns a reader of the text without a byte order mark, in UTF-8.
func utf8Reader(r io.Reader) *bufio.Reader {
	text := bufio.NewReader(&stickyError{r: r})
	mark, _ := text.Peek(len(byteOrderMark))
	switch {
	case string(mark) == byteOrderMark:
		_, _ = text.Discard(len(mark)) // can't fail: the bytes are buffered
	case bytes.HasPrefix(mark, []byte(littleEndian)), bytes.HasPrefix(mark, []byte(bigEndian)):
		return bufio.NewReader(transform.NewReader(text, unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM).NewDecoder()))
	}
	return text
}

// stickyError repeats the error of a reader: Peek would lose it.
type stickyError struct {
	r   io.Reader
	err error
}

func (s *stickyError) Read(p []byte) (n int, err error) {
	if s.err == nil {
		n, s.err = s.r.Read(p)
	}
	return n, s.err
}

// chunks reads the text between the document markers of a file.
type chunks struct {
	lines *bufio.Reader
	limit int
	line  int    // the line to read next
	start int    // the line that the next chunk begins in
	begun []byte // the part of the next chunk that was in the line of the marker
}

// next returns a chunk and the line that it begins in. The last chunk comes with [io.EOF].
func (c *chunks) next() (chunk []byte, line int, err error) {
	chunk, line = c.begun, c.start
	for {
		head, _ := c.lines.Peek(len("--- ")) // appendLine returns the error
		switch {
		case isMarker(head, "---"):
			// Text after the dashes belongs to the next document. Spaces keep its column.
			_, err = c.lines.Discard(len("---"))
			c.begun, c.start = []byte("   "), c.line
			return chunk, line, err
		case isMarker(head, "..."):
			c.begun, c.start = []byte("\n"), c.line
			_, err = c.appendLine(nil)
			return chunk, line, err
		}
		chunk, err = c.appendLine(chunk)
		if err != nil {
			return chunk, line, err
		}
	}
}

// appendLine appends the rest of the line to chunk.
func (c *chunks) appendLine(chunk []byte) ([]byte, error) {
	for {
		text, err := c.lines.ReadSlice('\n')
		if len(chunk)+len(text) > c.limit {
			return nil, ErrTooLarge
		}
		chunk = append(chunk, text...)
		if !errors.Is(err, bufio.ErrBufferFull) { // else the line is longer than the buffer
			c.line++
			return chunk, err
		}
	}
}

// isMarker reports whether a line is a document marker: the marker alone, or followed by a space.
func isMarker(line []byte, marker string) bool {
	rest, ok := bytes.CutPrefix(line, []byte(marker))
	return ok && (len(rest) == 0 || bytes.ContainsAny(rest[:1], " \t\r\n"))
}

// splitChunk returns the documents between two markers: none if there are only comments, several
// if it is a stream of JSON objects, else one in YAML. If a stream of JSON ends in something else,
// that becomes a YAML document, since the YAML parser reports the line of an error.
func splitChunk(chunk []byte, line int) []Document {
	chunk = trimMark(chunk)
	var docs []Document
	offset, column := 0, 0
	advance := func(to int) {
		column += to - offset
		if newline := bytes.LastIndexByte(chunk[offset:to], '\n'); newline >= 0 {
			line += bytes.Count(chunk[offset:to], []byte("\n"))
			column = to - offset - newline - 1
		}
		offset = to
	}
	if bytes.HasPrefix(bytes.TrimSpace(chunk), []byte("{")) {
		decoder := json.NewDecoder(bytes.NewReader(chunk))
		for {
			var value json.RawMessage
			if decoder.Decode(&value) != nil {
				break
			}
			end := int(decoder.InputOffset())
			advance(end - len(value))
			docs = append(docs, Document{Line: line, Column: column, Data: value, JSON: true})
			advance(end)
		}
	}
	rest := chunk[offset:]
	if isBlank(rest) {
		return docs
	}
	if len(docs) > 0 { // a single YAML document keeps its indentation
		rest = bytes.TrimLeft(rest, " \t\r\n")
		advance(len(chunk) - len(rest))
	}
	return append(docs, Document{Line: line, Column: column, Data: rest})
}

// trimMark removes a leading byte order mark. Concatenated files can have one at the start of each
// document.
func trimMark(chunk []byte) []byte {
	text := bytes.TrimLeft(chunk, " \t\r\n")
	if rest, ok := bytes.CutPrefix(text, []byte(byteOrderMark)); ok {
		return append(chunk[:len(chunk)-len(text)], rest...)
	}
	return chunk
}

// isBlank reports whether a document holds nothing except comments and directives.
func isBlank(chunk []byte) bool {
	for line := range bytes.Lines(chunk) {
		line = bytes.TrimSpace(line)
		if len(line) > 0 && line[0] != '#' && line[0] != '%' {
			return false
		}
	}
	return true
}
