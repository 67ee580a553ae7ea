package main

import "unicode/utf8"

// line is what YAML calls a line. It may be a part of one as editors count them, since YAML
// knows other ends than a line feed.
type line struct {
	start  int // byte that it begins with
	number int // of the editors' line, from 1
	whole  int // byte that the editors' line begins with
}

// linesOf cuts a document into lines.
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
			lines = append(lines, line{i, last.number, last.whole})
		}
	}
	return lines
}

// at returns the place that the parsers call line and column, both from 1, and keeps it inside
// the document.
func (n *nodes) at(number, column int) position {
	if n.lines == nil {
		n.lines = linesOf(n.data)
	}
	if number > len(n.lines) {
		number, column = len(n.lines), 1
	}
	l := n.lines[max(number, 1)-1]
	column = max(column, 1) + utf8.RuneCount(n.data[l.whole:l.start])
	if n.last.line != l.number {
		n.last = cursor{line: l.number, column: 1, offset: l.whole}
	}
	n.last.move(n.data, column)
	p := position{file: n.file, document: n.number, line: n.line + l.number - 1, column: n.last.column}
	p.excerpt = newExcerpt(n.data, l.whole, n.last)
	if l.number == 1 {
		p.column += n.column
	}
	return p
}

// cursor is a place in a text. One place is found from another that is near: lines can be as
// long as documents.
type cursor struct {
	line, column int // from 1, the column in characters
	offset       int
}

// move goes to a column of the line, or to the end of the line.
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
