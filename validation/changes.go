package validation

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// maxChanges is how many changed fields an error names.
const maxChanges = 10

// changes names the fields that differ between two objects of one type, as manifests call
// them, as deep down as they can be told apart.
func changes(was, now any) string {
	var d differences
	d.compare("", reflect.ValueOf(was), reflect.ValueOf(now))
	slices.Sort(d.names)
	if more := len(d.names) - maxChanges; more > 0 {
		return strings.Join(d.names[:maxChanges], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(d.names, ", ")
}

type differences struct{ names []string }

func (d *differences) compare(name string, was, now reflect.Value) {
	if semantic.DeepEqual(was.Interface(), now.Interface()) {
		return
	}
	switch was.Kind() {
	case reflect.Pointer:
		if !was.IsNil() && !now.IsNil() {
			d.compare(name, was.Elem(), now.Elem())
			return
		}
	case reflect.Struct:
		if !reflect.PointerTo(was.Type()).Implements(marshaler) {
			d.fields(name, was, now)
			return
		}
	case reflect.Slice:
		if was.Len() == now.Len() {
			for i := range was.Len() {
				d.compare(name+"["+strconv.Itoa(i)+"]", was.Index(i), now.Index(i))
			}
			return
		}
	case reflect.Map:
		d.entries(name, was, now)
		return
	}
	d.names = append(d.names, name)
}

// marshaler is what a struct implements that is one value to its users, such as a time.
var marshaler = reflect.TypeFor[json.Marshaler]()

func (d *differences) fields(name string, was, now reflect.Value) {
	for i := range was.NumField() {
		inner := name
		if tag, _, _ := strings.Cut(was.Type().Field(i).Tag.Get("json"), ","); tag != "" {
			inner = strings.TrimPrefix(name+"."+tag, ".")
		}
		d.compare(inner, was.Field(i), now.Field(i))
	}
}

func (d *differences) entries(name string, was, now reflect.Value) {
	keys := map[string]bool{}
	for _, m := range []reflect.Value{was, now} {
		for key := range m.Seq() {
			keys[key.String()] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		k := reflect.ValueOf(key).Convert(was.Type().Key())
		before, after := was.MapIndex(k), now.MapIndex(k)
		if before.IsValid() && after.IsValid() && semantic.DeepEqual(before.Interface(), after.Interface()) {
			continue
		}
		d.names = append(d.names, name+"["+key+"]")
	}
}
