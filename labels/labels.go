// Package labels implements the label sets of Kubernetes objects and the syntax of label keys
// and values.
//
//   - A key is a name with an optional prefix: name or prefix/name. The name has 1 to 63
//     characters: letters, digits, '-', '_' and '.'. It begins and ends with a letter or digit.
//     The prefix is a DNS subdomain of at most 253 characters. Its parts are separated by dots
//     and consist of lower-case letters, digits and '-'. Each part begins and ends with a
//     letter or digit.
//   - A value is empty or has the syntax of a name.
//   - [ValidateKey] and [ValidateValue] accept exactly what Kubernetes accepts. Their error is
//     a [*SyntaxError] that says which part is wrong, why, and at which byte.
//   - A key without a prefix is private to the user. Automated components must use a prefix.
//     kubernetes.io, k8s.io and their subdomains are reserved for Kubernetes. See [Prefix] and
//     [IsReserved].
//   - A [Set] is a map, so the labels of any object can be used as a Set without copying. Like
//     any map it is safe for concurrent reads while nothing writes to it. No function of this
//     package modifies a Set. A nil Set is an empty set.
//   - Every function takes time and memory in proportion to its input. [Set.String], [Set.All]
//     and [Set.Validate] also sort the keys.
//
// The package depends only on the standard library.
package labels

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// Set maps label keys to values. It may hold strings that aren't valid labels. [Set.Validate]
// reports whether Kubernetes would store it.
type Set map[string]string

// Has reports whether the set has a label with the key.
func (s Set) Has(key string) bool {
	_, ok := s[key]
	return ok
}

// Get returns the value of the label with the key. It returns "" if the label is absent.
func (s Set) Get(key string) string {
	return s[key]
}

// Lookup returns the value of the label with the key and reports whether the label is present.
func (s Set) Lookup(key string) (value string, ok bool) {
	value, ok = s[key]
	return value, ok
}

// All returns an iterator over the labels, sorted by key.
func (s Set) All() iter.Seq2[string, string] {
	return func(yield func(key, value string) bool) {
		for _, key := range slices.Sorted(maps.Keys(s)) {
			if !yield(key, s[key]) {
				return
			}
		}
	}
}

// Equal reports whether both sets have the same labels. A nil set equals an empty set.
func (s Set) Equal(other Set) bool {
	return maps.Equal(s, other)
}

// Clone returns a copy of the set. The clone of a nil set is nil.
func (s Set) Clone() Set {
	return maps.Clone(s)
}

// String returns the labels as text, sorted by key: a=b,c=d. [ParseSet] parses the text of a
// valid set back into an equal set.
func (s Set) String() string {
	var text strings.Builder
	for key, value := range s.All() {
		if text.Len() > 0 {
			text.WriteByte(',')
		}
		text.WriteString(key)
		text.WriteByte('=')
		text.WriteString(value)
	}
	return text.String()
}

// Validate returns nil if Kubernetes accepts every key and value of the set. Otherwise the
// error names each invalid label, sorted by key, and wraps a [*SyntaxError] for each invalid
// key and value.
func (s Set) Validate() error {
	var errs []error
	for key, value := range s.All() {
		for _, err := range []error{ValidateKey(key), ValidateValue(value)} {
			if err != nil {
				errs = append(errs, fmt.Errorf("label %s: %w", quote(key, 0), err))
			}
		}
	}
	return errors.Join(errs...)
}
