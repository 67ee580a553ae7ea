package main

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestConvert converts each valid manifest to each version.
func TestConvert(t *testing.T) {
	for _, file := range glob(t, "testdata/valid/*") {
		for _, to := range []string{"batch/v1", "extensions/v1beta1"} {
			for _, format := range []string{"yaml", "json"} {
				t.Run(filepath.Base(file)+" to "+to+" in "+format, func(t *testing.T) {
					status, stdout, stderr := command("", "convert", "--to", to, "-o", format, file)
					if status != success || stderr != "" {
						t.Fatalf("exit status %d: %s", status, stderr)
					}
					golden(t, filepath.Join("testdata", "converted", strings.ReplaceAll(to, "/", "."), stem(file)+"."+format), stdout)

					// The output can be read again, and stays the same in its own version.
					status, again, stderr := command(stdout, "convert", "--to", to, "-o", format)
					if status != success || again != stdout {
						t.Errorf("its output, converted again: exit status %d: %s%s", status, stderr, cmp.Diff(stdout, again))
					}
				})
			}
		}
	}
}

// TestConvertBroken compares the errors of each broken manifest. Nothing is printed, not even the
// valid manifest before it.
func TestConvertBroken(t *testing.T) {
	for _, file := range glob(t, "testdata/broken/*.yaml", "testdata/broken/*.json") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			status, stdout, stderr := command("", "convert", "--to", "batch/v1", "testdata/valid/pi.yaml", file)
			if status != failure || stdout != "" {
				t.Errorf("exit status %d, want %d; printed %q", status, failure, stdout)
			}
			golden(t, filepath.Join("testdata", "broken", stem(file)+".txt"), stderr)
		})
	}
}

func TestConvertOrderAndSeparators(t *testing.T) {
	const doc = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: NAME}\n"
	stdin := strings.ReplaceAll(doc, "NAME", "a") + "--- # comment\n" + strings.ReplaceAll(doc, "NAME", "b") + "...\n" + strings.ReplaceAll(doc, "NAME", "c")
	for _, args := range [][]string{
		{"convert", "--to", "batch/v1"},
		{"convert", "--to", "batch/v1", "-"},
		{"convert", "-", "--to", "batch/v1"},
		{"convert", "--to=batch/v1", "-", "-o", "yaml"},
	} {
		status, stdout, stderr := command(stdin, args...)
		if status != success {
			t.Fatalf("%q: exit status %d: %s", args, status, stderr)
		}
		var names []string
		for doc := range strings.SplitSeq(stdout, "---\n") {
			_, name, _ := strings.Cut(doc, "name: ")
			name, _, _ = strings.Cut(name, "\n")
			names = append(names, name)
		}
		if diff := cmp.Diff([]string{"a", "b", "c"}, names); diff != "" {
			t.Errorf("%q: names in the output (-want +got):\n%s", args, diff)
		}
	}
}

func TestConvertReportsWriteErrors(t *testing.T) {
	var stderr bytes.Buffer
	status := run([]string{"convert", "--to", "batch/v1", "testdata/valid/pi.yaml"}, nil, fullDisk{}, &stderr)
	if status != failure || !strings.Contains(stderr.String(), io.ErrShortWrite.Error()) {
		t.Errorf("exit status %d, want %d; said %q", status, failure, &stderr)
	}
}

// TestConvertTrailing has text after a document, which would be lost silently.
func TestConvertTrailing(t *testing.T) {
	const job = "apiVersion: batch/v1\nkind: Job\n"
	tests := []struct{ stdin, stderr string }{
		{"{apiVersion: batch/v1, kind: Job}\n{apiVersion: batch/v1, kind: Job}\n", "document 1, line 2: this is not read"},
		{" " + job, "document 1, line 2: this is not read"},
		{`{"apiVersion": "batch/v1", "kind": "Job"}` + "\n" + `{"apiVersion": `, "document 2"},
	}
	for _, tt := range tests {
		status, stdout, stderr := command(tt.stdin, "convert", "--to", "batch/v1")
		if status != failure || stdout != "" || !strings.Contains(stderr, tt.stderr) {
			t.Errorf("%q: exit status %d, printed %q, said %q, want something with %q", tt.stdin, status, stdout, stderr, tt.stderr)
		}
	}
}

// TestConvertMergeKeys replaces a merged field, which is no duplicate field.
func TestConvertMergeKeys(t *testing.T) {
	const job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec:\n  template:\n    spec:\n      containers:\n" +
		"      - &base {name: first, image: i}\n      - {<<: *base, name: second}\n"
	status, stdout, stderr := command(job, "convert", "--to", "batch/v1")
	if status != success || stderr != "" || !strings.Contains(stdout, "      - image: i\n        name: second\n") {
		t.Errorf("exit status %d, printed %q, said %q", status, stdout, stderr)
	}
	for _, twice := range []string{
		strings.Replace(job, "name: second", "name: second, name: third", 1),
		strings.Replace(job, "<<: *base, name: second", "name: second, <<: *base", 1),
		strings.Replace(job, "name: second", "name: second, x: y", 1),
	} {
		if status, stdout, stderr := command(twice, "convert", "--to", "batch/v1"); status != failure || stdout != "" || stderr == "" {
			t.Errorf("%s: exit status %d, printed %q, said %q", twice, status, stdout, stderr)
		}
	}
}

const uid = "0b5c3f4e-1d2a-4c6b-8e9f-a1b2c3d4e5f6"

// stored are the manifests whose stored form is compared: one for each mode of each version, a
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

// TestStoreTwice converts the output again, which doesn't change it.
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
				t.Errorf("name pi-%s, want five characters after the prefix", value)
			}
		}
	}
	if len(seen) != 4 {
		t.Errorf("UIDs and names %v, want two different UIDs and two different names", seen)
	}
}

func TestStoreErrors(t *testing.T) {
	const manifest = "apiVersion: batch/v1\nkind: JobList\nitems:\n- metadata: {name: a}\n- spec: {}\n"
	status, stdout, stderr := command(manifest, "convert", "--to", "batch/v1", "--uid", uid)
	if status != failure || stdout != "" || !strings.HasPrefix(stderr, "standard input: document 1: items[1]: metadata.name: Required") {
		t.Errorf("exit status %d, want %d; printed %q, said %q", status, failure, stdout, stderr)
	}
}

// FuzzConvert converts arbitrary input. Converting the output again doesn't change it.
func FuzzConvert(f *testing.F) {
	addFiles(f, "testdata/valid/*", "testdata/broken/*.yaml")
	f.Fuzz(func(t *testing.T, stdin string) {
		status, stdout, stderr := command(stdin, "convert", "--to", "batch/v1")
		if (status == success) != (stderr == "") {
			t.Fatalf("exit status %d, said %q", status, stderr)
		}
		if stdout == "" {
			return // there were errors, or the input was an empty List
		}
		if status, again, stderr := command(stdout, "convert", "--to", "batch/v1"); again != stdout {
			t.Fatalf("its output, converted again: exit status %d: %s%s", status, stderr, cmp.Diff(stdout, again))
		}
	})
}
