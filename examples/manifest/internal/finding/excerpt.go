package finding

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Excerpt is the part of a line that a finding is about.
type Excerpt struct {
	Text  string // "" if it is not known
	Caret int    // the column in Text that the finding is about, from 1
}

// Lines returns the text of the excerpt, and a line with a caret that a terminal shows below the
// character that the finding is about.
func (e Excerpt) Lines() (text, caret string) {
	var b strings.Builder
	column := 0
	for _, r := range e.Text {
		column++
		if column >= e.Caret {
			break
		}
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteString(strings.Repeat(" ", cells(r)))
		}
	}
	return Printable(e.Text), b.String() + "^"
}

// cells returns how many cells of a terminal a character fills.
func cells(r rune) int {
	switch kind := width.LookupRune(r).Kind(); {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case kind == width.EastAsianWide, kind == width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// Printable replaces the characters that a terminal does not show or takes for a command.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || unicode.IsGraphic(r) && !unicode.Is(unicode.Bidi_Control, r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}
