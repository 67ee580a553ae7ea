package selector

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jobapi/jobapi/labels"
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

func newSyntaxError(input string, offset int, f fault, msg string) *SyntaxError {
	return &SyntaxError{Input: input, Offset: offset, Msg: msg, Hint: hint(input, offset, f)}
}

// Error says what is wrong and where, and gives the hint. It quotes at most 100 bytes of the
// input, around the offset.
func (e *SyntaxError) Error() string {
	inside := labels.SyntaxError{Input: e.Input, Offset: e.Offset, Msg: e.Msg}
	if e.Hint == "" {
		return inside.Error()
	}
	return inside.Error() + ": " + e.Hint
}

// Caret returns the input and, on a second line, a caret under the offset, for terminals:
//
//	a not in (b)
//	  ^
//
// What cannot be printed on one line is shown as a space, bytes that are no UTF-8 as a
// replacement character. Of long input only the part around the offset is shown. Each character
// counts as one column, so behind those that a terminal makes wider or narrower, such as
// ideographs and combining accents, the caret is off by as much.
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

// RequirementError says why a requirement cannot be made.
type RequirementError struct {
	// Path is the part that is wrong: key, operator, values or values[i], and for a set of
	// labels ["app"]: the label with that key, whether the key is wrong or its value. Functions
	// that take several requirements put before it which one: matchExpressions[2].key,
	// matchLabels["app"]. Keys are quoted as in Go, and cut if they are longer than any valid one.
	Path string
	// Msg says what is wrong with it.
	Msg string
	// Err is the [*labels.SyntaxError] of a malformed key or value, and nil for other errors.
	Err error
}

// Error says which part is wrong, and what is wrong with it.
func (e *RequirementError) Error() string { return e.Path + ": " + e.Msg }

// Unwrap returns e.Err.
func (e *RequirementError) Unwrap() error { return e.Err }

// under puts the place of a requirement before the path of its error.
func under(place string, err *RequirementError) *RequirementError {
	if !strings.HasPrefix(err.Path, "[") {
		place += "."
	}
	return &RequirementError{Path: place + err.Path, Msg: err.Msg, Err: err.Err}
}

// mostQuoted is how many bytes of a token, a value or a name an error quotes.
const mostQuoted = 100

// quote quotes text, or as much of its beginning as fits into most bytes. It splits no character.
func quote(text string, most int) string {
	if len(text) <= most {
		return strconv.Quote(text)
	}
	cut := most
	for cut > most-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return strconv.Quote(text[:cut]) + "..."
}
