package apiserver

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// testCorpus sends the corpus of package conformance, manifests with typical mistakes. The stored
// answer of kube-apiserver's code must be the server's answer too.
func testCorpus(t *testing.T, s server) {
	all := newTally()
	paths, err := filepath.Glob("../testdata/corpus/*.yaml")
	if err != nil || len(paths) < 60 {
		t.Fatalf("%d manifests, %v", len(paths), err)
	}
	for _, file := range paths {
		t.Run(filepath.Base(file), func(t *testing.T) {
			for _, d := range read(t, file) {
				if _, ok := s.verdict(t, d, all); ok {
					t.Error("kube-apiserver accepts it")
				}
				said := map[string]bool{}
				if details := s.dryRun(t, metav1.NamespaceDefault, d).status.Details; details != nil {
					for _, c := range details.Causes {
						said[fmt.Sprintf("%s: %s", c.Field, c.Message)] = true
					}
				}
				if diff := cmp.Diff(storedAnswer(t, file), slices.Sorted(maps.Keys(said))); diff != "" {
					t.Errorf("(-stored answer +kube-apiserver):\n%s", diff)
				}
			}
		})
	}
	all.report(t, refused)
}

// storedAnswer returns kube-apiserver's errors in the text file next to a manifest, sorted.
func storedAnswer(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(strings.TrimSuffix(file, ".yaml") + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	answer, _, ok := strings.Cut(strings.TrimPrefix(string(data), "kube-apiserver:\n"), "\njobapi:")
	if !ok {
		t.Fatalf("%s has no answer", file)
	}
	said := map[string]bool{}
	for line := range strings.Lines(answer) {
		said[strings.TrimSpace(line)] = true
	}
	return slices.Sorted(maps.Keys(said))
}
