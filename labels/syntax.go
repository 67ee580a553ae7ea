package labels

import (
	"strconv"
	"strings"
)

// The maximum lengths of the parts of a label, in bytes. Every allowed character is one byte.
const (
	// MaxNameLength is the maximum length of a value and of the name in a key.
	MaxNameLength = 63
	// MaxPrefixLength is the maximum length of the prefix of a key.
	MaxPrefixLength = 253
)

// Prefix returns the part of a key before the first slash, or "" if the key has no slash. Keys
// without a prefix are private to the user. Automated components that label the objects of
// users must use a prefix.
func Prefix(key string) string {
	prefix, _, found := strings.Cut(key, "/")
	if !found {
		return ""
	}
	return prefix
}

// IsReserved reports whether the prefix of a key is reserved for Kubernetes: kubernetes.io,
// k8s.io, or a subdomain of either.
func IsReserved(key string) bool {
	prefix := Prefix(key)
	for _, domain := range []string{"kubernetes.io", "k8s.io"} {
		if rest, ok := strings.CutSuffix(prefix, domain); ok && (rest == "" || strings.HasSuffix(rest, ".")) {
			return true
		}
	}
	return false
}

// ValidateKey returns nil if Kubernetes accepts key as the key of a label. Otherwise it returns
// a [*SyntaxError]. The verdict is the same as that of apimachinery's IsQualifiedName. Valid
// keys cost no allocation.
func ValidateKey(key string) error {
	slash := strings.IndexByte(key, '/')
	if isName(key[slash+1:]) && (slash < 0 || isPrefix(key[:slash])) {
		return nil
	}
	offset, msg := checkKey(key)
	return &SyntaxError{Input: key, Offset: offset, Msg: msg}
}

// ValidateValue returns nil if Kubernetes accepts value as the value of a label. Otherwise it
// returns a [*SyntaxError]. The verdict is the same as that of apimachinery's
// IsValidLabelValue. Valid values cost no allocation.
func ValidateValue(value string) error {
	if value == "" || isName(value) {
		return nil
	}
	offset, msg := checkName("value", value)
	return &SyntaxError{Input: value, Offset: offset, Msg: msg}
}

// The classes of a byte.
const (
	lowerOrDigit uint8 = 1 << iota
	alphanumeric
	inName
	inPrefix
	dot
)

// classes holds the classes of each byte.
var classes = func() (table [256]uint8) {
	for c := byte('0'); c <= '9'; c++ {
		table[c] = lowerOrDigit | alphanumeric | inName | inPrefix
	}
	for c := byte('a'); c <= 'z'; c++ {
		table[c] = lowerOrDigit | alphanumeric | inName | inPrefix
	}
	for c := byte('A'); c <= 'Z'; c++ {
		table[c] = alphanumeric | inName
	}
	table['-'] = inName | inPrefix
	table['.'] = inName | inPrefix | dot
	table['_'] = inName
	return table
}()

// isName reports whether s is a valid name. Together with isPrefix it accepts valid labels faster
// than checkKey and checkName, which say what is wrong with the others. See
// BenchmarkFromLabelSelector of package selector.
func isName(s string) bool {
	if s == "" || len(s) > MaxNameLength {
		return false
	}
	common := inName
	for i := 0; i < len(s); i++ {
		common &= classes[s[i]]
	}
	return common != 0 && classes[s[0]]&classes[s[len(s)-1]]&alphanumeric != 0
}

// isPrefix reports whether s is a valid prefix.
func isPrefix(s string) bool {
	if s == "" || len(s) > MaxPrefixLength {
		return false
	}
	common, previous := inPrefix, dot // the first part begins as if after a dot
	for i := 0; i < len(s); i++ {
		class := classes[s[i]]
		if (class|previous)&(dot|lowerOrDigit) == dot {
			return false // a neighbor of a dot is neither a letter nor a digit
		}
		common &= class
		previous = class
	}
	return common != 0 && previous&lowerOrDigit != 0
}

// checkKey returns what is wrong with a key and where, or an empty message.
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

// checkName returns what is wrong with a name or value that isn't empty, and where. part says
// which of the two it is.
func checkName(part, s string) (offset int, msg string) {
	for i := 0; i < len(s); i++ {
		if i == MaxNameLength {
			return i, tooLong(part, s, MaxNameLength)
		}
		if classes[s[i]]&inName == 0 {
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

// checkPrefix returns what is wrong with a prefix and where, or an empty message.
func checkPrefix(s string) (offset int, msg string) {
	if s == "" {
		return 0, "prefix before the slash is missing"
	}
	atStart := true // of a part
	for i := 0; i < len(s); i++ {
		class := classes[s[i]]
		switch {
		case i == MaxPrefixLength:
			return i, tooLong("prefix", s, MaxPrefixLength)
		case class&inPrefix == 0:
			return i, "prefix has " + quoteAt(s, i) + ", but only lower-case letters, digits, '-' and '.' are allowed"
		case class&lowerOrDigit != 0:
			atStart = false
		case atStart:
			return i, "prefix has a part that begins with " + quoteAt(s, i) + ", but parts must begin with a letter or digit"
		case s[i] == '.':
			if classes[s[i-1]]&lowerOrDigit == 0 {
				return i - 1, "prefix has a part that ends with " + quoteAt(s, i-1) + ", but parts must end with a letter or digit"
			}
			atStart = true
		}
	}
	if last := len(s) - 1; classes[s[last]]&lowerOrDigit == 0 {
		return last, "prefix ends with " + quoteAt(s, last) + ", but must end with a letter or digit"
	}
	return 0, ""
}

func tooLong(part, s string, limit int) string {
	return part + " has " + strconv.Itoa(len(s)) + " characters, but at most " + strconv.Itoa(limit) + " are allowed"
}
