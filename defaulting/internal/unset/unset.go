// Package unset fills in fields that are unset, and leaves the others alone.
package unset

// Value sets *field to value if it is zero.
func Value[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Pointer makes *field point to a new value if it is nil.
func Pointer[T any](field **T, value T) {
	if *field == nil {
		*field = new(value)
	}
}
