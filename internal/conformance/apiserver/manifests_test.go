package apiserver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/conversion"
)

const testdata = "../../../examples/manifest/testdata/"

// files returns the manifests in the folders of the example's testdata that match a pattern.
func files(t testing.TB, pattern string) []string {
	t.Helper()
	var found []string
	for _, extension := range []string{"*.yaml", "*.json"} {
		matches, err := filepath.Glob(filepath.Join(testdata+pattern, extension))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, matches...)
	}
	if len(found) == 0 {
		t.Fatalf("no manifests in %s%s", testdata, pattern)
	}
	return found
}

// document is the body of one request.
type document struct {
	contentType string
	data        []byte
}

// read returns the documents in a file as they are. It replaces each List by its items.
func read(t testing.TB, file string) []document {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var documents []document
	reader := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(data)))
	for {
		part, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return documents
		}
		if err != nil {
			t.Fatal(err)
		}
		split := []document{{inYAML, part}}
		if filepath.Ext(file) == ".json" {
			split = splitJSON(part)
		}
		for _, d := range split {
			documents = append(documents, items(d)...)
		}
	}
}

// splitJSON returns the JSON values in data. If one doesn't parse, the rest is the last document.
func splitJSON(data []byte) []document {
	var documents []document
	decoder := json.NewDecoder(bytes.NewReader(data))
	for {
		offset := decoder.InputOffset()
		var value json.RawMessage
		err := decoder.Decode(&value)
		if errors.Is(err, io.EOF) {
			return documents
		}
		if err != nil {
			return append(documents, document{inJSON, data[offset:]})
		}
		documents = append(documents, document{inJSON, value})
	}
}

// items returns the items of a List, nothing for a document of comments only, and any other document
// itself.
func items(d document) []document {
	var list *metav1.List
	if err := yaml.Unmarshal(d.data, &list); err != nil || list != nil && list.Kind != "List" {
		return []document{d}
	}
	if list == nil {
		return nil
	}
	var items []document
	for _, item := range list.Items {
		items = append(items, document{inJSON, item.Raw})
	}
	return items
}

// jobs returns the Jobs in a valid file as batch/v1, without the fields that only jobapi or only
// servers set. Jobs of extensions/v1beta1 get the defaults of that version first, because some differ.
func jobs(t testing.TB, file string) []*batchv1.Job {
	t.Helper()
	var jobs []*batchv1.Job
	add := func(obj runtime.Object) error {
		versioned := obj.(metav1.Object)
		versioned.SetUID("") // the server chooses another UID, and generates the selector for that
		versioned.SetResourceVersion("")
		if _, old := obj.(*extensionsv1beta1.Job); old {
			scheme.Default(obj)
		}
		converted, err := conversion.ToVersion(scheme, obj, batchv1.SchemeGroupVersion)
		if err != nil {
			return err
		}
		job := converted.(*batchv1.Job).DeepCopy()
		removeOwnFields(job)
		job.APIVersion, job.Kind = batchv1.SchemeGroupVersion.String(), "Job"
		jobs = append(jobs, job)
		return nil
	}
	for _, d := range read(t, file) {
		obj, err := decode(d, nil)
		if err == nil && meta.IsListType(obj) {
			err = meta.EachListItem(obj, add)
		} else if err == nil {
			err = add(obj)
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	return jobs
}
