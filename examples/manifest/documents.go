package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
)

// document is one YAML or JSON document of a file.
type document struct {
	number int // from 1; empty documents do not count
	line   int // of its first byte in the file, from 1
	column int // of its first byte in that line, from 0
	data   []byte
	json   bool
}

// split cuts a file into its documents. YAML documents end at a line that starts with --- or
// with three dots; JSON documents end by themselves.
func split(data []byte) []document {
	var docs []document
	// Memory does not fail to be read, and the limit is none.
	_, _ = eachDocument(bytes.NewReader(data), math.MaxInt, func(doc document) bool {
		docs = append(docs, doc)
		return true
	})
	return docs
}

// errTooLarge says that a document has more bytes than it may.
var errTooLarge = errors.New("document too large")

// eachDocument calls do with each document of a file until it returns false. It keeps in memory
// what stands between two markers, one document or a stream of JSON: at most limit bytes, else the
// error is errTooLarge. With an error it returns the line where the document begins that could not
// be read.
func eachDocument(r io.Reader, limit int, do func(document) bool) (line int, err error) {
	c := chunks{lines: bufio.NewReader(&lasting{r: r}), limit: limit, line: 1, start: 1}
	if mark, _ := c.lines.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		_, _ = c.lines.Discard(len(byteOrderMark)) // they were peeked at
	}
	number := 0
	for {
		chunk, line, err := c.next()
		if err != nil && !errors.Is(err, io.EOF) {
			return line, err
		}
		for _, doc := range splitJSON(chunk, line) {
			number++
			doc.number = number
			if !do(doc) {
				return 0, nil
			}
		}
		if err != nil {
			return 0, nil
		}
	}
}

const byteOrderMark = "\xef\xbb\xbf"

// lasting repeats the error of a reader, which a look ahead must not lose.
type lasting struct {
	r   io.Reader
	err error
}

func (l *lasting) Read(p []byte) (n int, err error) {
	if l.err == nil {
		n, l.err = l.r.Read(p)
	}
	return n, l.err
}

// chunks reads what stands between the document markers of a file.
type chunks struct {
	lines *bufio.Reader
	limit int
	line  int    // that is read next
	start int    // line that the next chunk begins in
	begun []byte // the next chunk, as far as it has been read
}

// next returns a chunk and the line that it begins in. The last comes with [io.EOF].
func (c *chunks) next() (chunk []byte, line int, err error) {
	chunk, line = c.begun, c.start
	for {
		head, _ := c.lines.Peek(len("--- ")) // what cannot be read is met again below
		switch {
		case marks(head, "---"):
			// What follows the dashes belongs to the next document, in its column.
			_, err = c.lines.Discard(len("---"))
			c.begun, c.start = []byte("   "), c.line
			return chunk, line, err
		case marks(head, "..."):
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
			return nil, errTooLarge
		}
		chunk = append(chunk, text...)
		if !errors.Is(err, bufio.ErrBufferFull) { // the line goes on
			c.line++
			return chunk, err
		}
	}
}

// marks reports whether a line is the given document marker, which may have something behind
// it.
func marks(line []byte, marker string) bool {
	rest, ok := bytes.CutPrefix(line, []byte(marker))
	return ok && (len(rest) == 0 || bytes.ContainsAny(rest[:1], " \t\r\n"))
}

// splitJSON returns the documents of what stands between two markers: none if there are only
// comments, several if it is a stream of JSON objects, else one in YAML. What is no JSON at the
// end of a stream is YAML too: its parser knows the line.
func splitJSON(chunk []byte, line int) []document {
	chunk = withoutMark(chunk)
	var docs []document
	offset, column := 0, 0
	moveTo := func(begin int) {
		column += begin - offset
		if newline := bytes.LastIndexByte(chunk[offset:begin], '\n'); newline >= 0 {
			line += bytes.Count(chunk[offset:begin], []byte("\n"))
			column = begin - offset - newline - 1
		}
		offset = begin
	}
	if bytes.HasPrefix(bytes.TrimSpace(chunk), []byte("{")) {
		decoder := json.NewDecoder(bytes.NewReader(chunk))
		for {
			var value json.RawMessage
			if decoder.Decode(&value) != nil {
				break
			}
			end := int(decoder.InputOffset())
			moveTo(end - len(value))
			docs = append(docs, document{line: line, column: column, data: value, json: true})
			moveTo(end)
		}
	}
	rest := chunk[offset:]
	if blank(rest) {
		return docs
	}
	if len(docs) > 0 { // else it keeps its indentation
		rest = bytes.TrimLeft(rest, " \t\r\n")
		moveTo(len(chunk) - len(rest))
	}
	return append(docs, document{line: line, column: column, data: rest})
}

// withoutMark returns a chunk without the mark that some editors put before a file, and that
// stands in the middle where files were put together.
func withoutMark(chunk []byte) []byte {
	text := bytes.TrimLeft(chunk, " \t\r\n")
	if rest, ok := bytes.CutPrefix(text, []byte(byteOrderMark)); ok {
		return append(chunk[:len(chunk)-len(text)], rest...)
	}
	return chunk
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
