package main

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// knownFields and knownPlaces keep what jsonFields and fieldPlaces have found out.
var knownFields, knownPlaces sync.Map

// jsonFields returns the types of the fields of a struct by their names in JSON. The caller
// only reads the map.
func jsonFields(t reflect.Type) map[string]reflect.Type {
	if fields, ok := knownFields.Load(t); ok {
		return fields.(map[string]reflect.Type)
	}
	fields := map[string]reflect.Type{}
	for field := range t.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case name != "":
			fields[name] = field.Type
		case field.Anonymous:
			maps.Copy(fields, jsonFields(field.Type))
		}
	}
	knownFields.Store(t, fields)
	return fields
}

// usualPlaces are the parts of a Job that people put fields into.
var usualPlaces = []string{
	"", "metadata", "spec", "spec.template", "spec.template.metadata", "spec.template.spec",
	"spec.template.spec.containers[*]", "spec.template.spec.containers[*].resources",
}

// fieldPlaces returns where in a Job of a type the fields of a name are. The caller only reads
// the map.
func fieldPlaces(job reflect.Type) map[string][]string {
	if places, ok := knownPlaces.Load(job); ok {
		return places.(map[string][]string)
	}
	places := map[string][]string{}
	for _, path := range usualPlaces {
		t, ok := typeAt(job, path)
		if !ok {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(jsonFields(t))) {
			if path != "" && !strings.HasSuffix(path, "metadata") || name == "metadata" || name == "labels" || name == "annotations" {
				places[name] = append(places[name], path)
			}
		}
	}
	knownPlaces.Store(job, places)
	return places
}

// typeAt returns the type of the struct at a path; any element of a list will do.
func typeAt(t reflect.Type, path string) (reflect.Type, bool) {
	for _, s := range parsePath(path) {
		if s.bracket {
			t = t.Elem()
		} else if t = jsonFields(t)[s.name]; t == nil {
			return nil, false
		}
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
	}
	return t, true
}

// nearest returns the name of a field that differs from key by case, or by few characters.
func nearest(key string, fields map[string]reflect.Type) string {
	best, least := "", len(key)/3+1
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if strings.EqualFold(name, key) {
			return name
		}
		if d := distance(key, name); d < least {
			best, least = name, d
		}
	}
	return best
}

// distance returns how many bytes have to be inserted, removed or replaced to make one text
// from the other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := before
			if a[i] != b[j] {
				replaced++
			}
			before = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
