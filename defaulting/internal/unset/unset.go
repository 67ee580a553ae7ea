// Package unset sets fields that are unset.
package unset

// Value sets *field to value if it is zero.
func Value[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// Pointer sets *field to a pointer to value if it is nil.
func Pointer[T any](field **T, value T) {
	if *field == nil {
		*field = new(value)
	}
}
