package jobtest

import (
	"reflect"
	"testing"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
)

// TestSeededReachesEveryField holds that tests with random Jobs are about all fields.
func TestSeededReachesEveryField(t *testing.T) {
	fill := Seeded(t)
	met, seen := map[string]bool{}, map[string]bool{}
	for range 400 {
		var job batchv1.Job
		fill.Fuzz(&job)
		record(reflect.ValueOf(job), met, seen)
	}
	for field := range seen {
		if !met[field] {
			t.Errorf("%s is never filled", field)
		}
	}
	if len(seen) < 300 {
		t.Errorf("only %d fields were seen", len(seen))
	}
}

// record notes the fields of all structs in v, and which of them are set.
func record(v reflect.Value, met, seen map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			record(v.Elem(), met, seen)
		}
	case reflect.Slice:
		for i := range v.Len() {
			record(v.Index(i), met, seen)
		}
	case reflect.Struct:
		for field, value := range v.Fields() {
			if !field.IsExported() || field.Name == "TypeMeta" || v.Type().NumField() == 0 {
				continue
			}
			name := v.Type().String() + "." + field.Name
			seen[name] = true
			if !value.IsZero() {
				met[name] = true
			}
			record(value, met, seen)
		}
	default:
	}
}
