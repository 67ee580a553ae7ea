package decode

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	kjson "sigs.k8s.io/json"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/locate"
)

// Strict decodes an item into obj, which is a pointer to a struct. It reports whether that worked,
// and returns a finding for each unknown field, duplicate key and value of the wrong type; an
// object with unknown fields and duplicate keys can still be decoded.
func Strict(it Item, obj any) (findings []finding.Finding, ok bool) {
	strict, err := kjson.UnmarshalStrict(it.JSON, obj)
	if !it.Duplicates && err == nil && len(strict) == 0 {
		return nil, true
	}
	report := func(at finding.Position, findingType, path, message string) {
		findings = append(findings, finding.New(at, finding.Error, findingType, path, message))
	}
	want := reflect.TypeOf(obj).Elem()
	mistyped := false
	for _, m := range mismatches(it.JSON, want) {
		at := it.Document.Field(it.Path, m.path)
		if m.findingType == finding.UnknownField {
			at = it.Document.Key(it.Path, m.path)
		}
		mistyped = mistyped || m.findingType == finding.Malformed
		report(at, m.findingType, m.path, m.message)
	}
	findings = append(findings, duplicateFields(it, want)...)
	// The decoder decides. If nothing above explains its error, report that as it is.
	start := it.Document.Field(it.Path, "")
	if err != nil && !mistyped {
		report(start, finding.Malformed, "", err.Error())
	}
	if len(strict) > 0 && len(findings) == 0 {
		report(start, finding.Malformed, "", errors.Join(strict...).Error())
	}
	return findings, err == nil
}

// mismatch is a field that a type lacks, or a value that a type can't hold.
type mismatch struct {
	findingType, path, message string
}

// maxMismatches is how many mismatches of one object are listed, and how many duplicate keys.
const maxMismatches = 100

// mismatches compares a JSON object with a type.
func mismatches(text []byte, want reflect.Type) []mismatch {
	var value any
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, &value); err != nil {
		return []mismatch{{finding.Malformed, "", err.Error()}}
	}
	c := comparison{root: want}
	c.compare(value, want, "")
	if c.more > 0 {
		c.found = append(c.found, mismatch{finding.Malformed, "", fmt.Sprintf("%d more unknown fields and values of the wrong type", c.more)})
	}
	return c.found
}

// comparison collects the mismatches of one object.
type comparison struct {
	root  reflect.Type
	found []mismatch
	more  int // mismatches above maxMismatches
}

func (c *comparison) add(findingType, path, message string) {
	if len(c.found) >= maxMismatches {
		c.more++
		return
	}
	c.found = append(c.found, mismatch{findingType, path, message})
}

// compare compares the value at path with a type.
func (c *comparison) compare(value any, want reflect.Type, path string) {
	for want.Kind() == reflect.Pointer {
		want = want.Elem()
	}
	if value == nil {
		return // null is allowed everywhere
	}
	if reflect.PointerTo(want).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		c.tryDecode(value, want, path)
		return
	}
	switch want.Kind() {
	case reflect.Struct:
		object, ok := value.(map[string]any)
		if !ok {
			c.wrongType(value, "an object", path)
			return
		}
		fields := jsonFields(want)
		for _, key := range slices.Sorted(maps.Keys(object)) {
			if field, ok := fields[key]; ok {
				c.compare(object[key], field, locate.Join(path, key))
			} else {
				c.unknownField(key, path, fields)
			}
		}
	case reflect.Map:
		object, ok := value.(map[string]any)
		if !ok {
			c.wrongType(value, "an object", path)
			return
		}
		for _, key := range slices.Sorted(maps.Keys(object)) {
			c.compare(object[key], want.Elem(), locate.Key(path, key))
		}
	case reflect.Slice:
		list, ok := value.([]any)
		switch {
		case ok:
			for i, element := range list {
				c.compare(element, want.Elem(), locate.Index(path, i))
			}
		case want.Elem().Kind() == reflect.Uint8:
			c.tryDecode(value, want, path)
		default:
			c.wrongType(value, "a list", path)
		}
	default:
		c.tryDecode(value, want, path)
	}
}

// tryDecode adds a mismatch if a value can't be decoded into a type without fields.
func (c *comparison) tryDecode(value any, want reflect.Type, path string) {
	text, err := json.Marshal(value)
	if err != nil {
		c.add(finding.Malformed, path, err.Error())
		return
	}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, reflect.New(want).Interface()); err == nil {
		return
	}
	name, ok := typeNames[want.Name()]
	if !ok {
		name, ok = kindNames[want.Kind()]
	}
	if !ok {
		name = "a " + want.Name()
	}
	c.wrongType(value, name, path)
}

// typeNames says what to write for types that are decoded from a string.
var typeNames = map[string]string{
	"Quantity":    "a quantity such as 500m or 1Gi",
	"IntOrString": "a whole number of 32 bits or a string",
	"Time":        "a time such as 2006-01-02T15:04:05Z",
	"MicroTime":   "a time such as 2006-01-02T15:04:05.000000Z",
}

// kindNames says what to write for all other types.
var kindNames = map[reflect.Kind]string{
	reflect.String:  "a string",
	reflect.Bool:    "true or false",
	reflect.Int32:   "a whole number of 32 bits",
	reflect.Int64:   "a whole number of 64 bits",
	reflect.Float64: "a number",
	reflect.Slice:   "text in base64",
}

// wrongType adds a mismatch for a value of the wrong type.
func (c *comparison) wrongType(value any, want, path string) {
	c.add(finding.Malformed, path, "want "+want+", found "+describe(value))
}

// describe says what a value is.
func describe(value any) string {
	switch value := value.(type) {
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	case string:
		return fmt.Sprintf("the string %q", finding.Truncate(value, 60))
	default:
		return fmt.Sprint(value)
	}
}

// unknownField adds a mismatch for a field that a type lacks, with what may have been meant.
func (c *comparison) unknownField(key, path string, fields map[string]reflect.Type) {
	suggestion := ""
	if len(key) < 60 && len(c.found) < maxMismatches {
		suggestion = suggest(c.root, key, path, fields)
	}
	name := locate.Join(path, key)
	c.add(finding.UnknownField, name, fmt.Sprintf("unknown field %q%s", finding.Truncate(name, 200), suggestion))
}
