package labels

import "strings"

// ParseSet reads labels as [Set.String] writes them: a=b,c=d. White space around keys and
// values is skipped, and text that has nothing else is the empty set. The error is a
// [*SyntaxError]: the text is malformed, a key or value is invalid, or a key stands there
// twice. The set that it returns is new; its strings are parts of text.
func ParseSet(text string) (Set, error) {
	set := Set{}
	if strings.TrimLeft(text, spaces) == "" {
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

// parseLabel adds the label that text says to the set, which ParseSet is making.
func (s Set) parseLabel(text string) (offset int, msg string) {
	key, value, found := strings.Cut(text, "=")
	if !found {
		if strings.TrimLeft(text, spaces) == "" {
			return 0, "a label is missing"
		}
		return len(strings.TrimRight(text, spaces)), "'=' is missing after the key"
	}
	key, at := trim(key, 0)
	if offset, msg := checkKey(key); msg != "" {
		return at + offset, "key: " + msg
	}
	if s.Has(key) {
		return at, "key stands here a second time"
	}
	value, at = trim(value, strings.IndexByte(text, '=')+1)
	if value != "" {
		if offset, msg := checkName("value", value); msg != "" {
			return at + offset, msg
		}
	}
	s[key] = value
	return 0, ""
}

const spaces = " \t\r\n"

// trim returns s without white space around it, and where it begins if s begins at start.
func trim(s string, start int) (trimmed string, at int) {
	right := strings.TrimLeft(s, spaces)
	return strings.TrimRight(right, spaces), start + len(s) - len(right)
}
