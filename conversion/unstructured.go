package conversion

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// typed converts an unstructured object of kind from to the Go type that scheme has for it. It
// returns an error for fields that the type lacks.
func typed(scheme *runtime.Scheme, u runtime.Unstructured, from schema.GroupVersionKind) (runtime.Object, error) {
	if from.Version == runtime.APIVersionInternal {
		return nil, fmt.Errorf("cannot convert an unstructured object of %s, which has no JSON form: set the apiVersion of its fields", from.GroupVersion())
	}
	content := u.UnstructuredContent()
	if err := checkItems(content, from); err != nil {
		return nil, err
	}
	object, err := scheme.New(from)
	if err != nil {
		return nil, err
	}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(content, object, true); err != nil {
		return nil, err
	}
	return object, nil
}

// checkItems returns an error if an item of a list has another apiVersion or kind than the list
// says. The same field can mean the opposite there.
func checkItems(content map[string]any, list schema.GroupVersionKind) error {
	items, ok := content["items"].([]any)
	if !ok {
		return nil
	}
	version, kind := list.ToAPIVersionAndKind()
	want := map[string]string{"apiVersion": version, "kind": strings.TrimSuffix(kind, "List")}
	for i, item := range items {
		fields, _ := item.(map[string]any)
		for _, field := range [...]string{"apiVersion", "kind"} {
			if value := fields[field]; value != nil && value != "" && value != want[field] {
				return fmt.Errorf("cannot convert %s: items[%d].%s is %q, not %q: convert that item separately", list, i, field, fmt.Sprint(value), want[field])
			}
		}
	}
	return nil
}
