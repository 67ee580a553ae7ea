package selector

import "net/url"

// String returns the canonical text of the selector. [Parse] turns it back into an equal selector.
// Requirements are sorted by key, operator and values, and values are sorted. A single value is
// written with = or !=, several with in or notin. The text of [Everything] is empty.
func (s Selector) String() string {
	var buffer [256]byte // saves an allocation for most selectors
	text, _ := s.AppendText(buffer[:0])
	return string(text)
}

// AppendText appends the text of [Selector.String] to b. It implements
// [encoding.TextAppender]. The error is always nil.
func (s Selector) AppendText(b []byte) ([]byte, error) {
	for i := range s.requirements {
		if i > 0 {
			b = append(b, ',')
		}
		b = s.requirements[i].appendText(b)
	}
	return b, nil
}

// MarshalText returns the text of [Selector.String]. It implements [encoding.TextMarshaler], so
// a Selector can be a flag or a string in a JSON or YAML document. The error is always nil.
func (s Selector) MarshalText() ([]byte, error) {
	return s.AppendText(nil)
}

// UnmarshalText sets s to the result of [Parse]. It implements [encoding.TextUnmarshaler]. On
// error it leaves s unchanged. It doesn't keep the slice.
func (s *Selector) UnmarshalText(text []byte) error {
	parsed, err := Parse(string(text))
	if err != nil {
		return err
	}
	*s = parsed
	return nil
}

// queryParameter is the parameter of list and watch requests that holds a selector.
const queryParameter = "labelSelector"

// FromQuery returns the selector in the parameter labelSelector of a list or watch request. It
// returns [Everything] if the parameter is missing, and uses the first value if there are
// several. The error is a [*SyntaxError].
func FromQuery(query url.Values) (Selector, error) {
	return Parse(query.Get(queryParameter))
}

// Query returns the query parameters of a list or watch request for the objects that the
// selector matches. [Everything] needs no parameters. The map is new.
func (s Selector) Query() url.Values {
	if s.IsZero() {
		return url.Values{}
	}
	return url.Values{queryParameter: {s.String()}}
}

// String returns the canonical text of the requirement. It is also the text of a selector with
// this one requirement.
func (r Requirement) String() string {
	return string(r.appendText(nil))
}

func (r *Requirement) appendText(b []byte) []byte {
	if r.op == DoesNotExist {
		b = append(b, '!')
	}
	b = append(b, r.key...)
	if r.values == nil {
		switch r.op {
		case In:
			b = append(b, '=')
		case NotIn:
			b = append(b, "!="...)
		case GreaterThan:
			b = append(b, '>')
		case LessThan:
			b = append(b, '<')
		}
		return append(b, r.value...)
	}
	if r.op == In {
		b = append(b, " in ("...)
	} else {
		b = append(b, " notin ("...)
	}
	for i, value := range r.values {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, value...)
	}
	return append(b, ')')
}
