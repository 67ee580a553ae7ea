package main

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	kjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
)

// TestShapeAsDecoded holds that the shape of an object is found wrong exactly where decoding
// it fails, with as many unknown fields. It puts odd values into sound manifests.
func TestShapeAsDecoded(t *testing.T) {
	values := []any{"x", "1", "1Gi", int64(1), int64(1 << 40), 1.5, true, nil, map[string]any{}, map[string]any{"a": "b"}, []any{}, []any{"a"}, "2020-01-01T00:00:00Z"}
	for _, file := range glob(t, "testdata/valid/*.yaml") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc := split(data)[0]
		for seed := range uint64(300) {
			r := rand.New(rand.NewPCG(seed, 3))
			var tree map[string]any
			if err := yaml.Unmarshal(doc.data, &tree); err != nil {
				t.Fatal(err)
			}
			for range 1 + r.IntN(3) {
				spoil(r, tree, values)
			}
			text, err := yaml.Marshal(tree)
			if err != nil {
				t.Fatal(err)
			}
			if text, err = yaml.YAMLToJSON(text); err != nil {
				t.Fatal(err)
			}
			strict, err := kjson.UnmarshalStrict(text, &batchv1.Job{})
			unknown, wrong := 0, 0
			for _, i := range shapeOf(text, reflect.TypeFor[batchv1.Job]()) {
				if i.kind == unknownField {
					unknown++
				} else {
					wrong++
				}
			}
			if (wrong > 0) != (err != nil) || err == nil && unknown != len(strict) {
				t.Fatalf("%s, seed %d: %d unknown and %d wrong, want %v, %v\n%s", filepath.Base(file), seed, unknown, wrong, strict, err, text)
			}
		}
	}
}

// spoil puts one of the values somewhere into an object.
func spoil(r *rand.Rand, at any, values []any) {
	value := runtime.DeepCopyJSONValue(values[r.IntN(len(values))])
	switch at := at.(type) {
	case map[string]any:
		keys := append(slices.Sorted(maps.Keys(at)), "added")
		key := keys[r.IntN(len(keys))]
		if child := at[key]; r.IntN(4) > 0 && (isMap(child) || isList(child)) {
			spoil(r, child, values)
		} else {
			at[key] = value
		}
	case []any:
		i := r.IntN(len(at))
		if r.IntN(4) > 0 && (isMap(at[i]) || isList(at[i])) {
			spoil(r, at[i], values)
		} else {
			at[i] = value
		}
	}
}
