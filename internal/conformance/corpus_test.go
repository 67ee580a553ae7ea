package conformance

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	kubernetesv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"sigs.k8s.io/yaml"

	"github.com/jobapi/jobapi/internal/jobtest"
	"github.com/jobapi/jobapi/validation"
)

var update = flag.Bool("update", false, "rewrite the answers in testdata/corpus, and with TestReport the report")

// TestCorpus validates typical user manifests, each with one mistake, on both sides. The text file
// next to a manifest has both answers.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/*.yaml")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d manifests, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		t.Run(name, func(t *testing.T) {
			theirs, ours := judge(t, file)
			if len(theirs) == 0 {
				t.Error("kube-apiserver accepts it")
			}
			if diff := cmp.Diff(byTypeAndPath(theirs), byTypeAndPath(ours), cmp.Comparer(func(a, b *field.Error) bool { return true })); diff != "" {
				t.Errorf("types and paths (-kube-apiserver +jobapi):\n%s", diff)
			}
			answers := "kube-apiserver:\n" + sentences(theirs) + "\njobapi:\n" + sentences(ours)
			golden := strings.TrimSuffix(file, ".yaml") + ".txt"
			if *update {
				if err := os.WriteFile(golden, []byte(answers), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), answers); diff != "" {
				t.Errorf("%s (-want +got); if the change is intended, run go test . -run TestCorpus -args -update:\n%s", golden, diff)
			}
		})
	}
}

// TestFixtures validates the Jobs in the test data of k8s.io/api, which have every field.
func TestFixtures(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(jobtest.ModuleDir(t, "k8s.io/api"), "testdata", "*", "batch.v1.Job.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d fixtures, %v", len(files), err)
	}
	for _, file := range files {
		theirs, ours := judge(t, file)
		if len(theirs) == 0 {
			t.Errorf("%s: kube-apiserver accepts it", file)
		}
		if len(theirs) == 0 != (len(ours.Filter(validation.OwnRule)) == 0) {
			t.Errorf("%s:\nkube-apiserver says %v\njobapi says %v", file, theirs, ours)
		}
	}
}

// judge returns the errors of both sides for a manifest.
func judge(t *testing.T, file string) (theirs, ours field.ErrorList) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var manifest kubernetesv1.Job
	if err := yaml.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	c := create(t, &manifest)
	return rest.ValidateCreate(createContext(), c.theirs, job.Strategy), validation.ValidateJob(c.ours, kubernetesKeys)
}

// sentences returns sorted errors, one per line, or "".
func sentences(errs field.ErrorList) string {
	var lines []string
	for _, err := range errs {
		lines = append(lines, fmt.Sprintf("  %v\n", err))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}
