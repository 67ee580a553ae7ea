package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	kjson "sigs.k8s.io/json"
)

// issue is what is wrong with the shape of an object: a field that its type does not have, or
// a value that its type cannot hold.
type issue struct {
	kind, path, message string
}

// maxIssues is how many issues of one object are listed.
const maxIssues = 100

// shapeOf compares a JSON object with the type that it is to be decoded into. Decoders stop
// at the first value that they cannot hold; this goes through all of them.
func shapeOf(text []byte, want reflect.Type) []issue {
	var value any
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, &value); err != nil {
		return []issue{{malformed, "", err.Error()}}
	}
	s := shape{root: want}
	s.compare(value, want, "")
	if s.more > 0 {
		s.issues = append(s.issues, issue{malformed, "", fmt.Sprintf("%d more unknown fields and values of the wrong type", s.more)})
	}
	return s.issues
}

type shape struct {
	root   reflect.Type
	issues []issue
	more   int // that are not listed
}

func (s *shape) add(kind, path, message string) {
	if len(s.issues) >= maxIssues {
		s.more++
		return
	}
	s.issues = append(s.issues, issue{kind, path, message})
}

// compare records what is wrong with value, at path, as a value of a type.
func (s *shape) compare(value any, want reflect.Type, path string) {
	for want.Kind() == reflect.Pointer {
		want = want.Elem()
	}
	if value == nil {
		return // leaves any value as it is
	}
	if reflect.PointerTo(want).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		s.decode(value, want, path)
		return
	}
	switch want.Kind() {
	case reflect.Struct:
		object, ok := value.(map[string]any)
		if !ok {
			s.wrong(value, "an object", path)
			return
		}
		fields := jsonFields(want)
		for _, key := range slices.Sorted(maps.Keys(object)) {
			if field, ok := fields[key]; ok {
				s.compare(object[key], field, join(path, key))
			} else {
				s.unknown(key, path, fields)
			}
		}
	case reflect.Map:
		object, ok := value.(map[string]any)
		if !ok {
			s.wrong(value, "an object", path)
			return
		}
		for _, key := range slices.Sorted(maps.Keys(object)) {
			s.compare(object[key], want.Elem(), entry(path, key))
		}
	case reflect.Slice:
		list, ok := value.([]any)
		switch {
		case ok:
			for i, v := range list {
				s.compare(v, want.Elem(), element(path, i))
			}
		case want.Elem().Kind() == reflect.Uint8:
			s.decode(value, want, path)
		default:
			s.wrong(value, "a list", path)
		}
	default:
		s.decode(value, want, path)
	}
}

// decode records it if the value of a type without parts cannot be read.
func (s *shape) decode(value any, want reflect.Type, path string) {
	text, err := json.Marshal(value)
	if err != nil {
		s.add(malformed, path, err.Error())
		return
	}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, reflect.New(want).Interface()); err == nil {
		return
	}
	name, ok := kindNames[want.Kind()]
	if parsed, isText := parsedNames[want.Name()]; isText {
		name, ok = parsed, true
	}
	if !ok {
		name = "a " + want.Name()
	}
	s.wrong(value, name, path)
}

// kindNames are the kinds of values in words.
var kindNames = map[reflect.Kind]string{
	reflect.String:  "a string",
	reflect.Bool:    "true or false",
	reflect.Int32:   "a whole number of 32 bits",
	reflect.Int64:   "a whole number of 64 bits",
	reflect.Float64: "a number",
	reflect.Slice:   "text in base64",
}

// parsedNames are the types that are read from text, in words.
var parsedNames = map[string]string{
	"Quantity":    "a quantity such as 500m or 1Gi",
	"IntOrString": "a whole number of 32 bits or a string",
	"Time":        "a time such as 2006-01-02T15:04:05Z",
	"MicroTime":   "a time such as 2006-01-02T15:04:05.000000Z",
}

func (s *shape) wrong(value any, want, path string) {
	s.add(malformed, path, "want "+want+", found "+describe(value))
}

// describe says what a value is.
func describe(value any) string {
	switch value := value.(type) {
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	case string:
		return fmt.Sprintf("the string %q", cut(value, 60))
	default:
		return fmt.Sprint(value)
	}
}

// elsewhere says of fields that one version of a Job has what the other has in their place.
var elsewhere = map[string]string{
	"autoSelector":   "it is one of extensions/v1beta1, batch/v1 has manualSelector, which means the opposite",
	"manualSelector": "it is one of batch/v1, extensions/v1beta1 has autoSelector, which means the opposite",
}

// unknown records a field that a type does not have, and what may have been meant.
func (s *shape) unknown(key, path string, fields map[string]reflect.Type) {
	hint := ""
	if len(key) < 60 && len(s.issues) < maxIssues {
		hint = s.hint(key, path, fields)
	}
	s.add(unknownField, join(path, key), fmt.Sprintf("unknown field %q%s", cut(join(path, key), 200), hint))
}

func (s *shape) hint(key, path string, fields map[string]reflect.Type) string {
	if there, ok := elsewhere[key]; ok && path == "spec" {
		return ": " + there
	}
	if near := nearest(key, fields); near != "" {
		return ": did you mean " + near + "?"
	}
	if places := fieldPlaces(s.root)[key]; len(places) > 0 && !slices.Contains(places, path) {
		return ": it belongs in " + strings.Join(places, " or ")
	}
	return ""
}
