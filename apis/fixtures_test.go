package apis_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/runtime"
	jsonserializer "k8s.io/apimachinery/pkg/runtime/serializer/json"

	"github.com/jobapi/jobapi/apis"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/internal/jobtest"
)

// TestKubernetesFixtures decodes the Jobs in the testdata of k8s.io/api, which have every field of
// its own and earlier releases. They must decode strictly and encode to the same values.
func TestKubernetesFixtures(t *testing.T) {
	// Kubernetes 1.35 had a field in the pod template that later releases removed.
	removed := map[string]string{"v1.35.0": "spec.template.spec.workloadRef"}

	dir := filepath.Join(jobtest.ModuleDir(t, "k8s.io/api"), "testdata")
	scheme := newScheme(t)
	for _, release := range []string{"HEAD", "v1.36.0", "v1.35.0", "v1.34.0", "v1.33.0"} {
		for _, format := range []string{"json", "yaml"} {
			t.Run(release+"/"+format, func(t *testing.T) {
				file := filepath.Join(dir, release, "batch.v1.Job")
				strict := serializer(scheme, format)
				obj, _, err := strict.Decode(read(t, file+"."+format), nil, nil)
				want := file
				if field := removed[release]; field == "" {
					if err != nil {
						t.Fatalf("strict decoding: %v", err)
					}
				} else {
					problems, _ := runtime.AsStrictDecodingError(err)
					if problems == nil || len(problems.Errors()) != 1 || !strings.Contains(err.Error(), field) {
						t.Fatalf("strict decoding: %v, want a complaint about %s alone", err, field)
					}
					want += ".after_roundtrip"
				}
				job, ok := obj.(*batchv1.Job)
				if !ok {
					t.Fatalf("decoded a %T", obj)
				}
				var encoded bytes.Buffer
				if err := serializer(scheme, "json").Encode(job, &encoded); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(values(t, read(t, want+".json")), values(t, encoded.Bytes())); diff != "" {
					t.Errorf("(-fixture +encoded):\n%s", diff)
				}
			})
		}
	}
}

func newScheme(t *testing.T) *runtime.Scheme {
	t.Helper()
	scheme := runtime.NewScheme()
	if err := apis.AddToScheme(scheme); err != nil {
		t.Fatal(err)
	}
	return scheme
}

// serializer returns a strict serializer for a format, without conversion or defaults.
func serializer(scheme *runtime.Scheme, format string) runtime.Serializer {
	options := jsonserializer.SerializerOptions{Yaml: format == "yaml", Pretty: true, Strict: true}
	return jsonserializer.NewSerializerWithOptions(jsonserializer.DefaultMetaFactory, scheme, scheme, options)
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func values(t *testing.T, data []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
