// Package labels holds the label sets of Kubernetes objects and the syntax of their keys
// and values.
//
//   - A key is a name, or a prefix and a name with a slash between them. The name has 1 to
//     63 letters, digits, '-', '_' and '.', and begins and ends with a letter or digit. The
//     prefix is a DNS subdomain of at most 253 characters: lower-case letters, digits and
//     '-' in parts separated by dots, each beginning and ending with a letter or digit.
//   - A value is empty, or like a name.
//   - [ValidateKey] and [ValidateValue] accept exactly what Kubernetes accepts. What they
//     reject they explain with a [SyntaxError]: which part is wrong, why, and at which byte.
//   - A key without prefix is private to the user. Automated components must use a prefix;
//     kubernetes.io, k8s.io and their subdomains are reserved for Kubernetes itself. See
//     [Prefix] and [IsReserved].
//   - A [Set] is a map, so the labels of any object are one, and it is as safe for
//     concurrent use as a map: reading is, while nobody writes. No function of this package
//     writes into a Set that it is given. A nil Set is an empty one.
//   - Functions take time and memory in proportion to their input, [Set.String], [Set.All]
//     and [Set.Validate] also for sorting the keys.
//
// The package needs the standard library only.
package labels

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// Set is a set of labels: values by key. The labels of an object can be used as they are.
// A Set may hold anything; [Set.Validate] tells whether Kubernetes would store it.
type Set map[string]string

// Has reports whether the set has a label with the key.
func (s Set) Has(key string) bool {
	_, ok := s[key]
	return ok
}

// Get returns the value of the label with the key, or "" if there is none.
func (s Set) Get(key string) string {
	return s[key]
}

// Lookup returns the value of the label with the key, and whether there is one.
func (s Set) Lookup(key string) (value string, ok bool) {
	value, ok = s[key]
	return value, ok
}

// All returns the labels in the order of their keys.
func (s Set) All() iter.Seq2[string, string] {
	return func(yield func(key, value string) bool) {
		for _, key := range slices.Sorted(maps.Keys(s)) {
			if !yield(key, s[key]) {
				return
			}
		}
	}
}

// Equal reports whether both sets have the same labels. A nil set equals an empty one.
func (s Set) Equal(other Set) bool {
	return maps.Equal(s, other)
}

// Clone returns a copy of the set that shares nothing with it, or nil for a nil set.
func (s Set) Clone() Set {
	return maps.Clone(s)
}

// String returns the labels as text, in the order of their keys: a=b,c=d. [ParseSet] reads a
// valid set back from it.
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
// error names each label that it does not, in the order of the keys, and wraps a
// [*SyntaxError] for each.
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
