package selector

import (
	"strings"

	"github.com/jobapi/jobapi/labels"
)

// whitespace may surround tokens.
const whitespace = " \t\r\n"

// The classes of a byte.
const (
	classSpace  uint8 = 1 << iota
	classSymbol       // of operators and lists
	classWord         // everything else
	className         // allowed in a value, and in a key without prefix
	classEdge         // allowed there as the first and the last byte
)

// classes holds the classes of each byte.
var classes = func() (table [256]uint8) {
	for i := range table {
		c := string([]byte{byte(i)})
		switch {
		case strings.Contains(whitespace, c):
			table[i] = classSpace
		case strings.Contains("=!(),<>", c):
			table[i] = classSymbol
		case labels.ValidateValue(c) == nil:
			table[i] = classWord | className | classEdge
		case labels.ValidateValue("a"+c+"a") == nil:
			table[i] = classWord | className
		default:
			table[i] = classWord
		}
	}
	return table
}()

// token is the kind of a token.
type token uint8

const (
	tokenEnd token = iota // of the text
	tokenWord
	tokenComma
	tokenNot
	tokenEqual // = or ==
	tokenUnequal
	tokenGreater
	tokenLess
	tokenOpen  // (
	tokenClose // )
)

var symbols = [256]token{
	',': tokenComma, '!': tokenNot, '=': tokenEqual, '>': tokenGreater, '<': tokenLess, '(': tokenOpen, ')': tokenClose,
}

// scanner splits a text into tokens. It holds the current token.
type scanner struct {
	text       string
	token      token
	start, end int // of the token in text
	// isName reports whether the token is a word that is valid as a value, and as a key without
	// prefix. The scanner finds out in passing, which saves validating the word. See
	// BenchmarkParse.
	isName bool
}

// next advances to the next token.
func (s *scanner) next() {
	text, i := s.text, s.end
	for i < len(text) && classes[text[i]] == classSpace {
		i++
	}
	s.start = i
	if i == len(text) {
		s.end, s.token = i, tokenEnd
		return
	}
	if classes[text[i]] == classSymbol {
		s.token = symbols[text[i]]
		i++
		if i < len(text) && text[i] == '=' {
			switch s.token {
			case tokenEqual:
				i++
			case tokenNot:
				s.token = tokenUnequal
				i++
			}
		}
		s.end = i
		return
	}
	common := classWord | className
	for i < len(text) {
		class := classes[text[i]]
		if class&classWord == 0 {
			break
		}
		common &= class
		i++
	}
	s.end, s.token = i, tokenWord
	s.isName = common&className != 0 && i-s.start <= labels.MaxNameLength && classes[text[s.start]]&classes[text[i-1]]&classEdge != 0
}

// literal returns the text of the token. It is empty at the end.
func (s *scanner) literal() string { return s.text[s.start:s.end] }
