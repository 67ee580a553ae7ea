package selector

import "github.com/jobapi/jobapi/labels"

// Mismatch says why labels do not match a selector: one requirement that they do not meet, and
// what the label is.
type Mismatch struct {
	// Requirement is the one that the labels do not meet.
	Requirement Requirement
	// Value is the value of the label with the requirement's key, "" if it is absent.
	Value string
	// Present reports whether there is a label with the requirement's key.
	Present bool
}

// Explain returns the requirements that the labels do not meet, in the order of
// [Selector.Requirements]. It returns nothing if the selector matches.
func (s Selector) Explain(set labels.Set) []Mismatch {
	var mismatches []Mismatch
	for i := range s.requirements {
		r := &s.requirements[i]
		if value, present := set[r.key]; !r.holds(value, present) {
			mismatches = append(mismatches, Mismatch{Requirement: *r, Value: value, Present: present})
		}
	}
	return mismatches
}

// String says it in words: the requirement, and what the label is instead.
func (m Mismatch) String() string {
	text := m.Requirement.String() + ": "
	switch {
	case !m.Present:
		return text + "there is no label " + m.Requirement.key
	case m.Requirement.op == DoesNotExist:
		return text + "the label is there, with value " + quote(m.Value, mostQuoted)
	case m.Requirement.op >= GreaterThan:
		if _, ok := parseInteger(m.Value); !ok {
			return text + "the label is " + quote(m.Value, mostQuoted) + ", which is no integer of 64 bits"
		}
	}
	return text + "the label is " + quote(m.Value, mostQuoted)
}
