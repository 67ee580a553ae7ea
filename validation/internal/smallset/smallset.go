// Package smallset has a set that doesn't allocate while it is small.
//
// Validation uses it to find duplicates. The lists of real objects are short. The long ones of
// hostile objects cost no more time than with a map.
package smallset

import "slices"

// Set holds distinct values. The zero value is an empty set. Don't copy a Set after its first use.
type Set[T comparable] struct {
	few  [8]T
	n    int
	many map[T]struct{}
}

// Insert adds value and reports whether it was missing before.
func (s *Set[T]) Insert(value T) bool {
	if s.many == nil {
		if slices.Contains(s.few[:s.n], value) {
			return false
		}
		if s.n < len(s.few) {
			s.few[s.n] = value
			s.n++
			return true
		}
		s.many = make(map[T]struct{}, 2*len(s.few))
		for _, known := range s.few {
			s.many[known] = struct{}{}
		}
	}
	before := len(s.many)
	s.many[value] = struct{}{}
	return len(s.many) > before
}
