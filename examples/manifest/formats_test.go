package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestSARIF validates the output against the schema of the standard.
func TestSARIF(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	odd := filepath.Join(folder, "an odd #name%20?.yaml")
	if err := os.WriteFile(odd, []byte("a: ["), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{brokenFolders, {"testdata/valid"}, {"testdata/valid/pi.yaml"}, {"testdata/none"}, {odd}, {"-"}} {
		_, stdout, stderr := command("{", append([]string{"lint", "-o", "sarif"}, args...)...)
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(stdout))
		if err != nil {
			t.Fatalf("%q: %v; said %q", args, err, stderr)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%q: %v", args, err)
		}
	}
}

// TestJSONKeys holds which keys programs find in every line.
func TestJSONKeys(t *testing.T) {
	want := []string{"column", "document", "file", "line", "message", "own", "path", "severity", "type"}
	_, stdout, _ := command("", append([]string{"lint", "-o", "json", "testdata/none"}, brokenFolders...)...)
	if stdout == "" {
		t.Fatal("nothing was found")
	}
	for line := range strings.Lines(stdout) {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		var keys []string
		for key := range object {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		if diff := cmp.Diff(want, keys); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", line, diff)
		}
	}
}
