package codec_test

import (
	"path/filepath"
	"reflect"
	"testing"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
	"github.com/jobapi/jobapi/examples/manifest/internal/codec"
)

// TestManifestsUseEveryField reads the valid manifests. Together they use every field of JobSpec,
// and both modes of both versions.
func TestManifestsUseEveryField(t *testing.T) {
	used := map[string]bool{}
	files, err := filepath.Glob("../../testdata/valid/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	objects, err := codec.New().ReadFiles(files, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, obj := range objects {
		switch job := obj.Object.(type) {
		case *batchv1.Job:
			markFields(used, job.Spec)
			manual := job.Spec.ManualSelector
			used["manual mode"] = used["manual mode"] || manual != nil && *manual
			used["automatic mode"] = used["automatic mode"] || manual == nil
		case *extensionsv1beta1.Job:
			markFields(used, job.Spec)
			auto := job.Spec.AutoSelector
			used["old manual mode"] = used["old manual mode"] || auto == nil
			used["old automatic mode"] = used["old automatic mode"] || auto != nil && *auto
		}
	}
	want := []string{"manual mode", "automatic mode", "old manual mode", "old automatic mode", "AutoSelector"}
	for field := range reflect.TypeFor[batchv1.JobSpec]().Fields() {
		want = append(want, field.Name)
	}
	for _, name := range want {
		if !used[name] {
			t.Errorf("no manifest uses %s", name)
		}
	}
}

// markFields marks the fields of a struct that have a value.
func markFields(used map[string]bool, spec any) {
	for field, value := range reflect.ValueOf(spec).Fields() {
		if !value.IsZero() {
			used[field.Name] = true
		}
	}
}
