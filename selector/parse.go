package selector

import (
	"errors"
	"strconv"
	"strings"

	"github.com/jobapi/jobapi/labels"
)

// maxBuffered is the number of requirements up to which functions collect them on the stack.
const maxBuffered = 8

// Parse parses a selector in the syntax of Kubernetes, which the package documentation
// describes. The error is a [*SyntaxError]. Parse accepts what apimachinery's labels.Parse
// accepts, except text with NUL bytes.
//
// The selector keeps the text in memory, since its keys and values are substrings of it. Parse
// takes time in proportion to the text, plus the time to sort requirements and values that
// aren't sorted. Most selectors need two allocations.
func Parse(text string) (Selector, error) {
	var buffer [maxBuffered]Requirement
	p := parser{scanner: scanner{text: text}}
	requirements, err := p.parse(buffer[:0])
	if err != nil {
		return Selector{}, err
	}
	s := Selector{requirements: normalizedCopy(requirements)}
	shrinkValues(s.requirements, cap(p.values))
	return s, nil
}

// MustParse is like [Parse] but panics if the text is malformed. It is for tests and package
// variables.
func MustParse(text string) Selector {
	s, err := Parse(text)
	if err != nil {
		panic("selector.MustParse: " + err.Error())
	}
	return s
}

// parser has a method for each rule of the syntax. A method begins at the current token and
// leaves the token after its last one current. Nothing in the syntax nests, so nothing recurses.
type parser struct {
	scanner
	values []string // of all lists, so that they share one allocation
}

// parse appends the requirements of the text to dst.
func (p *parser) parse(dst []Requirement) ([]Requirement, error) {
	p.next()
	if p.token == tokenEnd {
		return dst, nil
	}
	for {
		dst = append(dst, Requirement{})
		if err := p.requirement(&dst[len(dst)-1]); err != nil {
			return nil, err
		}
		switch p.token {
		case tokenEnd:
			return dst, nil
		case tokenComma:
			p.next()
		default:
			return nil, p.unexpected(wantEnd)
		}
	}
}

// requirement parses one requirement into r.
func (p *parser) requirement(r *Requirement) error {
	negated := p.token == tokenNot
	if negated {
		p.next()
	}
	if p.token != tokenWord {
		if negated {
			return p.unexpected(wantKeyAlone)
		}
		return p.unexpected(wantKey)
	}
	r.key = p.literal()
	if !p.isName {
		if err := labels.ValidateKey(r.key); err != nil {
			return p.malformed(badKey, "key: ", err)
		}
	}
	p.next()
	if negated {
		r.op = DoesNotExist
		return nil
	}
	switch p.token {
	case tokenEnd, tokenComma:
		r.op = Exists
		return nil
	case tokenEqual:
		r.op = In
	case tokenUnequal:
		r.op = NotIn
	case tokenGreater:
		r.op = GreaterThan
	case tokenLess:
		r.op = LessThan
	case tokenWord:
		switch p.literal() {
		case "in":
			r.op = In
			return p.list(r)
		case "notin":
			r.op = NotIn
			return p.list(r)
		}
		return p.unexpected(wantOperator)
	default:
		return p.unexpected(wantOperator)
	}
	p.next()
	return p.value(r)
}

// value parses the single value after an operator. The empty value may be omitted.
func (p *parser) value(r *Requirement) error {
	value := ""
	switch p.token {
	case tokenWord:
		value = p.literal()
		if !p.isName {
			return p.malformed(badValue, "", labels.ValidateValue(value))
		}
	case tokenEnd, tokenComma:
	default:
		return p.unexpected(wantValue)
	}
	if r.op == In || r.op == NotIn {
		r.value = value
	} else if !r.setNumber(value) {
		return p.notInteger(value)
	}
	if p.token == tokenWord {
		p.next()
	}
	return nil
}

// list parses the operator in or notin and the values after it. Empty values may be omitted.
func (p *parser) list(r *Requirement) error {
	p.next()
	if p.token != tokenOpen {
		return p.unexpected(wantList)
	}
	if p.values == nil {
		// Before each value is a comma or a parenthesis, and before each further list a comma.
		p.values = make([]string, 0, strings.Count(p.text[p.end:], ",")+1)
	}
	first := len(p.values)
	for {
		p.next()
		value := ""
		if p.token == tokenWord {
			value = p.literal()
			if !p.isName {
				return p.malformed(badElement, "", labels.ValidateValue(value))
			}
			p.next()
		}
		p.values = append(p.values, value)
		switch p.token {
		case tokenComma:
		case tokenClose:
			p.next()
			r.setValues(sortUnique(p.values[first:]))
			return nil
		default:
			if value != "" {
				return p.unexpected(wantNextElement)
			}
			return p.unexpected(wantElement)
		}
	}
}

// fault is the kind of a syntax error: something was expected but missing, or a word is
// malformed.
type fault uint8

const (
	wantKey         fault = iota // or '!'
	wantKeyAlone                 // after '!'
	wantOperator                 // or the end of the requirement, after a key
	wantValue                    // after an operator
	wantInteger                  // after > or <
	wantList                     // after in or notin
	wantElement                  // of a list, or its end
	wantNextElement              // or the end of the list, after an element
	wantEnd                      // of a requirement
	badKey
	badValue
	badElement
	badInteger
	tooGreat // for 64 bits
)

// expected describes what was missing.
var expected = [...]string{
	wantKey:         "a key or '!'",
	wantKeyAlone:    "a key",
	wantOperator:    "one of = == != in notin > <, or ',' or the end",
	wantValue:       "a value",
	wantInteger:     "an integer",
	wantList:        "'('",
	wantElement:     "a value, ',' or ')'",
	wantNextElement: "',' or ')'",
	wantEnd:         "',' or the end",
}

// unexpected returns the error for the current token where something else was expected.
func (p *parser) unexpected(f fault) error {
	found := "the end"
	if p.token != tokenEnd {
		found = quote(p.literal(), maxQuoted)
	}
	return p.errorAt(p.start, f, "found "+found+", expected "+expected[f])
}

// malformed returns the error for the current token, a word that err is about. part says what
// the word is, unless err does.
func (p *parser) malformed(f fault, part string, err error) error {
	offset, msg := 0, err.Error()
	if syntax, ok := errors.AsType[*labels.SyntaxError](err); ok {
		offset, msg = syntax.Offset, syntax.Msg
	}
	return p.errorAt(p.start+offset, f, part+msg)
}

// notInteger returns the error for a value that isn't an integer. The value is the current token
// or was omitted.
func (p *parser) notInteger(value string) error {
	if value == "" {
		return p.unexpected(wantInteger)
	}
	for i := range len(value) {
		if !isDigit(value[i]) {
			return p.errorAt(p.start+i, badInteger, "value has "+strconv.QuoteRune(rune(value[i]))+", but must be an integer")
		}
	}
	return p.errorAt(p.start, tooGreat, "value is greater than 9223372036854775807, the greatest 64-bit integer")
}

func (p *parser) errorAt(offset int, f fault, msg string) error {
	return &SyntaxError{Input: p.text, Offset: offset, Msg: msg, Hint: hint(p.text, offset, f)}
}
