package decode

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
	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
)

// TestMismatchesAsDecoded puts odd values into valid manifests. There are mismatches exactly if
// decoding fails, and as many unknown fields as strict decoding reports.
func TestMismatchesAsDecoded(t *testing.T) {
	values := []any{"x", "1", "1Gi", int64(1), int64(1 << 40), 1.5, true, nil, map[string]any{}, map[string]any{"a": "b"}, []any{}, []any{"a"}, "2020-01-01T00:00:00Z"}
	files, err := filepath.Glob("../../testdata/valid/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc := newDocument(string(data))
		for seed := range uint64(300) {
			r := rand.New(rand.NewPCG(seed, 3))
			var tree map[string]any
			if err := yaml.Unmarshal(doc.Data, &tree); err != nil {
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
			for _, m := range mismatches(text, reflect.TypeFor[batchv1.Job]()) {
				if m.findingType == finding.UnknownField {
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
		if child := at[key]; r.IntN(4) > 0 && isCollection(child) {
			spoil(r, child, values)
		} else {
			at[key] = value
		}
	case []any:
		i := r.IntN(len(at))
		if r.IntN(4) > 0 && isCollection(at[i]) {
			spoil(r, at[i], values)
		} else {
			at[i] = value
		}
	}
}

// isCollection reports whether a value is a map or list with elements.
func isCollection(value any) bool {
	switch value := value.(type) {
	case map[string]any:
		return len(value) > 0
	case []any:
		return len(value) > 0
	}
	return false
}
