package selector

import (
	"strings"

	"github.com/jobapi/jobapi/labels"
)

// What a byte of a selector can be.
const (
	space  uint8 = 1 << iota
	symbol       // of operators and lists
	ofWord       // anything else
	ofName       // of a value, and of a key without its prefix
	atEnds       // of a value: its first and last byte
)

var kinds = func() (table [256]uint8) {
	for i := range table {
		c := string([]byte{byte(i)})
		switch {
		case strings.Contains(" \t\r\n", c):
			table[i] = space
		case strings.Contains("=!(),<>", c):
			table[i] = symbol
		case labels.ValidateValue(c) == nil:
			table[i] = ofWord | ofName | atEnds
		case labels.ValidateValue("a"+c+"a") == nil:
			table[i] = ofWord | ofName
		default:
			table[i] = ofWord
		}
	}
	return table
}()

// token is a kind of token.
type token uint8

const (
	end token = iota
	word
	comma
	not
	equal // = or ==
	unequal
	greater
	less
	opening
	closing
)

var symbols = [256]token{',': comma, '!': not, '=': equal, '>': greater, '<': less, '(': opening, ')': closing}

// parser reads a selector from left to right. It always holds one token, not yet consumed.
type parser struct {
	text  string
	start int // of the token
	end   int
	token token
	// name is whether the token is a word that can be a value, and a key without prefix.
	name   bool
	values []string // room for the values of all lists
}

// next goes to the next token.
func (p *parser) next() {
	text, i := p.text, p.end
	for i < len(text) && kinds[text[i]] == space {
		i++
	}
	p.start = i
	if i == len(text) {
		p.end, p.token = i, end
		return
	}
	if kinds[text[i]] == symbol {
		p.token = symbols[text[i]]
		i++
		if i < len(text) && text[i] == '=' {
			switch p.token {
			case equal:
				i++
			case not:
				p.token = unequal
				i++
			}
		}
		p.end = i
		return
	}
	all := ofWord | ofName
	for i < len(text) {
		kind := kinds[text[i]]
		if kind&ofWord == 0 {
			break
		}
		all &= kind
		i++
	}
	p.end, p.token = i, word
	p.name = all&ofName != 0 && i-p.start <= labels.MaxNameLength && kinds[text[p.start]]&kinds[text[i-1]]&atEnds != 0
}

// found returns the text of the token, "" at the end.
func (p *parser) found() string { return p.text[p.start:p.end] }
