package selector

import (
	"slices"
	"strings"

	"github.com/jobapi/jobapi/labels"
)

// place is where a selector is wrong, and what is wrong with it.
type place struct {
	fault  fault
	before string // the text up to the offset, without white space at its end
	at     string // the text from the offset on
	head   string // the part before the offset of a word that is malformed inside
	rest   string // the word from the offset on, empty at a symbol
	word   string // rest in lower case, if it can be a keyword
	next   string // the same of the token behind it
}

func newPlace(input string, offset int, f fault) *place {
	p := &place{fault: f, before: strings.TrimRight(input[:offset], spaces), at: input[offset:]}
	if f >= badKey {
		start := offset
		for start > 0 && byteKinds[input[start-1]]&ofWord != 0 {
			start--
		}
		p.head = input[start:offset]
	}
	p.rest = firstWord(p.at)
	p.word = keyword(p.rest)
	p.next = keyword(firstWord(strings.TrimLeft(p.at[len(p.rest):], spaces)))
	return p
}

// firstWord returns the word that text begins with, which may be empty.
func firstWord(text string) string {
	n := 0
	for n < len(text) && byteKinds[text[n]]&ofWord != 0 {
		n++
	}
	return text[:n]
}

// keyword returns a word in lower case, or nothing if it is longer than what people write in
// place of an operator.
func keyword(word string) string {
	if len(word) > len("doesnotexist") {
		return ""
	}
	return strings.ToLower(word)
}

func (p *place) is(faults ...fault) bool { return slices.Contains(faults, p.fault) }

func (p *place) isWord(words ...string) bool { return slices.Contains(words, p.word) }

// starts reports whether one of the prefixes stands at the place.
func (p *place) starts(prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(p.at, prefix) })
}

// startsWord reports whether one of the prefixes stands at the place and no part of a malformed
// word before it.
func (p *place) startsWord(prefixes ...string) bool { return p.head == "" && p.starts(prefixes...) }

// follows reports whether one of the suffixes stands before the place.
func (p *place) follows(suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(p.before, suffix) })
}

// has reports whether a byte of a class stands so many bytes behind the offset.
func (p *place) has(behind int, class func(byte) bool) bool {
	return behind < len(p.at) && class(p.at[behind])
}

// requirement returns what stands before the place of its requirement. It is of no use in lists.
func (p *place) requirement() string {
	return strings.TrimLeft(p.before[strings.LastIndexByte(p.before, ',')+1:], spaces)
}

// key returns the key of the requirement if nothing else of it stands before the place but '!'.
func (p *place) key() string {
	return strings.ToLower(strings.TrimLeft(p.requirement(), "!"+spaces))
}

// afterNot reports whether the place is behind '!' and a key.
func (p *place) afterNot() bool {
	return p.is(wantEnd) && strings.HasPrefix(p.requirement(), "!")
}

// inList reports whether the place is inside a list of values.
func (p *place) inList() bool { return p.is(wantElement, wantNextElement, badElement) }

// afterKey reports whether the place is behind a requirement, or what could be one.
func (p *place) afterKey() bool { return p.is(wantOperator, wantEnd) }

// behindNot returns what stands behind the '!' at the place.
func (p *place) behindNot() string { return strings.TrimLeft(p.at[1:], spaces) }

// inPrefix reports whether the place is in the prefix of a key that is not too long up to there.
func (p *place) inPrefix() bool {
	return !strings.Contains(p.head, "/") && strings.Contains(p.rest, "/") && len(p.head) < labels.MaxPrefixLength
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isHex(c byte) bool   { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// startsName reports whether c can begin the name of a variable of a shell.
func startsName(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }
