package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"
)

// diff is the command of that name. args are what follows it on the command line.
func diff(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("diff", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { fmt.Fprint(stderr, usage) }
	files, err := parse(flags, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return success
	case err != nil:
		return misuse
	case len(files) == 0:
		files = []string{stdinName}
	}
	codec := newCodec()
	var out bytes.Buffer
	var problems []error
	for _, file := range files {
		objects, err := codec.readFile(file, stdin)
		problems = append(problems, err)
		for _, obj := range objects {
			fmt.Fprintf(&out, "--- %s\n+++ %s, with defaults\n", obj, obj)
			if err := codec.diff(&out, obj.Object); err != nil {
				problems = append(problems, fmt.Errorf("%s: %w", obj, err))
			}
		}
	}
	if err := errors.Join(problems...); err != nil {
		fmt.Fprintln(stderr, err)
		return failure
	}
	if _, err := stdout.Write(out.Bytes()); err != nil {
		fmt.Fprintln(stderr, err)
		return failure
	}
	return success
}

// diff writes an object as YAML, with marks at what its defaults add.
func (c *codec) diff(w *bytes.Buffer, obj runtime.Object) error {
	before, err := tree(obj)
	if err != nil {
		return err
	}
	defaulted := obj.DeepCopyObject()
	c.scheme.Default(defaulted)
	after, err := tree(defaulted)
	if err != nil {
		return err
	}
	d := differ{w: w}
	return d.value(before, after, "")
}

// tree returns an object as JSON has it.
func tree(obj runtime.Object) (any, error) {
	text, err := json.Marshal(obj)
	if err != nil {
		return nil, err
	}
	var value any
	err = yaml.Unmarshal(text, &value)
	return value, err
}

// differ writes YAML with marks: a plus before the lines that only the new object has, and a
// minus before those that only the old one has.
type differ struct {
	w *bytes.Buffer
	// What stands in the next line in place of the end of its indentation: the dash of an
	// element, which the old and the new object may have in different lines.
	oldDash, newDash string
}

// line writes a line with its mark.
func (d *differ) line(mark byte, indent, text string) {
	if mark == ' ' && d.oldDash != d.newDash {
		d.line('-', indent, text)
		d.line('+', indent, text)
		return
	}
	dash := d.newDash
	if mark != '+' {
		dash, d.oldDash = d.oldDash, ""
	}
	if mark != '-' {
		d.newDash = ""
	}
	d.w.WriteByte(mark)
	d.w.WriteString(indent[:len(indent)-len(dash)] + dash + text)
}

// lines writes all of a value with a mark.
func (d *differ) lines(mark byte, indent string, value any) error {
	text, err := yaml.Marshal(value)
	for line := range strings.Lines(string(text)) {
		d.line(mark, indent, line)
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
		for i, value := range after.([]any) {
			d.oldDash, d.newDash = "- ", "- "
			if err := d.value(before.([]any)[i], value, indent+"  "); err != nil {
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
		was, is := before[key], after[key]
		var err error
		switch {
		case reflect.DeepEqual(was, is):
			err = d.lines(' ', indent, map[string]any{key: is})
		case isMap(was) && isMap(is), isList(was) && isList(is):
			name, _ := yaml.Marshal(map[string]any{key: nil}) // a string can be written
			d.line(' ', indent, strings.TrimSuffix(string(name), " null\n")+"\n")
			if isMap(is) {
				err = d.value(was, is, indent+"  ")
			} else {
				err = d.value(was, is, indent)
			}
		default:
			if !isEmpty(was) {
				err = d.lines('-', indent, map[string]any{key: was})
			}
			if _, ok := after[key]; ok {
				err = errors.Join(err, d.lines('+', indent, map[string]any{key: is}))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func isMap(value any) bool {
	m, ok := value.(map[string]any)
	return ok && len(m) > 0
}

func isList(value any) bool {
	l, ok := value.([]any)
	return ok && len(l) > 0
}

// isEmpty reports whether a value says no more than a field that is not there.
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
