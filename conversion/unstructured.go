package conversion

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// typed reads an unstructured object of kind from into the Go type that scheme has for it.
// Nothing may be lost on the way, nor be taken for what it is not.
func typed(scheme *runtime.Scheme, u runtime.Unstructured, from schema.GroupVersionKind) (runtime.Object, error) {
	if from.Version == runtime.APIVersionInternal {
		return nil, fmt.Errorf("cannot convert an unstructured object of %s, which has no JSON form: give it the apiVersion that its fields are of", from.GroupVersion())
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

// checkItems returns an error if an item of a list says that it is of another version or kind
// than the list is made of. The same field can mean the opposite there.
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
				return fmt.Errorf("cannot convert %s: items[%d].%s is %q, not %q: convert such items on their own", list, i, field, fmt.Sprint(value), want[field])
			}
		}
	}
	return nil
}
