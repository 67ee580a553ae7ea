// Package enum checks fields that take one of a few values.
package enum

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// Validate returns a NotSupported error unless value is one of those allowed, which the error
// lists in their order.
func Validate[T ~string](path *fieldpath.Path, value T, allowed []T) field.ErrorList {
	if slices.Contains(allowed, value) {
		return nil
	}
	return field.ErrorList{field.NotSupported(path.Field(), value, allowed)}
}

// ValidateRequired is [Validate] for a field that must be set. The empty value is Required.
func ValidateRequired[T ~string](path *fieldpath.Path, value T, allowed []T) field.ErrorList {
	if value == "" {
		return field.ErrorList{field.Required(path.Field(), "must be "+alternatives(allowed))}
	}
	return Validate(path, value, allowed)
}

// alternatives returns the values as in a sentence: A, B or C.
func alternatives[T ~string](values []T) string {
	var text strings.Builder
	for i, value := range values {
		switch {
		case i == 0:
		case i == len(values)-1:
			text.WriteString(" or ")
		default:
			text.WriteString(", ")
		}
		text.WriteString(string(value))
	}
	return text.String()
}
