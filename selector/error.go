package selector

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jobapi/jobapi/labels"
)

// SyntaxError describes a text that isn't a selector.
type SyntaxError struct {
	// Input is the whole text.
	Input string
	// Offset is the index of the first byte of the unexpected token, or of the byte that makes a
	// word malformed. It is len(Input) if something is missing at the end.
	Offset int
	// Msg says what was found and what was expected.
	Msg string
	// Hint says what to write instead. It is empty unless the mistake is a common one.
	Hint string
}

// Error returns the message, the offset, the input and the hint. It quotes at most 100 bytes of
// the input, around the offset.
func (e *SyntaxError) Error() string {
	err := labels.SyntaxError{Input: e.Input, Offset: e.Offset, Msg: e.Msg}
	if e.Hint == "" {
		return err.Error()
	}
	return err.Error() + ": " + e.Hint
}

// Caret returns the input and, on a second line, a caret under the offset. It is meant for
// terminals:
//
//	a not in (b)
//	  ^
//
// The input fills exactly one line. Characters that can't be printed become spaces, and bytes
// that aren't UTF-8 become replacement characters. If the input is long, Caret shows the part
// around the offset. It assumes that every character is one column wide, so wide and combining
// characters before the offset displace the caret.
func (e *SyntaxError) Caret() string {
	const context = 60 // bytes on either side
	offset := min(max(e.Offset, 0), len(e.Input))
	from, to := max(0, offset-context), min(len(e.Input), offset+context)
	for from > 0 && from > offset-context-utf8.UTFMax && !utf8.RuneStart(e.Input[from]) {
		from--
	}
	for to < len(e.Input) && to < offset+context+utf8.UTFMax && !utf8.RuneStart(e.Input[to]) {
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

// RequirementError describes an invalid requirement.
type RequirementError struct {
	// Path is the invalid part: key, operator, values or values[i]. For a set of labels it is
	// the key in brackets, such as ["app"], whether the key is invalid or the value. Functions
	// that take several requirements put the requirement before it: matchExpressions[2].key,
	// matchLabels["app"]. A key is quoted as in Go, and cut if it is longer than any valid key.
	Path string
	// Msg says what is wrong.
	Msg string
	// Err is the [*labels.SyntaxError] if a key or value is malformed. Otherwise it is nil.
	Err error
}

// Error returns the path and the message.
func (e *RequirementError) Error() string { return e.Path + ": " + e.Msg }

// Unwrap returns e.Err.
func (e *RequirementError) Unwrap() error { return e.Err }

// withPrefix returns the error with a prefix before its path.
func withPrefix(prefix string, err *RequirementError) *RequirementError {
	return &RequirementError{Path: prefix + err.Path, Msg: err.Msg, Err: err.Err}
}

// maxQuoted is the number of bytes of a token, value or name that an error quotes at most.
const maxQuoted = 100

// quote quotes text, or as many of its first characters as fit into limit bytes.
func quote(text string, limit int) string {
	if len(text) <= limit {
		return strconv.Quote(text)
	}
	cut := limit
	for cut > limit-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return strconv.Quote(text[:cut]) + "..."
}
