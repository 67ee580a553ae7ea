package selector

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SyntaxError says why a text is no selector.
type SyntaxError struct {
	// Input is the whole text.
	Input string
	// Offset is the first byte of the token that cannot stand there, or the byte inside a word
	// that makes the word invalid. It is len(Input) if something is missing at the end.
	Offset int
	// Msg says what was found and what was expected instead.
	Msg string
	// Hint says what to write, if the mistake is one that people are known to make.
	Hint string
}

func newSyntaxError(input string, offset int, msg string) *SyntaxError {
	return &SyntaxError{Input: input, Offset: offset, Msg: msg, Hint: hint(input, offset, msg)}
}

// Error says what is wrong and where, and gives the hint. It quotes at most 100 bytes of the
// input.
func (e *SyntaxError) Error() string {
	text := fmt.Sprintf("%s, at byte %d of %s", e.Msg, e.Offset, quote(e.Input))
	if e.Hint != "" {
		text += ": " + e.Hint
	}
	return text
}

// quote quotes text, or the beginning of it.
func quote(text string) string {
	const most = 100
	if len(text) > most {
		return strconv.Quote(text[:most]) + "..."
	}
	return strconv.Quote(text)
}

// Caret returns the input and, on a second line, a caret under the offset, for terminals:
//
//	a not in (b)
//	  ^
//
// What cannot be printed on one line is shown as a space, bytes that are no UTF-8 as a
// replacement character. Of long input only the part around the offset is shown.
func (e *SyntaxError) Caret() string {
	const around = 60 // bytes on either side
	offset := min(max(e.Offset, 0), len(e.Input))
	from, to := max(0, offset-around), min(len(e.Input), offset+around)
	for from > 0 && from > offset-around-utf8.UTFMax && !utf8.RuneStart(e.Input[from]) {
		from--
	}
	for to < len(e.Input) && to < offset+around+utf8.UTFMax && !utf8.RuneStart(e.Input[to]) {
		to++
	}
	before, after := printable(e.Input[from:offset]), printable(e.Input[offset:to])
	if from > 0 {
		before = "..." + before
	}
	if to < len(e.Input) {
		after += "..."
	}
	return before + after + "\n" + strings.Repeat(" ", utf8.RuneCountInString(before)) + "^"
}

func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) && r != utf8.RuneError {
			return ' '
		}
		return r
	}, text)
}
