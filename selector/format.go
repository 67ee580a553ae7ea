package selector

// String returns the canonical text, which [Parse] reads back into an equal selector: "" for
// everything. Requirements are sorted by key, operator and values, and values are sorted. One
// value is written with = or !=, several with in or notin.
func (s Selector) String() string {
	var few [256]byte // most selectors fit, and cost the string alone
	text, _ := s.AppendText(few[:0])
	return string(text)
}

// AppendText appends [Selector.String] to b. It implements [encoding.TextAppender]; the error is
// always nil.
func (s Selector) AppendText(b []byte) ([]byte, error) {
	for i := range s.requirements {
		if i > 0 {
			b = append(b, ',')
		}
		b = s.requirements[i].append(b)
	}
	return b, nil
}

// MarshalText implements [encoding.TextMarshaler], so that a Selector can be a JSON or YAML
// string, a flag, or whatever else is written as text. The error is always nil.
func (s Selector) MarshalText() ([]byte, error) {
	return s.AppendText(nil)
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [Parse]. On error s stays as it is. It
// does not keep text.
func (s *Selector) UnmarshalText(text []byte) error {
	parsed, err := Parse(string(text))
	if err != nil {
		return err
	}
	*s = parsed
	return nil
}

// String returns the canonical text of the requirement, a selector by itself.
func (r Requirement) String() string {
	return string(r.append(nil))
}

func (r *Requirement) append(b []byte) []byte {
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
