package conformance

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// singles makes every single change of an object: it sets each field to each value to try and to its
// zero value, and adds, duplicates and drops each element.
type singles struct {
	see     func()   // called after each change; the change is undone afterwards
	strings []string // the strings to try
	fresh   int      // how many levels of values to create where the object has none
}

// eachSingle makes every single change of v, which must be settable, and calls see after each.
func eachSingle(v reflect.Value, see func()) {
	own := map[string]bool{}
	noteStrings(v, own)
	for _, s := range slices.Concat(stringsToTry, stringsForOneField) {
		own[s] = true
	}
	singles{see, slices.Sorted(maps.Keys(own)), 1}.value(v)
}

func (s singles) value(v reflect.Value) {
	switch v.Interface().(type) {
	case metav1.Time:
		each(s, v, []metav1.Time{{}, metav1.Unix(1, 0), metav1.Unix(1<<33, 0)})
		return
	case resource.Quantity:
		for _, text := range quantities {
			each(s, v, []resource.Quantity{resource.MustParse(text)})
		}
		return
	case intstr.IntOrString:
		each(s, v, portsToTry)
		for _, name := range s.strings {
			each(s, v, []intstr.IntOrString{intstr.FromString(name)})
		}
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Field(i); field.CanSet() && v.Type().Field(i).Name != "TypeMeta" {
				s.value(field)
			}
		}
	case reflect.Pointer:
		s.pointer(v)
	case reflect.Slice:
		s.slice(v)
	case reflect.Map:
		s.entries(v)
	case reflect.String:
		each(s, v, s.strings)
	case reflect.Bool:
		each(s, v, []bool{false, true})
	case reflect.Int, reflect.Int32, reflect.Int64:
		each(s, v, integersToTry)
		each(s, v, []int64{v.Int() - 1, v.Int() + 1})
	}
}

// each sets v to each of the values.
func each[T any](s singles, v reflect.Value, values []T) {
	for _, value := range values {
		if value := reflect.ValueOf(value); !value.CanInt() || !v.OverflowInt(value.Int()) {
			s.set(v, value.Convert(v.Type()))
		}
	}
}

// set calls see while v has another value.
func (s singles) set(v, value reflect.Value) {
	before := reflect.New(v.Type()).Elem()
	before.Set(v)
	v.Set(value)
	s.see()
	v.Set(before)
}

// within makes the single changes of changing, a part of value, while v has that value.
func (s singles) within(v, value, changing reflect.Value) {
	before := reflect.New(v.Type()).Elem()
	before.Set(v)
	v.Set(value)
	s.see()
	if s.fresh > 0 {
		singles{s.see, s.strings, s.fresh - 1}.value(changing)
	}
	v.Set(before)
}

func (s singles) pointer(v reflect.Value) {
	if v.IsNil() {
		fresh := reflect.New(v.Type().Elem())
		s.within(v, fresh, fresh.Elem())
		return
	}
	s.set(v, reflect.Zero(v.Type()))
	s.value(v.Elem())
}

func (s singles) slice(v reflect.Value) {
	n := v.Len()
	with := func(element reflect.Value) reflect.Value {
		longer := reflect.MakeSlice(v.Type(), n, n+1)
		reflect.Copy(longer, v)
		return reflect.Append(longer, element)
	}
	if !v.IsNil() {
		s.set(v, reflect.Zero(v.Type()))
	}
	s.set(v, reflect.MakeSlice(v.Type(), 0, 0))
	for i := range n {
		shorter := with(v.Index(i))
		s.set(v, shorter)
		s.set(v, reflect.AppendSlice(shorter.Slice(0, i), v.Slice(i+1, n)))
		s.value(v.Index(i))
	}
	longer := with(reflect.Zero(v.Type().Elem()))
	s.within(v, longer, longer.Index(n))
}

func (s singles) entries(v reflect.Value) {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	entries := func(without string) reflect.Value {
		copied := reflect.MakeMap(v.Type())
		for _, key := range keys {
			if key.String() != without {
				copied.SetMapIndex(key, v.MapIndex(key))
			}
		}
		return copied
	}
	for _, key := range keys {
		s.set(v, entries(key.String()))
		value := reflect.New(v.Type().Elem()).Elem()
		value.Set(v.MapIndex(key))
		singles{func() {
			changed := entries("\n")
			changed.SetMapIndex(key, value)
			s.set(v, changed)
		}, s.strings, 0}.value(value)
	}
	for _, name := range s.strings {
		value := reflect.Zero(v.Type().Elem())
		if len(keys) > 0 {
			value = v.MapIndex(keys[0])
		}
		changed := entries("\n")
		changed.SetMapIndex(reflect.ValueOf(name).Convert(v.Type().Key()), value)
		s.set(v, changed)
	}
}

// noteStrings adds all strings in v to all.
func noteStrings(v reflect.Value, all map[string]bool) {
	switch v.Kind() {
	case reflect.String:
		all[v.String()] = true
	case reflect.Pointer:
		if !v.IsNil() {
			noteStrings(v.Elem(), all)
		}
	case reflect.Slice:
		for i := range v.Len() {
			noteStrings(v.Index(i), all)
		}
	case reflect.Struct:
		if structIn(v.Type()) != nil {
			for _, value := range v.Fields() {
				noteStrings(value, all)
			}
		}
	}
}

var portsToTry = []intstr.IntOrString{intstr.FromInt32(80), intstr.FromInt32(0), intstr.FromInt32(70000)}

// stringsForOneField are strings that matter to the rules of one field only.
var stringsForOneField = append(strings.Fields(`. .. ..a a/b:c a=b 1-2-3 a\ a\b\c \a a\. iqn.a eui.a naa.a a.b/c a.b/- a.b/c/d a.b:c:d kubernetes.io/- A.kubernetes.io/a kubernetes.io/a/b
	metadata.labels['-'] metadata.labels['A/b'] metadata.annotations['-'] metadata.annotations ::ffff:10.0.0.1 net/a kernel.sem Recursive Merge Managed`),
	" a", "10.0.0.1 ", "a.b/a b", strings.Repeat("a.", 130)+"kubernetes.io/a", "a.b/"+strings.Repeat("a", 64), "kubernetes.io/"+strings.Repeat("a", 64), strings.Repeat("a", 64)+".b/c", strings.Repeat("a.", 127)+"a/b",
	strings.Repeat("a", 257)+`\b`, `a\`+strings.Repeat("b", 105))

// TestSingles checks that each change is made once and undone.
func TestSingles(t *testing.T) {
	type object struct {
		Yes  *bool
		List []bool
	}
	v := object{List: []bool{true}}
	var seen []object
	eachSingle(reflect.ValueOf(&v).Elem(), func() {
		c := object{List: slices.Clone(v.List)}
		if v.Yes != nil {
			c.Yes = new(*v.Yes)
		}
		seen = append(seen, c)
	})
	list := []bool{true}
	want := []object{
		{new(false), list}, {new(false), list}, {new(true), list},
		{nil, nil}, {nil, []bool{}}, {nil, []bool{true, true}}, {nil, []bool{}}, {nil, []bool{false}}, {nil, list},
		{nil, []bool{true, false}}, {nil, []bool{true, false}}, {nil, []bool{true, true}},
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(object{List: list}, v); diff != "" {
		t.Errorf("left behind (-want +got):\n%s", diff)
	}
}
