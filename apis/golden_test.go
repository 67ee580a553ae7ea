package apis_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/apitesting/roundtrip"
	"k8s.io/apimachinery/pkg/runtime/schema"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
)

var update = flag.Bool("update", false, "write the golden files under testdata anew")

// TestWireFormat compares the encoded form of each version and kind, with every field set, with
// the golden files.
func TestWireFormat(t *testing.T) {
	scheme := newScheme(t)
	filled := roundtrip.NewCompatibilityTestOptions(scheme)
	filled.Kinds = []schema.GroupVersionKind{
		batchv1.SchemeGroupVersion.WithKind("Job"),
		batchv1.SchemeGroupVersion.WithKind("JobList"),
		extensionsv1beta1.SchemeGroupVersion.WithKind("Job"),
		extensionsv1beta1.SchemeGroupVersion.WithKind("JobList"),
	}
	for gvk, obj := range filled.Complete(t).FilledObjects {
		for _, format := range []string{"json", "yaml"} {
			name := gvk.Group + "." + gvk.Version + "." + gvk.Kind + "." + format
			t.Run(name, func(t *testing.T) {
				var encoded bytes.Buffer
				if err := serializer(scheme, format).Encode(obj, &encoded); err != nil {
					t.Fatal(err)
				}
				file := filepath.Join("testdata", "HEAD", name)
				if *update {
					if err := os.WriteFile(file, encoded.Bytes(), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				golden := read(t, file)
				if diff := cmp.Diff(string(golden), encoded.String()); diff != "" {
					t.Errorf("(-golden +encoded); if this is meant, run go test ./apis -update:\n%s", diff)
				}
				decoded, _, err := serializer(scheme, format).Decode(golden, nil, nil)
				if err != nil {
					t.Fatalf("strict decoding: %v", err)
				}
				if diff := cmp.Diff(obj, decoded); diff != "" {
					t.Errorf("(-original +decoded):\n%s", diff)
				}
			})
		}
	}
}
