package labels

import (
	"strconv"
	"unicode/utf8"
)

// mostQuoted is how many bytes of a text an error quotes, however long the text is.
const mostQuoted = 100

// quote quotes text, of long text the part around a byte. Dots stand for what it leaves out.
func quote(text string, offset int) string {
	if len(text) <= mostQuoted {
		return strconv.Quote(text)
	}
	from := min(max(0, offset-mostQuoted/2), len(text)-mostQuoted)
	to := from + mostQuoted
	// A character that a cut splits stays out. In bytes that are no UTF-8 any cut will do.
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

// quoteAt quotes the character of text that begins at byte i, or that byte if it is no UTF-8.
func quoteAt(text string, i int) string {
	r, size := utf8.DecodeRuneInString(text[i:])
	if r == utf8.RuneError && size <= 1 {
		const hex = "0123456789abcdef"
		return `'\x` + string([]byte{hex[text[i]>>4], hex[text[i]&15]}) + "'"
	}
	return strconv.QuoteRune(r)
}
