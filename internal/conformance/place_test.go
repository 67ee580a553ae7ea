package conformance

import (
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// place is the way to a field: the numbers of the fields on it.
type place []int

var placesByType = map[reflect.Type][]place{}

// placesIn returns the places of all fields below a struct that are no structs themselves.
func placesIn(of reflect.Type) []place {
	if known, ok := placesByType[of]; ok {
		return known
	}
	var all []place
	for i := range of.NumField() {
		field := of.Field(i)
		if !field.IsExported() || field.Name == "TypeMeta" {
			continue
		}
		all = append(all, place{i})
		if inner := structIn(field.Type); inner != nil {
			for _, below := range placesIn(inner) {
				all = append(all, append(place{i}, below...))
			}
		}
	}
	placesByType[of] = all
	return all
}

// structIn returns the struct with fields that values of a type hold, or nil.
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

// placeOf returns the place of the field with a path without indexes, or of the next one above
// it.
func placeOf(of reflect.Type, path string) place {
	best, length := place{0}, 0
	for i, to := range placesIn(of) {
		if name := jsonNames(of)[i]; len(name) > length && strings.HasPrefix(path+".", name+".") {
			best, length = to, len(name)
		}
	}
	return best
}

var namesByType = map[reflect.Type][]string{}

// jsonNames returns the paths in JSON of all places in a type.
func jsonNames(of reflect.Type) []string {
	if known, ok := namesByType[of]; ok {
		return known
	}
	var names []string
	for _, to := range placesIn(of) {
		names = append(names, jsonName(of, to))
	}
	namesByType[of] = names
	return names
}

// jsonName returns the names of the fields on the way to a place as JSON has them.
func jsonName(of reflect.Type, to place) string {
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

// fieldName returns the names of the fields on the way to a place.
func fieldName(of reflect.Type, to place) string {
	name := ""
	for _, i := range to {
		field := structIn(of).Field(i)
		name += "." + field.Name
		of = field.Type
	}
	return name
}

// noteSet notes the names of all fields in v that are set.
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
