package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCorpus lints manifests whose errors kube-apiserver was asked for: lint reports the same
// paths.
func TestCorpus(t *testing.T) {
	for _, file := range glob(t, "../../internal/conformance/testdata/corpus/*.yaml") {
		status, stdout, stderr := command("", "lint", "--server-only", "-o", "json", file)
		if status != failure {
			t.Errorf("%s: exit status %d, want %d: %s", file, status, failure, stderr)
		}
		got := map[string]bool{}
		decoder := json.NewDecoder(strings.NewReader(stdout))
		for decoder.More() {
			var found struct {
				Path, Severity string
				Line           int
			}
			if err := decoder.Decode(&found); err != nil {
				t.Fatal(err)
			}
			if found.Severity == "error" {
				got[found.Path] = true
			}
			if found.Line < 1 {
				t.Errorf("%s: %s has no line", file, found.Path)
			}
		}
		if diff := cmp.Diff(serverPaths(t, file), got); diff != "" {
			t.Errorf("%s: paths of errors (-kube-apiserver +lint):\n%s", filepath.Base(file), diff)
		}
	}
}

// serverPaths returns the paths of the errors that kube-apiserver reported for a manifest.
func serverPaths(t *testing.T, file string) map[string]bool {
	t.Helper()
	data, err := os.ReadFile(strings.TrimSuffix(file, ".yaml") + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	answer, _, _ := strings.Cut(string(data), "\njobapi:")
	paths := map[string]bool{}
	for line := range strings.Lines(answer) {
		if path, _, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			// kube-apiserver leaves metadata out of the path of a template's labels.
			paths[strings.Replace(path, "spec.template.labels", "spec.template.metadata.labels", 1)] = true
		}
	}
	return paths
}
