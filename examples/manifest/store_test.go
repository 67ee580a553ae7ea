package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const uid = "0b5c3f4e-1d2a-4c6b-8e9f-a1b2c3d4e5f6"

// stored are the manifests whose stored form is compared: one of each mode of each version, a
// list, and a Job read back from a server.
var stored = []string{"pi.yaml", "nightly-report.yaml", "take-over.yaml", "backups.yaml", "stored.yaml"}

func TestDefaults(t *testing.T) {
	for _, file := range stored {
		status, stdout, stderr := command("", "convert", "--to", "batch/v1", "--defaults", filepath.Join("testdata", "valid", file))
		if status != success || stderr != "" {
			t.Errorf("%s: exit status %d: %s", file, status, stderr)
		}
		golden(t, filepath.Join("testdata", "defaulted", file), stdout)
	}
}

func TestStore(t *testing.T) {
	for _, file := range stored {
		status, stdout, stderr := command("", "convert", "--to", "batch/v1", "--uid", uid, filepath.Join("testdata", "valid", file))
		if status != success {
			t.Errorf("%s: exit status %d: %s", file, status, stderr)
		}
		if copied := file == "stored.yaml"; strings.Contains(stderr, `document 1: warning: spec.selector and the labels`) != copied {
			t.Errorf("%s: said %q", file, stderr)
		}
		golden(t, filepath.Join("testdata", "stored", file), stdout)
	}
}

// TestStoreTwice holds that whatever the tool shows as stored stays as it is.
func TestStoreTwice(t *testing.T) {
	for _, file := range glob(t, "testdata/valid/*") {
		for _, flags := range [][]string{{"--defaults"}, {"--uid", uid}, {"--defaults", "--uid", uid}} {
			args := append([]string{"convert", "--to", "batch/v1"}, flags...)
			status, once, stderr := command("", append(args, file)...)
			if status != success {
				t.Errorf("%s: exit status %d: %s", file, status, stderr)
			}
			status, twice, stderr := command(once, args...)
			if diff := cmp.Diff(once, twice); status != success || stderr != "" || diff != "" {
				t.Errorf("%s: %q again: exit status %d, said %q (-once +twice):\n%s", file, flags, status, stderr, diff)
			}
		}
	}
}

func TestRandomUIDs(t *testing.T) {
	const manifest = "apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: pi-}\n"
	status, stdout, stderr := command(manifest+"---\n"+manifest, "convert", "--to", "batch/v1", "--uid", "random")
	if status != success || stderr != "" {
		t.Fatalf("exit status %d: %s", status, stderr)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(stdout) {
		line = strings.TrimSpace(line)
		if value, ok := strings.CutPrefix(line, "uid: "); ok {
			seen[value] = true
		}
		if value, ok := strings.CutPrefix(line, "name: pi-"); ok {
			seen[value] = true
			if len(value) != 5 {
				t.Errorf("name pi-%s, want five characters behind the prefix", value)
			}
		}
	}
	if len(seen) != 4 {
		t.Errorf("UIDs and names %v, want two different ones of each", seen)
	}
}

func TestStoreErrors(t *testing.T) {
	const manifest = "apiVersion: batch/v1\nkind: JobList\nitems:\n- metadata: {name: a}\n- spec: {}\n"
	status, stdout, stderr := command(manifest, "convert", "--to", "batch/v1", "--uid", uid)
	if status != failure || stdout != "" || !strings.HasPrefix(stderr, "standard input: document 1: items[1]: metadata.name: Required") {
		t.Errorf("exit status %d, want %d; printed %q, said %q", status, failure, stdout, stderr)
	}
}
