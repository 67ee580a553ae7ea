package selector

import (
	"errors"
	"strconv"
	"strings"

	"github.com/jobapi/jobapi/labels"
)

// Parse reads a selector in the syntax of Kubernetes, which the package documentation
// describes. Text that apimachinery rejects is a [*SyntaxError], and so is text with NUL
// bytes, of which apimachinery ignores the rest.
//
// The selector keeps text in memory: its keys and values are parts of it. It takes time in
// proportion to the text, or to sort requirements and values that are not sorted, and two
// allocations for most selectors.
func Parse(text string) (Selector, error) {
	var few [8]Requirement
	p := parser{text: text}
	requirements, err := p.parse(few[:0])
	if err != nil {
		return Selector{}, err
	}
	if len(requirements) == 0 {
		return Selector{}, nil
	}
	s := Selector{requirements: sorted(requirements)}
	trimValues(s.requirements, cap(p.values))
	return s, nil
}

// MustParse is [Parse] for tests and package variables: it panics if text is no selector.
func MustParse(text string) Selector {
	s, err := Parse(text)
	if err != nil {
		panic("selector.MustParse: " + err.Error())
	}
	return s
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
		case comma:
			p.next()
		default:
			return nil, p.unexpected(wantEnd)
		}
	}
}

// requirement reads one requirement into r, up to the comma behind it.
func (p *parser) requirement(r *Requirement) error {
	absent := p.token == not
	if absent {
		p.next()
	}
	if p.token != word {
		if absent {
			return p.unexpected(wantKeyAlone)
		}
		return p.unexpected(wantKey)
	}
	r.key = p.found()
	if !p.name {
		if err := labels.ValidateKey(r.key); err != nil {
			return p.malformed(badKey, "key: ", err)
		}
	}
	p.next()
	if absent {
		r.op = DoesNotExist
		return nil
	}
	switch p.token {
	case tokenEnd, comma:
		r.op = Exists
		return nil
	case equal:
		r.op = In
	case unequal:
		r.op = NotIn
	case greater:
		r.op = GreaterThan
	case less:
		r.op = LessThan
	case word:
		switch p.found() {
		case "in":
			r.op = In
			return p.list(r)
		case "notin":
			r.op = NotIn
			return p.list(r)
		}
		fallthrough
	default:
		return p.unexpected(wantOperator)
	}
	p.next()
	return p.exactValue(r)
}

// exactValue reads the value behind an operator that takes one, which may be left out.
func (p *parser) exactValue(r *Requirement) error {
	value := ""
	switch p.token {
	case word:
		value = p.found()
		if !p.name {
			return p.malformed(badValue, "", labels.ValidateValue(value))
		}
	case tokenEnd, comma:
	default:
		return p.unexpected(wantValue)
	}
	if r.op < GreaterThan {
		r.setValue(value)
	} else if !r.setNumber(value) {
		return p.notInteger(value)
	}
	if p.token == word {
		p.next()
	}
	return nil
}

// list reads the values of in and notin. A value that is left out is the empty one.
func (p *parser) list(r *Requirement) error {
	p.next()
	if p.token != opening {
		return p.unexpected(wantList)
	}
	if p.values == nil {
		// Each value has a comma or a parenthesis before it, and each further list a comma.
		p.values = make([]string, 0, strings.Count(p.text[p.end:], ",")+1)
	}
	first := len(p.values)
	for {
		p.next()
		value := ""
		if p.token == word {
			value = p.found()
			if !p.name {
				return p.malformed(badElement, "", labels.ValidateValue(value))
			}
			p.next()
		}
		p.values = append(p.values, value)
		switch p.token {
		case comma:
		case closing:
			p.next()
			r.setValues(p.values[first:])
			return nil
		default:
			if value != "" {
				return p.unexpected(wantNextElement)
			}
			return p.unexpected(wantElement)
		}
	}
}

// unexpected says that the token cannot stand where something else was wanted.
func (p *parser) unexpected(f fault) error {
	found := "the end"
	if p.token != tokenEnd {
		found = quote(p.found(), mostQuoted)
	}
	return newSyntaxError(p.text, p.start, f, "found "+found+", expected "+expected[f])
}

// malformed says what is wrong inside the word, for which err is the reason.
func (p *parser) malformed(f fault, part string, err error) error {
	offset, msg := 0, err.Error()
	if inside, ok := errors.AsType[*labels.SyntaxError](err); ok {
		offset, msg = inside.Offset, inside.Msg
	}
	return newSyntaxError(p.text, p.start+offset, f, part+msg)
}

// notInteger says at which byte a value, which is the token or left out, ceases to be an integer.
func (p *parser) notInteger(value string) error {
	if value == "" {
		return p.unexpected(wantInteger)
	}
	for i := range len(value) {
		if value[i] < '0' || '9' < value[i] {
			return newSyntaxError(p.text, p.start+i, badInteger, "value has "+strconv.QuoteRune(rune(value[i]))+", but must be an integer in base 10")
		}
	}
	return newSyntaxError(p.text, p.start, tooGreat, "value is greater than "+maxInteger+", the greatest integer of 64 bits")
}

const maxInteger = "9223372036854775807"
