package selector

import (
	"strings"
	"unicode/utf8"

	"github.com/jobapi/jobapi/labels"
)

// Hints that several mistakes have.
const (
	forParentheses = "write the values in parentheses: key in (a,b)"
	forOrEqual     = "there is no >= and <=; for integers key>=5 is key>4, and key<=5 is key<6"
	forExclusion   = "to exclude a value write key!=value, to exclude several key notin (a,b)"
	forPresence    = "for a key that exists write the key alone, for one that does not !key"
)

// mistakes are what people are known to write, with what they should write instead. The first
// that fits counts. One that fits by accident sends people astray, so each names the fault too,
// unless what stands there can mean one thing only.
var mistakes = []struct {
	made func(*place) bool
	hint string
}{
	// Characters that have no place anywhere.
	{func(p *place) bool { return p.starts("\x00") }, "a NUL byte cannot be part of a selector"},
	{func(p *place) bool { return p.starts(`"`, "'", "`", "“", "”", "‘", "’") }, "write keys and values without quotes"},
	{func(p *place) bool { return p.starts("{{") }, "expand the template before parsing the selector"},
	{func(p *place) bool { return p.starts("$(", "${") || p.starts("$") && p.has(1, startsName) }, "a shell variable was not expanded: within single quotes it never is"},
	{func(p *place) bool { return p.starts("%") && p.has(1, isHex) && p.has(2, isHex) }, "decode the query parameter before parsing it"},
	{func(p *place) bool { return p.starts("~", "^", "$", "!~") }, "there are no regular expressions; list the values: key in (a,b)"},
	{func(p *place) bool { return p.starts("*", "?") }, "there are no wildcards; for any value write the key alone"},
	{func(p *place) bool { return p.is(badKey) && p.startsWord("{") }, "a selector is text such as key=value, not an object"},

	// What should be a comma, or a list.
	{func(p *place) bool {
		return p.inList() && p.starts("&", "|", ";") || p.is(wantNextElement) && p.rest != ""
	}, "write a comma between values"},
	{func(p *place) bool { return p.starts("&") || p.afterKey() && p.isWord("and") }, "write a comma between requirements; all of them must hold"},
	{func(p *place) bool { return p.starts("|") || p.afterKey() && p.isWord("or") }, "there is no or between requirements; for one of several values write key in (a,b)"},
	{func(p *place) bool { return p.starts(";") }, "write a comma between requirements"},
	{func(p *place) bool { return p.is(wantKey) && p.at == "" && p.follows(",") }, "remove the comma at the end"},
	{func(p *place) bool { return p.is(wantKey) && p.starts(",") }, "remove the comma that has nothing before it"},
	{func(p *place) bool { return p.is(wantKey, wantKeyAlone) && p.starts("(") }, "parentheses are for the values of in and notin only"},
	{func(p *place) bool { return p.is(wantList) || p.is(badValue) && p.startsWord("[", "{") }, forParentheses},
	{func(p *place) bool { return p.is(wantOperator) && p.starts("in[", "in{", "notin[", "notin{") }, forParentheses},
	{func(p *place) bool { return p.inList() && p.at == "" }, "close the list of values with )"},

	// Words and colons in place of an operator.
	{func(p *place) bool { return p.starts(":") && (p.is(wantOperator) || p.is(badKey) && p.head != "") }, "write = between key and value: key=value"},
	{func(p *place) bool { return p.is(wantOperator) && p.key() == "not" }, "write !key for a label that must be absent, and key!=value for another value"},
	{func(p *place) bool { return p.afterKey() && p.starts("(") && (p.key() == "has" || p.key() == "exists") }, forPresence},
	{func(p *place) bool { return p.is(wantOperator) && p.isWord("not") && p.next == "in" }, "notin is one word: key notin (a,b)"},
	{func(p *place) bool { return p.is(wantOperator) && p.isWord("not") && p.next == "exists" }, forPresence},
	{func(p *place) bool { return p.is(wantOperator) && p.isWord("not") }, forExclusion},
	{func(p *place) bool { return p.is(wantOperator) && p.isWord("in", "notin") }, "write operators in lower case: in, notin"},
	{func(p *place) bool {
		return p.is(wantOperator) && (p.isWord("ne", "neq", "isnot") || p.isWord("is") && p.next == "not")
	}, "write key!=value"},
	{func(p *place) bool { return p.is(wantOperator) && p.isWord("is") && p.next == "in" }, "write key in (a,b)"},
	{func(p *place) bool { return p.is(wantOperator) && p.isWord("is", "eq", "equal", "equals") }, "write key=value"},
	{func(p *place) bool { return p.is(wantOperator) && p.isWord("gt", "lt") }, "write key>value or key<value"},
	{func(p *place) bool { return p.is(wantOperator) && p.isWord("gte", "lte", "ge", "le") }, forOrEqual},
	{func(p *place) bool { return p.is(wantOperator) && p.isWord("exists", "doesnotexist", "does") }, forPresence},
	{func(p *place) bool {
		return p.is(wantOperator) && p.isWord("like", "contains", "matches", "startswith", "endswith")
	}, "there are no patterns; list the values: key in (a,b)"},

	// Operators that do not exist, or are cut in two.
	{func(p *place) bool {
		return p.is(wantOperator) && p.starts("!") && strings.HasPrefix(p.behindNot(), "=")
	}, "write key!=value, without a space inside the operator"},
	{func(p *place) bool {
		return p.is(wantOperator) && p.starts("!") && keyword(firstWord(p.behindNot())) == "in"
	}, "write key notin (a,b)"},
	{func(p *place) bool { return p.is(wantOperator) && p.starts("!") }, "write key!=value, or a comma between requirements"},
	{func(p *place) bool { return p.is(wantValue) && p.starts("=") && p.follows(">", "<") }, forOrEqual},
	{func(p *place) bool {
		return p.is(wantValue) && p.starts(">", "<") && p.follows("=") && !p.follows("!=")
	}, forOrEqual},
	{func(p *place) bool { return p.is(wantValue) && p.starts(">") && p.follows("<") }, "write key!=value"},
	{func(p *place) bool { return p.is(wantValue) && p.starts("=") && p.follows("!=") }, "write key!=value"},
	{func(p *place) bool { return p.is(wantValue) && p.starts("=") && p.follows("==") }, "write key=value or key==value"},
	{func(p *place) bool { return p.is(wantValue) && p.starts("=") && p.follows("=") }, "write key==value, without a space inside the operator"},
	{func(p *place) bool { return p.is(wantValue) && p.starts("!") && p.follows("=") }, "write key!=value"},
	{func(p *place) bool { return p.is(wantKeyAlone) && p.starts("!") }, "write one ! only"},
	{func(p *place) bool { return p.afterNot() && p.isWord("notin") }, "write key in (a,b), or key notin (a,b)"},
	{func(p *place) bool { return p.afterNot() && (p.starts("=", "!", "(") || p.isWord("in")) }, forExclusion},
	{func(p *place) bool { return p.afterNot() && p.starts("<", ">") }, "! goes with a key alone; what is not greater than 4 is key<5"},

	// Words beside each other that say nothing more.
	{func(p *place) bool { return p.is(wantOperator) && p.rest != "" && byteKinds[p.rest[0]]&atEnds != 0 }, "write a comma between requirements, or = between key and value"},
	{func(p *place) bool { return p.is(wantEnd) && p.rest != "" }, "write a comma between requirements; values have no spaces"},

	// Words that cannot be what they should.
	{func(p *place) bool {
		return p.is(badValue) && p.startsWord("-") && p.follows(">", "<") && p.has(1, isDigit)
	}, "labels are never negative numbers"},
	{func(p *place) bool {
		return p.is(badValue) && p.startsWord("+") && p.follows(">", "<") && p.has(1, isDigit)
	}, "write the number without a sign"},
	{func(p *place) bool { return p.is(badInteger) }, "only integers such as 42 can be compared"},
	{func(p *place) bool { return p.is(badValue, badElement) && p.starts(":") }, "no label has ':' in its value; write the value that the objects have"},
	{func(p *place) bool { return p.is(badValue, badElement) && len(p.head) == labels.MaxNameLength }, "label values are short; keep long text in annotations"},
	{func(p *place) bool { return p.is(badKey) && p.has(0, isUpper) && p.inPrefix() }, "write the prefix in lower case"},
	{func(p *place) bool { return p.at != "" && p.at[0] >= utf8.RuneSelf }, "only ASCII letters, digits and punctuation can be used; look for a character that was pasted"},
}

// hint returns what to write instead of what stands at the offset, or "" if the mistake is not
// a common one.
func hint(input string, offset int, f fault) string {
	p := newPlace(input, offset, f)
	for _, mistake := range mistakes {
		if mistake.made(p) {
			return mistake.hint
		}
	}
	return ""
}
