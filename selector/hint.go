package selector

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// place is where a selector is wrong.
type place struct {
	before string // up to the offset, without white space at its end
	at     string // from the offset on
	word   string // the whole word around the offset, in lower case; empty at a symbol
	msg    string // of the error
}

func (p *place) wants(what string) bool { return strings.Contains(p.msg, "expected "+what) }

func (p *place) starts(prefixes ...string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(p.at, prefix) {
			return true
		}
	}
	return false
}

func (p *place) follows(suffixes ...string) bool {
	for _, suffix := range suffixes {
		if strings.HasSuffix(p.before, suffix) {
			return true
		}
	}
	return false
}

func (p *place) isWord(words ...string) bool { return slices.Contains(words, p.word) }

// wantsOperator reports whether a key stands before the place, and nothing else of its
// requirement.
func (p *place) wantsOperator() bool { return p.wants("one of") }

// afterNot reports whether the requirement that the place is in begins with '!'.
func (p *place) afterNot() bool {
	requirement := p.before[strings.LastIndexByte(p.before, ',')+1:]
	return strings.HasPrefix(strings.TrimLeft(requirement, " \t\r\n"), "!") && p.wants("',' or the end")
}

// mistakes are what people are known to write, with what they should write instead. The first
// that fits counts.
var mistakes = []struct {
	made func(*place) bool
	hint string
}{
	{func(p *place) bool { return p.starts("\x00") }, "a NUL byte cannot be part of a selector"},
	{func(p *place) bool { return p.starts(`"`, "'", "`", "“", "”", "‘", "’") }, "write keys and values without quotes"},
	{func(p *place) bool { return p.starts("&") || p.wants("',' or the end") && p.isWord("and") }, "write a comma between requirements; all of them must hold"},
	{func(p *place) bool { return p.starts(";") }, "write a comma between requirements"},
	{func(p *place) bool { return p.starts("|") || p.wants("',' or the end") && p.isWord("or") }, "there is no or between requirements; for one of several values write key in (a,b)"},
	{func(p *place) bool { return p.starts("~") || p.starts("^") || p.starts("$") }, "there are no regular expressions; list the values: key in (a,b)"},
	{func(p *place) bool { return p.starts("*", "?") }, "there are no wildcards; for any value write the key alone"},
	{func(p *place) bool { return p.starts("%") }, "decode the query parameter before parsing it"},
	{func(p *place) bool { return p.starts(":") }, "write = between key and value: key=value"},
	{func(p *place) bool { return p.starts("[", "{") && p.follows("in") }, "write the values in parentheses: key in (a,b)"},
	{func(p *place) bool { return p.starts("{") }, "a selector is text such as key=value, not an object"},
	{func(p *place) bool { return p.wantsOperator() && p.isWord("not") }, "notin is one word: key notin (a,b)"},
	{func(p *place) bool { return p.wantsOperator() && p.isWord("in", "notin") }, "write operators in lower case: in, notin"},
	{func(p *place) bool { return p.wantsOperator() && p.isWord("is", "eq", "equals") }, "write key=value"},
	{func(p *place) bool { return p.wantsOperator() && p.isWord("ne", "isnot") }, "write key!=value"},
	{func(p *place) bool { return p.wantsOperator() && p.isWord("gt", "lt", "gte", "lte", "ge", "le") }, "write key>value or key<value"},
	{func(p *place) bool { return p.wantsOperator() && p.isWord("exists", "doesnotexist") }, "for a key that exists write the key alone, for one that does not !key"},
	{func(p *place) bool { return p.wantsOperator() && p.starts("!") && !p.starts("!=") }, "write key!=value, without a space inside the operator"},
	{func(p *place) bool { return p.starts("(") && p.wants("a key") }, "parentheses are for the values of in and notin only"},
	{func(p *place) bool { return p.starts("=") && p.follows(">", "<") }, "there is no >= and <=; for integers key>=5 is key>4, and key<=5 is key<6"},
	{func(p *place) bool { return p.starts(">", "<") && p.follows("=") }, "there is no >= and <=; for integers key>=5 is key>4, and key<=5 is key<6"},
	{func(p *place) bool { return p.starts(">") && p.follows("<") }, "write key!=value"},
	{func(p *place) bool { return p.starts("=") && p.follows("==") }, "write key=value or key==value"},
	{func(p *place) bool { return p.starts("=") && p.follows("=") }, "write key==value, without a space inside the operator"},
	{func(p *place) bool { return p.starts("!") && p.follows("=") }, "write key!=value"},
	{func(p *place) bool { return p.starts("!") && p.follows("!") }, "write one ! only"},
	{func(p *place) bool { return p.afterNot() && p.isWord("notin") }, "write key in (a,b), or key notin (a,b)"},
	{func(p *place) bool { return p.afterNot() && (p.starts("=", "!", "<", ">", "(") || p.isWord("in")) }, "to exclude a value write key!=value, to exclude several key notin (a,b)"},
	{func(p *place) bool { return p.wants("'('") }, "write the values in parentheses: key in (a,b)"},
	{func(p *place) bool { return p.at == "" && p.wants("a key") && p.follows(",") }, "remove the comma at the end"},
	{func(p *place) bool { return p.starts(",") && p.wants("a key") }, "remove the comma that has nothing before it"},
	{func(p *place) bool { return p.at == "" && strings.HasSuffix(p.msg, "')'") }, "close the list of values with )"},
	{func(p *place) bool { return p.wants("',' or") && p.word != "" }, "write a comma between requirements, and between values"},
	{func(p *place) bool { return p.starts("-") && p.follows(">", "<") }, "labels are never negative numbers"},
	{func(p *place) bool { return p.starts("+") && p.follows(">", "<") }, "write the number without a sign"},
	{func(p *place) bool { return strings.Contains(p.msg, "must be an integer") }, "only integers such as 42 can be compared"},
	{func(p *place) bool { return strings.Contains(p.msg, "value has") && strings.Contains(p.msg, "at most") }, "label values are short; keep long text in annotations"},
	{func(p *place) bool { return strings.Contains(p.msg, "prefix has") && 'A' <= p.at[0] && p.at[0] <= 'Z' }, "write the prefix in lower case"},
	{func(p *place) bool { return p.at != "" && p.at[0] >= utf8.RuneSelf }, "only ASCII letters, digits and punctuation can be used; look for a character that was pasted"},
}

// hint returns what to write instead of what stands at the offset, or "" if the mistake is not
// a common one.
func hint(input string, offset int, msg string) string {
	p := place{before: strings.TrimRight(input[:offset], " \t\r\n"), at: input[offset:], word: wordAt(input, offset), msg: msg}
	for _, mistake := range mistakes {
		if mistake.made(&p) {
			return mistake.hint
		}
	}
	return ""
}

// wordAt returns the word that the byte at offset is part of, in lower case. Words that are too
// long for a keyword are not looked at.
func wordAt(input string, offset int) string {
	const longest = len("doesnotexist")
	end := offset
	for end < len(input) && kinds[input[end]]&ofWord != 0 && end-offset <= longest {
		end++
	}
	return strings.ToLower(input[offset:end])
}
