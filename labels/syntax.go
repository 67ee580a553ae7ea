package labels

import (
	"strconv"
	"strings"
)

// How long the parts of a label may be, in bytes, which are all characters of one byte.
const (
	// MaxNameLength is the greatest length of a value, and of a key without its prefix.
	MaxNameLength = 63
	// MaxPrefixLength is the greatest length of the prefix of a key.
	MaxPrefixLength = 253
)

// SyntaxError says why a key, a value or the text of a set is malformed.
type SyntaxError struct {
	// Input is the whole text that was read.
	Input string
	// Offset is the byte of Input that makes it malformed, len(Input) if something is missing
	// at the end.
	Offset int
	// Msg says which part is wrong (prefix, name or value) and why.
	Msg string
}

// Error says what is wrong and where. It quotes at most 100 bytes of the input, around the
// offset.
func (e *SyntaxError) Error() string {
	return e.Msg + ", at byte " + strconv.Itoa(e.Offset) + " of " + quote(e.Input, e.Offset)
}

// What a byte can be part of.
const (
	lowerOrDigit uint8 = 1 << iota
	alphanumeric
	ofName
	ofPrefix
	dot
)

var classes = func() (table [256]uint8) {
	for c := byte('0'); c <= '9'; c++ {
		table[c] = lowerOrDigit | alphanumeric | ofName | ofPrefix
	}
	for c := byte('a'); c <= 'z'; c++ {
		table[c] = lowerOrDigit | alphanumeric | ofName | ofPrefix
	}
	for c := byte('A'); c <= 'Z'; c++ {
		table[c] = alphanumeric | ofName
	}
	table['-'] = ofName | ofPrefix
	table['.'] = ofName | ofPrefix | dot
	table['_'] = ofName
	return table
}()

// ValidateKey returns nil if Kubernetes accepts key as the key of a label, and a
// [*SyntaxError] otherwise. The verdict is that of apimachinery's IsQualifiedName. Only the
// error allocates memory.
func ValidateKey(key string) error {
	slash := strings.IndexByte(key, '/')
	if isName(key[slash+1:]) && (slash < 0 || isPrefix(key[:slash])) {
		return nil
	}
	offset, msg := checkKey(key)
	return &SyntaxError{Input: key, Offset: offset, Msg: msg}
}

// ValidateValue returns nil if Kubernetes accepts value as the value of a label, and a
// [*SyntaxError] otherwise. The verdict is that of apimachinery's IsValidLabelValue. Only the
// error allocates memory.
func ValidateValue(value string) error {
	if value == "" || isName(value) {
		return nil
	}
	offset, msg := checkName("value", value)
	return &SyntaxError{Input: value, Offset: offset, Msg: msg}
}

// isName reports whether s can be a value, and a key without prefix. Together with isPrefix it
// is the fast way to accept what is valid; checkKey and checkName say what is wrong.
func isName(s string) bool {
	if s == "" || len(s) > MaxNameLength {
		return false
	}
	all := ofName
	for i := 0; i < len(s); i++ {
		all &= classes[s[i]]
	}
	return all != 0 && classes[s[0]]&classes[s[len(s)-1]]&alphanumeric != 0
}

// isPrefix reports whether s can be the prefix of a key.
func isPrefix(s string) bool {
	if s == "" || len(s) > MaxPrefixLength {
		return false
	}
	all, before := ofPrefix, dot // a part begins as behind a dot
	for i := 0; i < len(s); i++ {
		class := classes[s[i]]
		if (class|before)&(dot|lowerOrDigit) == dot {
			return false // beside the dot there is no letter or digit
		}
		all &= class
		before = class
	}
	return all != 0 && before&lowerOrDigit != 0
}

func checkKey(key string) (offset int, msg string) {
	slash := strings.IndexByte(key, '/')
	if slash >= 0 {
		if offset, msg := checkPrefix(key[:slash]); msg != "" {
			return offset, msg
		}
	}
	name := key[slash+1:]
	if name == "" {
		return len(key), "name is missing"
	}
	offset, msg = checkName("name", name)
	return slash + 1 + offset, msg
}

// checkName checks a part that is neither empty nor a prefix.
func checkName(part, s string) (offset int, msg string) {
	for i := 0; i < len(s); i++ {
		if i == MaxNameLength {
			return i, part + " has " + strconv.Itoa(len(s)) + " characters, at most " + strconv.Itoa(MaxNameLength) + " are allowed"
		}
		if classes[s[i]]&ofName == 0 {
			return i, part + " has " + quoteAt(s, i) + ", but only letters, digits, '-', '_' and '.' are allowed"
		}
	}
	if classes[s[0]]&alphanumeric == 0 {
		return 0, part + " begins with " + quoteAt(s, 0) + ", but must begin with a letter or digit"
	}
	if last := len(s) - 1; classes[s[last]]&alphanumeric == 0 {
		return last, part + " ends with " + quoteAt(s, last) + ", but must end with a letter or digit"
	}
	return 0, ""
}

func checkPrefix(s string) (offset int, msg string) {
	if s == "" {
		return 0, "prefix is missing before the slash"
	}
	between := true // at the start of a part
	for i := 0; i < len(s); i++ {
		class := classes[s[i]]
		switch {
		case i == MaxPrefixLength:
			return i, "prefix has " + strconv.Itoa(len(s)) + " characters, at most " + strconv.Itoa(MaxPrefixLength) + " are allowed"
		case class&ofPrefix == 0:
			return i, "prefix has " + quoteAt(s, i) + ", but only lower-case letters, digits, '-' and '.' are allowed"
		case class&lowerOrDigit != 0:
			between = false
		case between:
			return i, "prefix has " + quoteAt(s, i) + " where a letter or digit must begin a part"
		case s[i] == '.':
			if classes[s[i-1]]&lowerOrDigit == 0 {
				return i - 1, "prefix has " + quoteAt(s, i-1) + " where a letter or digit must end a part"
			}
			between = true
		}
	}
	if last := len(s) - 1; classes[s[last]]&lowerOrDigit == 0 {
		return last, "prefix ends with " + quoteAt(s, last) + ", but must end with a letter or digit"
	}
	return 0, ""
}
