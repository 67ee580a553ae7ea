package selector

import "github.com/jobapi/jobapi/labels"

// FromSet returns the selector that matches what has all labels of a set, as the selectors of
// Services and ReplicationControllers do. A nil or empty set selects everything. The error is a
// [*RequirementError] for a malformed key or value, the first in the order of the keys, with a path
// such as ["app"]. It does not keep the map.
func FromSet(set labels.Set) (Selector, error) {
	var few [8]Requirement
	requirements, err := appendSet(few[:0], set)
	if err != nil {
		return Selector{}, err
	}
	return Selector{requirements: sorted(requirements)}, nil
}

// appendSet appends a requirement for each label of a set, in any order.
func appendSet(dst []Requirement, set labels.Set) ([]Requirement, *RequirementError) {
	for key, value := range set {
		if labels.ValidateKey(key) != nil || labels.ValidateValue(value) != nil {
			return nil, firstMalformed(set)
		}
		dst = append(dst, Requirement{key: key, op: In, value: value, number: tail(value)})
	}
	return dst, nil
}

// firstMalformed returns the error for the first label of a set, by key, that has one.
func firstMalformed(set labels.Set) *RequirementError {
	const longestKey = labels.MaxPrefixLength + len("/") + labels.MaxNameLength
	for key, value := range set.All() {
		err := labels.ValidateKey(key)
		if err == nil {
			err = labels.ValidateValue(value)
		}
		if err != nil {
			return &RequirementError{Path: "[" + quote(key, longestKey) + "]", Msg: err.Error(), Err: err}
		}
	}
	return nil
}
