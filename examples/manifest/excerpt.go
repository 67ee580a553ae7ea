package main

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// maxExcerpt is how many characters of a line are shown.
const maxExcerpt = 300

// newExcerpt returns what is shown of the line of data that begins at start: the part around
// the cursor.
func newExcerpt(data []byte, start int, at cursor) excerpt {
	const margin = 40 // what is shown before the cursor, if the line has to be cut
	begin := cursor{column: 1, offset: start}
	if at.column > maxExcerpt-margin {
		begin = at
		begin.move(data, at.column-margin)
	}
	end := begin
	end.move(data, begin.column+maxExcerpt)
	return excerpt{
		Text:  strings.TrimSuffix(string([]rune(string(data[begin.offset:end.offset]))), "\r"),
		Caret: at.column - begin.column + 1,
	}
}

// lines returns the excerpt and a line with a caret for people, both ready to be printed.
func (e excerpt) lines() (text, caret string) {
	var b strings.Builder
	count := 0
	for _, r := range e.Text {
		count++
		switch {
		case count >= e.Caret:
			b.WriteByte('^')
			return printable(e.Text), b.String()
		case r == '\t':
			b.WriteByte('\t')
		default:
			b.WriteString(strings.Repeat(" ", cells(r)))
		}
	}
	return printable(e.Text), b.String() + "^"
}

// cells returns how wide a terminal shows a character.
func cells(r rune) int {
	switch kind := width.LookupRune(r).Kind(); {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case kind == width.EastAsianWide, kind == width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// printable replaces what a terminal would not show, or obey.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || unicode.IsGraphic(r) && !unicode.Is(unicode.Bidi_Control, r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}
