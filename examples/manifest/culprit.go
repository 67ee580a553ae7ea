package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/yaml"
)

// parseValue reads a YAML or JSON document as what it is, without regard to its kind.
func parseValue(data []byte) (any, error) {
	text, err := yaml.ToJSON(data)
	if err != nil {
		return nil, err
	}
	var value any
	err = json.Unmarshal(text, &value)
	return value, err
}

// culprit returns the path of the value in a document that a decoder cannot read, or nothing
// if it is not to be found. Decoders name the field of a text that should have been a number,
// but not that of a malformed quantity or time.
//
// It nulls one value at a time and looks where that makes a difference: first among the fields
// of the whole, then inside the one that it found. fields is as before when it returns.
func culprit(decoder runtime.Decoder, fields map[string]any) string {
	message := func() string {
		text, err := json.Marshal(fields)
		if err != nil {
			return err.Error()
		}
		_, _, err = decoder.Decode(text, nil, nil)
		if err == nil || runtime.IsStrictDecodingError(err) {
			return ""
		}
		return err.Error()
	}
	original := message()
	differs := func() bool { return message() != original }
	path := ""
	for at := any(fields); ; {
		name, child := firstCause(at, path, differs)
		if name == "" {
			return path
		}
		path, at = name, child
	}
}

// firstCause returns the first field or element of at whose absence makes a difference, and
// its path if that of at is path. at is as before when it returns.
func firstCause(at any, path string, differs func() bool) (name string, child any) {
	switch at := at.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(at)) {
			name := strings.TrimPrefix(path+"."+key, ".")
			value := at[key]
			if value == nil || name == "apiVersion" || name == "kind" {
				continue
			}
			at[key] = nil
			found := differs()
			at[key] = value
			if found {
				return name, value
			}
		}
	case []any:
		for i, value := range at {
			if value == nil {
				continue
			}
			at[i] = nil
			found := differs()
			at[i] = value
			if found {
				return fmt.Sprintf("%s[%d]", path, i), value
			}
		}
	}
	return "", nil
}
