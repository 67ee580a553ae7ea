package jobtest

import (
	"math"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
)

// TestSeededReachesEveryField checks that random Jobs set every field.
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

// TestQuantities checks that random quantities cover every kind that programs treat differently.
func TestQuantities(t *testing.T) {
	fill := Seeded(t)
	met := map[string]bool{}
	for range 400 {
		var q resource.Quantity
		fill.Fuzz(&q)
		_, whole := q.AsInt64()
		met["whole"] = met["whole"] || whole
		met["negative"] = met["negative"] || q.Sign() < 0
		met["fraction"] = met["fraction"] || q.MilliValue()%1000 != 0
		met["too large for an int64"] = met["too large for an int64"] || q.AsApproximateFloat64() > math.MaxInt64
		met["more than 18 digits"] = met["more than 18 digits"] || q.AsDec().UnscaledBig().BitLen() > 64
		met[string(q.Format)] = true
	}
	want := map[string]bool{
		"whole": true, "negative": true, "fraction": true, "too large for an int64": true, "more than 18 digits": true,
		string(resource.DecimalSI): true, string(resource.BinarySI): true, string(resource.DecimalExponent): true,
	}
	if diff := cmp.Diff(want, met); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
}

// record records the fields of all structs in v, and which of them are set.
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
