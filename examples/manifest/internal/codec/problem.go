package codec

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/yaml"

	"github.com/jobapi/jobapi/examples/manifest/internal/decode"
	"github.com/jobapi/jobapi/examples/manifest/internal/input"
	"github.com/jobapi/jobapi/examples/manifest/internal/locate"
)

// problem is an error in one document.
type problem struct {
	Source
	message string
}

// Error returns the source and the message.
func (p *problem) Error() string {
	return p.String() + ": " + p.message
}

// explain returns the problems that a decoder's error reports.
func explain(decoder runtime.Decoder, doc input.Document, source Source, gvk *schema.GroupVersionKind, err error) []*problem {
	if strict, ok := runtime.AsStrictDecodingError(err); ok {
		var problems []*problem
		for _, err := range strict.Errors() {
			for text := range strings.Lines(err.Error()) {
				if text = strings.TrimSpace(text); text != "yaml: unmarshal errors:" {
					problems = append(problems, newProblem(doc, source, text))
				}
			}
		}
		return problems
	}
	message := err.Error()
	switch {
	case runtime.IsMissingKind(err):
		message = "kind is missing"
	case runtime.IsMissingVersion(err):
		message = "apiVersion is missing"
	case runtime.IsNotRegisteredError(err):
		message = unknownKind(gvk)
	default:
		value, err := parse(doc.Data)
		if err != nil {
			break
		}
		if object, ok := value.(map[string]any); !ok {
			message = "want an object with apiVersion and kind"
		} else if path := culprit(decoder, object); path != "" {
			message = path + ": " + message
		}
	}
	return []*problem{newProblem(doc, source, message)}
}

// newProblem returns a problem. It moves a line number from the text, where it counts from the
// first line of the document, to the source, where it counts from the first line of the file.
func newProblem(doc input.Document, source Source, text string) *problem {
	p := &problem{source, text}
	if at := decode.LineNumber.FindStringSubmatchIndex(text); at != nil {
		if n, err := strconv.Atoi(text[at[2]:at[3]]); err == nil {
			p.Line = doc.Line + n - 1
			p.message = text[:at[0]] + text[at[1]:]
		}
	}
	return p
}

func unknownKind(gvk *schema.GroupVersionKind) string {
	return fmt.Sprintf("unknown kind %s of %s: want Job or JobList of batch/v1 or extensions/v1beta1, or List of v1",
		gvk.Kind, gvk.GroupVersion())
}

// parse returns the value of a YAML or JSON document, whatever its kind.
func parse(data []byte) (any, error) {
	text, err := yaml.ToJSON(data)
	if err != nil {
		return nil, err
	}
	var value any
	err = json.Unmarshal(text, &value)
	return value, err
}

// culprit returns the path of the value that makes a decoder fail, "" if it finds none. Decoders
// don't name the field of a malformed quantity or time.
//
// It sets one field after the other to null, until that changes the error, and goes on inside the
// field that it found. The object is as before when it returns.
func culprit(decoder runtime.Decoder, object map[string]any) string {
	decodeError := func() string {
		text, err := json.Marshal(object)
		if err != nil {
			return err.Error()
		}
		_, _, err = decoder.Decode(text, nil, nil)
		if err == nil || runtime.IsStrictDecodingError(err) {
			return ""
		}
		return err.Error()
	}
	original := decodeError()
	changes := func() bool { return decodeError() != original }
	path, value := "", any(object)
	for {
		childPath, child := causeIn(value, path, changes)
		if childPath == "" {
			return path
		}
		path, value = childPath, child
	}
}

// causeIn returns the first field or element of the value at path for which changes reports true
// while it is null, and its path. It returns "" if there is none.
func causeIn(value any, path string, changes func() bool) (childPath string, child any) {
	switch value := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			childPath, child := locate.Join(path, key), value[key]
			if child == nil || childPath == "apiVersion" || childPath == "kind" {
				continue
			}
			value[key] = nil
			found := changes()
			value[key] = child
			if found {
				return childPath, child
			}
		}
	case []any:
		for i, child := range value {
			if child == nil {
				continue
			}
			value[i] = nil
			found := changes()
			value[i] = child
			if found {
				return locate.Index(path, i), child
			}
		}
	}
	return "", nil
}
