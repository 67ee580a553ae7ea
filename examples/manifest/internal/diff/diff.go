// Package diff shows what the defaults of a version add to a Job: the Job as YAML, with a plus sign
// before each line that defaulting adds.
//
// The lines without a sign and those with a minus sign are the Job as it was, and the lines without
// a sign and those with a plus sign are the Job with defaults; both are valid YAML.
package diff

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"

	"github.com/jobapi/jobapi/examples/manifest/internal/codec"
)

// Defaults returns the objects as YAML with the lines marked that their defaults add.
func Defaults(scheme *runtime.Scheme, objects []codec.Object) ([]byte, error) {
	var out bytes.Buffer
	var errs []error
	for _, obj := range objects {
		fmt.Fprintf(&out, "--- %s\n+++ %s, with defaults\n", obj, obj)
		defaulted := obj.DeepCopyObject()
		scheme.Default(defaulted)
		before, err := toTree(obj.Object)
		after, err2 := toTree(defaulted)
		if err = errors.Join(err, err2); err == nil {
			d := differ{w: &out}
			err = d.value(before, after, "")
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", obj, err))
		}
	}
	return out.Bytes(), errors.Join(errs...)
}

// toTree returns an object as maps and lists.
func toTree(obj runtime.Object) (any, error) {
	text, err := json.Marshal(obj)
	if err != nil {
		return nil, err
	}
	var value any
	err = yaml.Unmarshal(text, &value)
	return value, err
}

// differ writes the difference between two trees as YAML with signs: a plus before the lines of the
// new tree alone, a minus before those of the old tree alone.
type differ struct {
	w *bytes.Buffer
	// The dashes of list elements, which replace the end of the indentation of their first line.
	// The old and the new tree can have different first lines. Both are "" after that line.
	oldDash, newDash string
}

// line writes a line with its sign.
func (d *differ) line(sign byte, indent, text string) {
	if sign == ' ' && d.oldDash != d.newDash {
		d.line('-', indent, text)
		d.line('+', indent, text)
		return
	}
	dash := d.newDash
	if sign != '+' {
		dash, d.oldDash = d.oldDash, ""
	}
	if sign != '-' {
		d.newDash = ""
	}
	d.w.WriteByte(sign)
	d.w.WriteString(indent[:len(indent)-len(dash)] + dash + text)
}

// lines writes a whole value with one sign.
func (d *differ) lines(sign byte, indent string, value any) error {
	text, err := yaml.Marshal(value)
	for line := range strings.Lines(string(text)) {
		d.line(sign, indent, line)
	}
	return err
}

// value writes the difference between two values.
func (d *differ) value(before, after any, indent string) error {
	switch {
	case reflect.DeepEqual(before, after):
		return d.lines(' ', indent, after)
	case isMap(before) && isMap(after):
		return d.fields(before.(map[string]any), after.(map[string]any), indent)
	case isList(before) && isList(after) && len(before.([]any)) == len(after.([]any)):
		for i, element := range after.([]any) {
			d.oldDash, d.newDash = d.oldDash+"- ", d.newDash+"- "
			if err := d.value(before.([]any)[i], element, indent+"  "); err != nil {
				return err
			}
		}
		return nil
	}
	return errors.Join(d.lines('-', indent, before), d.lines('+', indent, after))
}

// fields writes the difference between two maps.
func (d *differ) fields(before, after map[string]any, indent string) error {
	all := maps.Clone(before)
	maps.Copy(all, after)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if err := d.field(key, before, after, indent); err != nil {
			return err
		}
	}
	return nil
}

// field writes the difference between the values of a key in two maps.
func (d *differ) field(key string, before, after map[string]any, indent string) error {
	old, value := before[key], after[key]
	switch {
	case reflect.DeepEqual(old, value):
		return d.lines(' ', indent, map[string]any{key: value})
	case isMap(old) && isMap(value), isList(old) && isList(value):
		name, err := yaml.Marshal(map[string]any{key: nil})
		if err != nil {
			return err
		}
		d.line(' ', indent, strings.TrimSuffix(string(name), " null\n")+"\n")
		if isMap(value) {
			indent += "  "
		}
		return d.value(old, value, indent)
	}
	var err error
	if !isEmpty(old) {
		err = d.lines('-', indent, map[string]any{key: old})
	}
	if _, ok := after[key]; ok {
		err = errors.Join(err, d.lines('+', indent, map[string]any{key: value}))
	}
	return err
}

func isMap(value any) bool {
	m, ok := value.(map[string]any)
	return ok && len(m) > 0
}

func isList(value any) bool {
	l, ok := value.([]any)
	return ok && len(l) > 0
}

// isEmpty reports whether a value means the same as a missing field.
func isEmpty(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case string:
		return value == ""
	case map[string]any:
		return len(value) == 0
	case []any:
		return len(value) == 0
	}
	return false
}
