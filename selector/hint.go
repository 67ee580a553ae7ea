package selector

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jobapi/jobapi/labels"
)

// hint returns what to write instead of the text at the offset. It returns "" unless the mistake
// is a common one.
func hint(input string, offset int, f fault) string {
	c := newErrorContext(input, offset, f)
	for _, mistake := range mistakes {
		if mistake.made(c) {
			return mistake.hint
		}
	}
	return ""
}

// Hints for several mistakes.
const (
	useParentheses = "write the values in parentheses: key in (a,b)"
	useGreaterLess = ">= and <= aren't supported; for integers write key>4 for key>=5, and key<6 for key<=5"
	useExclusion   = "to exclude one value write key!=value; to exclude several write key notin (a,b)"
	usePresence    = "write the key alone if the label must exist, and !key if it must not"
)

// mistakes lists common mistakes. The first that applies decides. A wrong hint misleads people,
// so an entry also checks the fault unless its text can only mean one thing.
var mistakes = []struct {
	made func(*errorContext) bool
	hint string
}{
	// Characters that are wrong everywhere.
	{func(c *errorContext) bool { return c.startsWith("\x00") }, "selectors can't contain NUL bytes"},
	{func(c *errorContext) bool { return c.startsWith(`"`, "'", "`", "“", "”", "‘", "’") }, "write keys and values without quotes"},
	{func(c *errorContext) bool { return c.startsWith("{{") }, "expand the template before parsing the selector"},
	{func(c *errorContext) bool {
		return c.startsWith("$(", "${") || c.startsWith("$") && c.byteIs(1, isNameStart)
	}, "a shell variable was not expanded; the shell doesn't expand variables in single quotes"},
	{func(c *errorContext) bool { return c.startsWith("%") && c.byteIs(1, isHex) && c.byteIs(2, isHex) }, "decode the query parameter before parsing it"},
	{func(c *errorContext) bool { return c.startsWith("~", "^", "$", "!~") }, "regular expressions aren't supported; list the values: key in (a,b)"},
	{func(c *errorContext) bool { return c.startsWith("*", "?") }, "wildcards aren't supported; to match any value write the key alone"},
	{func(c *errorContext) bool { return c.is(badKey) && c.wordStartsWith("{") }, "a selector is text such as key=value, not an object"},

	// Missing or extra commas and parentheses.
	{func(c *errorContext) bool {
		return c.inList() && c.startsWith("&", "|", ";") || c.is(wantNextElement) && c.rest != ""
	}, "write a comma between values"},
	{func(c *errorContext) bool { return c.startsWith("&") || c.afterKey() && c.isWord("and") }, "write a comma between requirements; all of them must hold"},
	{func(c *errorContext) bool { return c.startsWith("|") || c.afterKey() && c.isWord("or") }, "requirements can't be combined with or; to match one of several values write key in (a,b)"},
	{func(c *errorContext) bool { return c.startsWith(";") }, "write a comma between requirements"},
	{func(c *errorContext) bool { return c.is(wantKey) && c.after == "" && c.follows(",") }, "remove the comma at the end"},
	{func(c *errorContext) bool { return c.is(wantKey) && c.startsWith(",") }, "remove the extra comma"},
	{func(c *errorContext) bool { return c.is(wantKey, wantKeyAlone) && c.startsWith("(") }, "use parentheses only for the values of in and notin"},
	{func(c *errorContext) bool { return c.is(wantList) || c.is(badValue) && c.wordStartsWith("[", "{") }, useParentheses},
	{func(c *errorContext) bool {
		return c.is(wantOperator) && c.startsWith("in[", "in{", "notin[", "notin{")
	}, useParentheses},
	{func(c *errorContext) bool { return c.inList() && c.after == "" }, "close the list of values with )"},

	// Words and colons in place of an operator.
	{func(c *errorContext) bool {
		return c.startsWith(":") && (c.is(wantOperator) || c.is(badKey) && c.head != "")
	}, "write = between key and value: key=value"},
	{func(c *errorContext) bool { return c.is(wantOperator) && c.key() == "not" }, "write !key if the label must be absent, or key!=value if it must have another value"},
	{func(c *errorContext) bool {
		return c.afterKey() && c.startsWith("(") && (c.key() == "has" || c.key() == "exists")
	}, usePresence},
	{func(c *errorContext) bool { return c.is(wantOperator) && c.isWord("not") && c.nextWord == "in" }, "notin is one word: key notin (a,b)"},
	{func(c *errorContext) bool { return c.is(wantOperator) && c.isWord("not") && c.nextWord == "exists" }, usePresence},
	{func(c *errorContext) bool { return c.is(wantOperator) && c.isWord("not") }, useExclusion},
	{func(c *errorContext) bool { return c.is(wantOperator) && c.isWord("in", "notin") }, "write operators in lower case: in, notin"},
	{func(c *errorContext) bool {
		return c.is(wantOperator) && (c.isWord("ne", "neq", "isnot") || c.isWord("is") && c.nextWord == "not")
	}, "write key!=value"},
	{func(c *errorContext) bool { return c.is(wantOperator) && c.isWord("is") && c.nextWord == "in" }, "write key in (a,b)"},
	{func(c *errorContext) bool { return c.is(wantOperator) && c.isWord("is", "eq", "equal", "equals") }, "write key=value"},
	{func(c *errorContext) bool { return c.is(wantOperator) && c.isWord("gt", "lt") }, "write key>value or key<value"},
	{func(c *errorContext) bool { return c.is(wantOperator) && c.isWord("gte", "lte", "ge", "le") }, useGreaterLess},
	{func(c *errorContext) bool { return c.is(wantOperator) && c.isWord("exists", "doesnotexist", "does") }, usePresence},
	{func(c *errorContext) bool {
		return c.is(wantOperator) && c.isWord("like", "contains", "matches", "startswith", "endswith")
	}, "patterns aren't supported; list the values: key in (a,b)"},

	// Operators that don't exist or are cut in two.
	{func(c *errorContext) bool {
		return c.is(wantOperator) && c.startsWith("!") && strings.HasPrefix(c.afterNot(), "=")
	}, "write key!=value, without a space inside the operator"},
	{func(c *errorContext) bool {
		return c.is(wantOperator) && c.startsWith("!") && keyword(firstWord(c.afterNot())) == "in"
	}, "write key notin (a,b)"},
	{func(c *errorContext) bool { return c.is(wantOperator) && c.startsWith("!") }, "write key!=value, or a comma between requirements"},
	{func(c *errorContext) bool { return c.is(wantValue) && c.startsWith("=") && c.follows(">", "<") }, useGreaterLess},
	{func(c *errorContext) bool {
		return c.is(wantValue) && c.startsWith(">", "<") && c.follows("=") && !c.follows("!=")
	}, useGreaterLess},
	{func(c *errorContext) bool { return c.is(wantValue) && c.startsWith(">") && c.follows("<") }, "write key!=value"},
	{func(c *errorContext) bool { return c.is(wantValue) && c.startsWith("=") && c.follows("!=") }, "write key!=value"},
	{func(c *errorContext) bool { return c.is(wantValue) && c.startsWith("=") && c.follows("==") }, "write key=value or key==value"},
	{func(c *errorContext) bool { return c.is(wantValue) && c.startsWith("=") && c.follows("=") }, "write key==value, without a space inside the operator"},
	{func(c *errorContext) bool { return c.is(wantValue) && c.startsWith("!") && c.follows("=") }, "write key!=value"},
	{func(c *errorContext) bool { return c.is(wantKeyAlone) && c.startsWith("!") }, "write ! only once"},
	{func(c *errorContext) bool { return c.afterNotKey() && c.isWord("notin") }, "write key in (a,b), or key notin (a,b)"},
	{func(c *errorContext) bool {
		return c.afterNotKey() && (c.startsWith("=", "!", "(") || c.isWord("in"))
	}, useExclusion},
	{func(c *errorContext) bool { return c.afterNotKey() && c.startsWith("<", ">") }, "write ! only before a key alone; for integers write key<5 for !key>4"},

	// Two words in a row.
	{func(c *errorContext) bool {
		return c.is(wantOperator) && c.rest != "" && classes[c.rest[0]]&classEdge != 0
	}, "write a comma between requirements, or = between key and value"},
	{func(c *errorContext) bool { return c.is(wantEnd) && c.rest != "" }, "write a comma between requirements; values can't contain spaces"},

	// Malformed words.
	{func(c *errorContext) bool {
		return c.is(badValue) && c.wordStartsWith("-") && c.follows(">", "<") && c.byteIs(1, isDigit)
	}, "label values can't be negative numbers"},
	{func(c *errorContext) bool {
		return c.is(badValue) && c.wordStartsWith("+") && c.follows(">", "<") && c.byteIs(1, isDigit)
	}, "write the number without a sign"},
	{func(c *errorContext) bool { return c.is(badInteger) }, "> and < compare only integers such as 42"},
	{func(c *errorContext) bool { return c.is(badValue, badElement) && c.startsWith(":") }, "label values can't contain ':'; write the value that the objects have"},
	{func(c *errorContext) bool {
		return c.is(badValue, badElement) && len(c.head) == labels.MaxNameLength
	}, "label values are short; keep long text in annotations"},
	{func(c *errorContext) bool { return c.is(badKey) && c.byteIs(0, isUpper) && c.inPrefix() }, "write the prefix in lower case"},
	{func(c *errorContext) bool { return c.after != "" && c.after[0] >= utf8.RuneSelf }, "only ASCII characters are allowed; look for a pasted character that resembles one"},
}

// errorContext is the text around a syntax error.
type errorContext struct {
	fault    fault
	before   string // the text before the offset, without white space at its end
	after    string // the text from the offset on
	head     string // the part of a malformed word before the offset
	rest     string // the word from the offset on, empty at a symbol
	word     string // rest as a keyword
	nextWord string // the word after rest as a keyword
}

func newErrorContext(input string, offset int, f fault) *errorContext {
	c := &errorContext{fault: f, before: strings.TrimRight(input[:offset], whitespace), after: input[offset:]}
	if f >= badKey {
		start := offset
		for start > 0 && classes[input[start-1]]&classWord != 0 {
			start--
		}
		c.head = input[start:offset]
	}
	c.rest = firstWord(c.after)
	c.word = keyword(c.rest)
	c.nextWord = keyword(firstWord(strings.TrimLeft(c.after[len(c.rest):], whitespace)))
	return c
}

// firstWord returns the word at the start of text, or "" if there is none.
func firstWord(text string) string {
	n := 0
	for n < len(text) && classes[text[n]]&classWord != 0 {
		n++
	}
	return text[:n]
}

// keyword returns a word in lower case, or "" if it is longer than any word that people write in
// place of an operator.
func keyword(word string) string {
	if len(word) > len("doesnotexist") {
		return ""
	}
	return strings.ToLower(word)
}

// is reports whether the fault is one of those given.
func (c *errorContext) is(faults ...fault) bool { return slices.Contains(faults, c.fault) }

// isWord reports whether the word at the offset is one of those given.
func (c *errorContext) isWord(words ...string) bool { return slices.Contains(words, c.word) }

// startsWith reports whether the text at the offset starts with one of the prefixes.
func (c *errorContext) startsWith(prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(c.after, prefix) })
}

// wordStartsWith is startsWith for a malformed word as a whole.
func (c *errorContext) wordStartsWith(prefixes ...string) bool {
	return c.head == "" && c.startsWith(prefixes...)
}

// follows reports whether the text before the offset ends with one of the suffixes.
func (c *errorContext) follows(suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(c.before, suffix) })
}

// byteIs reports whether the byte i bytes after the offset satisfies class.
func (c *errorContext) byteIs(i int, class func(byte) bool) bool {
	return i < len(c.after) && class(c.after[i])
}

// requirement returns the part of the requirement before the offset. It is wrong inside a list.
func (c *errorContext) requirement() string {
	return strings.TrimLeft(c.before[strings.LastIndexByte(c.before, ',')+1:], whitespace)
}

// key returns the part of the requirement before the offset, without '!' and in lower case. It is
// the key if the offset is right after the key.
func (c *errorContext) key() string {
	return strings.ToLower(strings.TrimLeft(c.requirement(), "!"+whitespace))
}

// afterKey reports whether the offset is after a key or a whole requirement.
func (c *errorContext) afterKey() bool { return c.is(wantOperator, wantEnd) }

// afterNotKey reports whether the offset is after '!' and a key.
func (c *errorContext) afterNotKey() bool {
	return c.is(wantEnd) && strings.HasPrefix(c.requirement(), "!")
}

// afterNot returns the text after the '!' at the offset.
func (c *errorContext) afterNot() string { return strings.TrimLeft(c.after[1:], whitespace) }

// inList reports whether the offset is inside a list of values.
func (c *errorContext) inList() bool { return c.is(wantElement, wantNextElement, badElement) }

// inPrefix reports whether the offset is inside the prefix of a key, within its maximum length.
func (c *errorContext) inPrefix() bool {
	return !strings.Contains(c.head, "/") && strings.Contains(c.rest, "/") && len(c.head) < labels.MaxPrefixLength
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isHex(c byte) bool   { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// isNameStart reports whether the name of a shell variable can start with c.
func isNameStart(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }
