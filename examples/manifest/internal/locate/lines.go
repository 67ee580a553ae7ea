package locate

import (
	"strings"
	"unicode/utf8"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
)

// line is a line as YAML counts them. YAML knows more line ends than a line feed, so it may be a
// part of a line as editors count them.
type line struct {
	start       int // offset of its first byte
	number      int // of the editor's line, from 1
	editorStart int // offset of the first byte of the editor's line
}

// linesOf splits a document into lines.
func linesOf(data []byte) []line {
	lines := []line{{number: 1}}
	for i := 0; i < len(data); {
		r, size := rune(data[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(data[i:])
		}
		i += size
		if i == len(data) {
			break
		}
		last := lines[len(lines)-1]
		switch {
		case r == '\n':
			lines = append(lines, line{i, last.number + 1, i})
		case r == '\r' && data[i] != '\n', r == '\u0085', r == '\u2028', r == '\u2029':
			lines = append(lines, line{i, last.number, last.editorStart})
		}
	}
	return lines
}

// At returns the position in the file of a line and column of the document, both from 1 and as
// the parsers count them. It is always inside the document.
func (d *Document) At(number, column int) finding.Position {
	if d.lines == nil {
		d.lines = linesOf(d.Data)
	}
	if number > len(d.lines) {
		number, column = len(d.lines), 1
	}
	l := d.lines[max(number, 1)-1]
	column = max(column, 1) + utf8.RuneCount(d.Data[l.editorStart:l.start])
	if d.cursor.line != l.number {
		d.cursor = cursor{line: l.number, column: 1, offset: l.editorStart}
	}
	d.cursor.move(d.Data, column)
	p := finding.Position{
		File: d.File, Document: d.Number, Line: d.Line + l.number - 1, Column: d.cursor.column,
		Excerpt: excerptAt(d.Data, l.editorStart, d.cursor),
	}
	if l.number == 1 {
		p.Column += d.Column
	}
	return p
}

// cursor is a position in a text. A cursor moves from one position to the next, since counting
// the characters of a line anew for each position would be quadratic: a line can be as long as
// its document.
type cursor struct {
	line, column int // from 1, the column in characters
	offset       int // in bytes
}

// move goes to a column of the line, or to the end of the line if it is shorter.
func (c *cursor) move(data []byte, column int) {
	for c.column > column {
		_, size := utf8.DecodeLastRune(data[:c.offset])
		c.column, c.offset = c.column-1, c.offset-size
	}
	for c.column < column && c.offset < len(data) && data[c.offset] != '\n' {
		_, size := utf8.DecodeRune(data[c.offset:])
		c.column, c.offset = c.column+1, c.offset+size
	}
}

// excerptAt returns the part of a line around the cursor. The line begins at start.
func excerptAt(data []byte, start int, at cursor) finding.Excerpt {
	const (
		size   = 300 // characters of an excerpt
		before = 40  // characters before the cursor, in a line that is longer
	)
	begin := cursor{column: 1, offset: start}
	if at.column > size-before {
		begin = at
		begin.move(data, at.column-before)
	}
	end := begin
	end.move(data, begin.column+size)
	text := string([]rune(string(data[begin.offset:end.offset]))) // replaces invalid UTF-8
	return finding.Excerpt{Text: strings.TrimSuffix(text, "\r"), Caret: at.column - begin.column + 1}
}
