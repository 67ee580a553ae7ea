package selector

import (
	"strings"

	"github.com/jobapi/jobapi/labels"
)

// spaces are what can stand around tokens.
const spaces = " \t\r\n"

// What a byte of a selector can be.
const (
	space  uint8 = 1 << iota
	symbol       // of operators and lists
	ofWord       // anything else
	ofName       // of a value, and of a key without its prefix
	atEnds       // of a value: its first and last byte
)

// byteKinds says it of each byte.
var byteKinds = func() (table [256]uint8) {
	for i := range table {
		c := string([]byte{byte(i)})
		switch {
		case strings.Contains(spaces, c):
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
	tokenEnd token = iota // of the text
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
	for i < len(text) && byteKinds[text[i]] == space {
		i++
	}
	p.start = i
	if i == len(text) {
		p.end, p.token = i, tokenEnd
		return
	}
	if byteKinds[text[i]] == symbol {
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
		of := byteKinds[text[i]]
		if of&ofWord == 0 {
			break
		}
		all &= of
		i++
	}
	p.end, p.token = i, word
	p.name = all&ofName != 0 && i-p.start <= labels.MaxNameLength && byteKinds[text[p.start]]&byteKinds[text[i-1]]&atEnds != 0
}

// found returns the text of the token, "" at the end.
func (p *parser) found() string { return p.text[p.start:p.end] }
