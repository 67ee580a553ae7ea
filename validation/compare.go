package validation

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/conversion"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"

	"github.com/jobapi/jobapi/validation/internal/amount"
)

// equal reports whether both pointers are nil, or point to equal values.
func equal[T comparable](a, b *T) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// semantic compares as kube-apiserver does: nil equals empty, and quantities and times are
// equal in any notation. It is [equality.Semantic] with a comparison of quantities that takes
// constant time for values such as 1e9999999.
var semantic = withFastQuantities(equality.Semantic)

func withFastQuantities(equalities conversion.Equalities) conversion.Equalities {
	equalities = equalities.Copy()
	// AddFunc only fails for a function of another signature.
	utilruntime.Must(equalities.AddFunc(func(a, b resource.Quantity) bool { return amount.Compare(a, b) == 0 }))
	return equalities
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
