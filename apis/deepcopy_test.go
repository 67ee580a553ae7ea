package apis_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/jobapi/jobapi/internal/jobtest"
)

// TestDeepCopySharesNothing fills objects of every registered kind, and checks that a copy shares
// no memory with its source.
func TestDeepCopySharesNothing(t *testing.T) {
	scheme := newScheme(t)
	fill := jobtest.Seeded(t)
	for _, version := range []string{"batch/__internal", "batch/v1", "extensions/v1beta1"} {
		for _, kind := range []string{"Job", "JobList"} {
			t.Run(version+"/"+kind, func(t *testing.T) {
				for range 20 {
					obj := newObject(t, scheme, version, kind)
					fill.Fuzz(obj)
					c := obj.DeepCopyObject()
					if diff := cmp.Diff(obj, c); diff != "" {
						t.Fatalf("the copy differs (-source +copy):\n%s", diff)
					}
					source := map[uintptr]string{}
					walk(reflect.ValueOf(obj), kind, func(path string, memory uintptr) { source[memory] = path })
					walk(reflect.ValueOf(c), kind, func(path string, memory uintptr) {
						if at, ok := source[memory]; ok {
							t.Errorf("%s of the copy shares memory with %s of its source", path, at)
						}
					})
				}
			})
		}
	}
}

func newObject(t *testing.T, scheme *runtime.Scheme, version, kind string) runtime.Object {
	t.Helper()
	for gvk := range scheme.AllKnownTypes() {
		if gvk.GroupVersion().String() == version && gvk.Kind == kind {
			obj, err := scheme.New(gvk)
			if err != nil {
				t.Fatal(err)
			}
			return obj
		}
	}
	t.Fatalf("%s, Kind=%s is not registered", version, kind)
	return nil
}

// walk calls found for all memory that can be written through v: targets of pointers, maps, and
// elements of slices. It skips the location of a time, which is read-only.
func walk(v reflect.Value, path string, found func(path string, memory uintptr)) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || v.Type().Elem().PkgPath() == "time" {
			return
		}
		if v.Type().Elem().Size() > 0 {
			found(path, v.Pointer())
		}
		walk(v.Elem(), path, found)
	case reflect.Slice:
		if v.Len() == 0 {
			return
		}
		if v.Type().Elem().Size() > 0 {
			found(path, v.Pointer())
		}
		for i := range v.Len() {
			walk(v.Index(i), fmt.Sprintf("%s[%d]", path, i), found)
		}
	case reflect.Map:
		if v.IsNil() {
			return
		}
		found(path, v.Pointer())
		for _, key := range v.MapKeys() {
			walk(v.MapIndex(key), fmt.Sprintf("%s[%v]", path, key), found)
		}
	case reflect.Struct:
		for field, value := range v.Fields() {
			walk(value, path+"."+field.Name, found)
		}
	default:
	}
}
