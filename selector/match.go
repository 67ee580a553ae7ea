package selector

import "github.com/jobapi/jobapi/labels"

// Matches reports whether the labels meet all requirements. It takes the labels of any object
// as they are, and doesn't allocate.
func (s Selector) Matches(set labels.Set) bool {
	for i := range s.requirements {
		r := &s.requirements[i]
		// Most requirements are key=value. For them an absent label, which reads as "", differs
		// from the value like any other. See BenchmarkMatches/3.
		if r.op == In && r.value != "" {
			if set[r.key] != r.value {
				return false
			}
			continue
		}
		if value, present := set[r.key]; !r.holds(value, present) {
			return false
		}
	}
	return true
}

// MatchesFunc is [Selector.Matches] for labels that aren't in a map. lookup returns the value of
// the label with the given key and reports whether the label is present. MatchesFunc calls it at
// most once for each requirement.
func (s Selector) MatchesFunc(lookup func(key string) (value string, present bool)) bool {
	for i := range s.requirements {
		r := &s.requirements[i]
		if value, present := lookup(r.key); !r.holds(value, present) {
			return false
		}
	}
	return true
}

// Matches reports whether the labels meet the requirement.
func (r Requirement) Matches(set labels.Set) bool {
	value, present := set[r.key]
	return r.holds(value, present)
}

// holds reports whether the label of the requirement may have the value, or be absent.
func (r *Requirement) holds(value string, present bool) bool {
	if !present {
		return r.op == NotIn || r.op == DoesNotExist
	}
	switch r.op {
	case In:
		return r.has(value) && r.key != "" // the zero Requirement holds for no labels
	case NotIn:
		return !r.has(value)
	case Exists:
		return true
	case GreaterThan:
		number, ok := labels.ParseInteger(value)
		return ok && number > r.number
	case LessThan:
		number, ok := labels.ParseInteger(value)
		return ok && number < r.number
	default:
		return false
	}
}

// Mismatch is one reason why labels don't match a selector.
type Mismatch struct {
	// Requirement is the requirement that the labels don't meet.
	Requirement Requirement
	// Value is the value of the label with the requirement's key, or "" if the label is absent.
	Value string
	// Present reports whether the label with the requirement's key is present.
	Present bool
}

// Explain returns a Mismatch for each requirement that the labels don't meet, in the order of
// [Selector.Requirements]. It returns nil if the selector matches.
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

// String returns the requirement and what the label is instead.
func (m Mismatch) String() string {
	text := m.Requirement.String() + ": label " + m.Requirement.key
	switch {
	case !m.Present:
		return text + " is absent"
	case m.Requirement.op == DoesNotExist:
		return text + " is present, with value " + quote(m.Value, maxQuoted)
	case m.Requirement.op >= GreaterThan:
		if _, ok := labels.ParseInteger(m.Value); !ok {
			return text + " is " + quote(m.Value, maxQuoted) + ", which isn't a 64-bit integer"
		}
	}
	return text + " is " + quote(m.Value, maxQuoted)
}
