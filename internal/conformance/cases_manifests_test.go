package conformance

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/internal/jobtest"
)

// handMade returns an empty Job, the typical one, and the Jobs in the manifests of the examples.
func handMade(t testing.TB) []*batchv1.Job {
	t.Helper()
	files, err := filepath.Glob("../../examples/manifest/testdata/valid/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d manifests, %v", len(files), err)
	}
	jobs := []*batchv1.Job{{}, jobtest.Typical()}
	decoder := serializer.NewCodecFactory(install.NewScheme()).UniversalDeserializer()
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		documents := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(data)))
		for {
			document, err := documents.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			obj, _, err := decoder.Decode(document, nil, nil)
			if runtime.IsNotRegisteredError(err) || runtime.IsMissingKind(err) {
				continue // a List or an empty document
			}
			if err != nil {
				t.Fatal(err)
			}
			if job, ok := obj.(*batchv1.Job); ok {
				job.Spec.BackoffSeconds, job.Spec.FailedPodsLimit, job.Status.CreationTime = nil, nil, nil
				jobs = append(jobs, job)
			}
		}
	}
	return jobs
}
