package labels

import (
	"math"
	"strings"
)

// ParseSet parses labels in the format of [Set.String]: a=b,c=d. White space around keys and
// values is ignored. Text without labels is the empty set. The error is a [*SyntaxError] if the
// text is malformed, a key or value is invalid, or a key occurs twice. The returned set is new.
// Its strings share memory with text.
func ParseSet(text string) (Set, error) {
	set := Set{}
	if strings.TrimLeft(text, whitespace) == "" {
		return set, nil
	}
	for start := 0; start <= len(text); {
		end := len(text)
		if comma := strings.IndexByte(text[start:], ','); comma >= 0 {
			end = start + comma
		}
		if offset, msg := set.parseLabel(text[start:end]); msg != "" {
			return nil, &SyntaxError{Input: text, Offset: start + offset, Msg: msg}
		}
		start = end + 1
	}
	return set, nil
}

// parseLabel parses one label and adds it to s, the set that ParseSet builds. It returns what is
// wrong with the text and where, or an empty message.
func (s Set) parseLabel(text string) (offset int, msg string) {
	key, value, found := strings.Cut(text, "=")
	if !found {
		if strings.TrimLeft(text, whitespace) == "" {
			return 0, "label is missing: remove the extra comma"
		}
		return len(strings.TrimRight(text, whitespace)), "'=' is missing after the key"
	}
	key, start := trim(key, 0)
	if offset, msg := checkKey(key); msg != "" {
		return start + offset, "key: " + msg
	}
	if s.Has(key) {
		return start, "duplicate key"
	}
	value, start = trim(value, strings.IndexByte(text, '=')+1)
	if value != "" {
		if offset, msg := checkName("value", value); msg != "" {
			return start + offset, msg
		}
	}
	s[key] = value
	return 0, ""
}

const whitespace = " \t\r\n"

// trim returns s without the white space around it, and the offset of the result if s begins at
// the offset start.
func trim(s string, start int) (trimmed string, offset int) {
	right := strings.TrimLeft(s, whitespace)
	return strings.TrimRight(right, whitespace), start + len(s) - len(right)
}

// ParseInteger parses a label value the way that selectors with > and < do: as a 64-bit decimal
// integer. Leading zeros are allowed, so several values stand for the same integer. A sign is
// allowed too, although no valid label value has one. ok is false if the value isn't such an
// integer.
//
// ParseInteger does not allocate.
func ParseInteger(value string) (n int64, ok bool) {
	digits := strings.TrimPrefix(value, "-")
	negative := len(digits) < len(value)
	if !negative {
		digits = strings.TrimPrefix(value, "+")
	}
	if digits == "" {
		return 0, false
	}
	// n holds the negative, since the least integer has no positive counterpart.
	for _, c := range []byte(digits) {
		digit := int64(c) - '0'
		if digit < 0 || digit > 9 || n < (math.MinInt64+digit)/10 {
			return 0, false
		}
		n = 10*n - digit
	}
	if negative {
		return n, true
	}
	if n == math.MinInt64 {
		return 0, false
	}
	return -n, true
}
