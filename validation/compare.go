package validation

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/jobapi/jobapi/validation/internal/semantic"
)

// equal reports whether both pointers are nil, or point to equal values.
func equal[T comparable](a, b *T) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// maxChanges is how many changed fields an error names.
const maxChanges = 10

// changes lists the fields, by JSON path, in which two objects of one type differ. It goes as
// deep as it can.
func changes(old, updated any) string {
	var d differences
	d.compare("", reflect.ValueOf(old), reflect.ValueOf(updated))
	slices.Sort(d.paths)
	if more := len(d.paths) - maxChanges; more > 0 {
		return strings.Join(d.paths[:maxChanges], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(d.paths, ", ")
}

type differences struct{ paths []string }

func (d *differences) compare(path string, old, updated reflect.Value) {
	if semantic.DeepEqual(old.Interface(), updated.Interface()) {
		return
	}
	switch old.Kind() {
	case reflect.Pointer:
		if !old.IsNil() && !updated.IsNil() {
			d.compare(path, old.Elem(), updated.Elem())
			return
		}
	case reflect.Struct:
		if !reflect.PointerTo(old.Type()).Implements(marshaler) {
			d.compareFields(path, old, updated)
			return
		}
	case reflect.Slice:
		if old.Len() == updated.Len() {
			for i := range old.Len() {
				d.compare(path+"["+strconv.Itoa(i)+"]", old.Index(i), updated.Index(i))
			}
			return
		}
	case reflect.Map:
		d.compareEntries(path, old, updated)
		return
	}
	d.paths = append(d.paths, path)
}

// marshaler is the interface of structs that are a single value in JSON, such as times.
var marshaler = reflect.TypeFor[json.Marshaler]()

func (d *differences) compareFields(path string, old, updated reflect.Value) {
	for i := range old.NumField() {
		fieldPath := path
		if name, _, _ := strings.Cut(old.Type().Field(i).Tag.Get("json"), ","); name != "" {
			fieldPath = strings.TrimPrefix(path+"."+name, ".")
		}
		d.compare(fieldPath, old.Field(i), updated.Field(i))
	}
}

func (d *differences) compareEntries(path string, old, updated reflect.Value) {
	keys := map[string]bool{}
	for _, m := range []reflect.Value{old, updated} {
		for key := range m.Seq() {
			keys[key.String()] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		k := reflect.ValueOf(key).Convert(old.Type().Key())
		a, b := old.MapIndex(k), updated.MapIndex(k)
		if a.IsValid() && b.IsValid() && semantic.DeepEqual(a.Interface(), b.Interface()) {
			continue
		}
		d.paths = append(d.paths, path+"["+key+"]")
	}
}
