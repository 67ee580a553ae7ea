package labels

import (
	"strconv"
	"unicode/utf8"
)

// SyntaxError describes a malformed key, value or set.
type SyntaxError struct {
	// Input is the whole text that was parsed.
	Input string
	// Offset is the index of the first invalid byte. It is len(Input) if something is missing
	// at the end.
	Offset int
	// Msg says which part is wrong (prefix, name or value) and why.
	Msg string
}

// Error returns the message, the offset and the input. It quotes at most 100 bytes of the
// input, around the offset.
func (e *SyntaxError) Error() string {
	return e.Msg + ", at byte " + strconv.Itoa(e.Offset) + " of " + quote(e.Input, e.Offset)
}

// maxQuoted is the number of bytes that an error quotes at most, so that errors stay short for
// any input.
const maxQuoted = 100

// quote quotes text. Of long text it quotes the part around the offset, with dots in place of
// the rest.
func quote(text string, offset int) string {
	if len(text) <= maxQuoted {
		return strconv.Quote(text)
	}
	from := min(max(0, offset-maxQuoted/2), len(text)-maxQuoted)
	to := from + maxQuoted
	// Don't split a character. Text that isn't UTF-8 may be cut anywhere.
	for range utf8.UTFMax - 1 {
		if from > 0 && !utf8.RuneStart(text[from]) {
			from++
		}
		if to < len(text) && !utf8.RuneStart(text[to]) {
			to--
		}
	}
	quoted := strconv.Quote(text[from:to])
	if from > 0 {
		quoted = "..." + quoted
	}
	if to < len(text) {
		quoted += "..."
	}
	return quoted
}

// quoteAt quotes the character of text at byte i, or the byte itself if it isn't UTF-8.
func quoteAt(text string, i int) string {
	r, size := utf8.DecodeRuneInString(text[i:])
	if r == utf8.RuneError && size <= 1 {
		const hex = "0123456789abcdef"
		return `'\x` + string([]byte{hex[text[i]>>4], hex[text[i]&15]}) + "'"
	}
	return strconv.QuoteRune(r)
}
