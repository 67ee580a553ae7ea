package conformance

import (
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// fieldIndex is the index sequence of a field, as in [reflect.StructField]. It passes through pointers
// and slices.
type fieldIndex []int

var fieldIndexesByType = map[reflect.Type][]fieldIndex{}

// fieldIndexes returns the index sequences of all fields of a struct and of the structs in it.
func fieldIndexes(of reflect.Type) []fieldIndex {
	if known, ok := fieldIndexesByType[of]; ok {
		return known
	}
	var all []fieldIndex
	for i := range of.NumField() {
		field := of.Field(i)
		if !field.IsExported() || field.Name == "TypeMeta" {
			continue
		}
		all = append(all, fieldIndex{i})
		if inner := structIn(field.Type); inner != nil {
			for _, below := range fieldIndexes(inner) {
				all = append(all, append(fieldIndex{i}, below...))
			}
		}
	}
	fieldIndexesByType[of] = all
	return all
}

// structIn returns the struct type that a type is, points to or is a slice of. It returns nil for
// other types and for structs that are single values in JSON.
func structIn(of reflect.Type) reflect.Type {
	switch of.Kind() {
	case reflect.Pointer, reflect.Slice:
		return structIn(of.Elem())
	case reflect.Struct:
		switch of {
		case reflect.TypeFor[metav1.Time](), reflect.TypeFor[resource.Quantity](), reflect.TypeFor[intstr.IntOrString](), reflect.TypeFor[metav1.FieldsV1]():
			return nil
		}
		return of
	default:
		return nil
	}
}

// fieldAt returns the index sequence of the field at a path without indexes, or of the closest field
// above it.
func fieldAt(of reflect.Type, path string) fieldIndex {
	best, length := fieldIndex{0}, 0
	for i, to := range fieldIndexes(of) {
		if name := jsonNames(of)[i]; len(name) > length && strings.HasPrefix(path+".", name+".") {
			best, length = to, len(name)
		}
	}
	return best
}

var namesByType = map[reflect.Type][]string{}

// jsonNames returns the JSON paths of the fields that fieldIndexes returns.
func jsonNames(of reflect.Type) []string {
	if known, ok := namesByType[of]; ok {
		return known
	}
	var names []string
	for _, to := range fieldIndexes(of) {
		names = append(names, jsonName(of, to))
	}
	namesByType[of] = names
	return names
}

// jsonName returns the path of a field in JSON.
func jsonName(of reflect.Type, to fieldIndex) string {
	path := ""
	for _, i := range to {
		field := structIn(of).Field(i)
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
			path += "." + name
		}
		of = field.Type
	}
	return path
}

// fieldName returns the path of a field in Go.
func fieldName(of reflect.Type, to fieldIndex) string {
	name := ""
	for _, i := range to {
		field := structIn(of).Field(i)
		name += "." + field.Name
		of = field.Type
	}
	return name
}

// noteSet adds the Go paths of all non-zero fields of v to set.
func noteSet(v reflect.Value, name string, set map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			noteSet(v.Elem(), name, set)
		}
	case reflect.Slice:
		for i := range v.Len() {
			noteSet(v.Index(i), name, set)
		}
	case reflect.Struct:
		if structIn(v.Type()) == nil {
			return
		}
		for field, value := range v.Fields() {
			if field.IsExported() && !value.IsZero() {
				set[name+"."+field.Name] = true
				noteSet(value, name+"."+field.Name, set)
			}
		}
	}
}
