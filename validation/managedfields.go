package validation

import (
	"fmt"
	"slices"
	"unicode"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

var managedFieldsOperations = []metav1.ManagedFieldsOperationType{metav1.ManagedFieldsOperationApply, metav1.ManagedFieldsOperationUpdate}

const fieldsV1 = "FieldsV1"

// managedFields checks what says who set which fields.
func (c *metaChecker) managedFields(entries []metav1.ManagedFieldsEntry) {
	for i := range entries {
		entry := &entries[i]
		path := func(name string) *field.Path { return metaPath("managedFields").Index(i).Child(name) }
		switch {
		case entry.Operation == "":
			c.add(field.Required(path("operation"), "must be Apply or Update"))
		case !slices.Contains(managedFieldsOperations, entry.Operation):
			c.add(field.NotSupported(path("operation"), entry.Operation, managedFieldsOperations))
		}
		if entry.FieldsType != "" && entry.FieldsType != fieldsV1 {
			c.add(field.Invalid(path("fieldsType"), entry.FieldsType, "must be "+fieldsV1))
		}
		if len(entry.Manager) > metav1validation.FieldManagerMaxLength {
			c.add(field.TooLong(path("manager"), "", metav1validation.FieldManagerMaxLength))
		}
		// The first is enough: an error for each would be as many as there are letters.
		if at, unprintable := firstUnprintable(entry.Manager); at >= 0 {
			c.add(field.Invalid(path("manager"), entry.Manager, fmt.Sprintf("has %#U at byte %d, but only printable characters are allowed", unprintable, at)))
		}
		if len(entry.Subresource) > metav1validation.MaxSubresourceNameLength {
			c.add(field.TooLong(path("subresource"), "", metav1validation.MaxSubresourceNameLength))
		}
	}
}

// firstUnprintable returns where text has its first character that cannot be printed, or -1.
func firstUnprintable(text string) (int, rune) {
	for i, r := range text {
		if !unicode.IsPrint(r) {
			return i, r
		}
	}
	return -1, 0
}
