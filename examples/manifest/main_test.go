package main

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
)

var update = flag.Bool("update", false, "write the expected output under testdata anew")

// TestConvert converts each sound manifest to each version, and compares what it prints.
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

					// What was printed can be read again, and is the same in its own version.
					status, again, stderr := command(stdout, "convert", "--to", to, "-o", format)
					if status != success || again != stdout {
						t.Errorf("its output, converted again: exit status %d: %s%s", status, stderr, cmp.Diff(stdout, again))
					}
				})
			}
		}
	}
}

// TestConvertBroken holds what each broken manifest is told, and that a sound one before it is
// not printed either.
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

func TestCommandLine(t *testing.T) {
	tests := []struct {
		name   string
		args   []string
		status int
		stderr string
	}{
		{name: "no command", args: nil, status: misuse, stderr: "usage:"},
		{name: "unknown command", args: []string{"apply"}, status: misuse, stderr: "usage:"},
		{name: "help", args: []string{"convert", "-h"}, status: success, stderr: "usage:"},
		{name: "unknown flag", args: []string{"convert", "-x"}, status: misuse, stderr: "-x"},
		{name: "no version", args: []string{"convert"}, status: misuse, stderr: "want batch/v1 or extensions/v1beta1"},
		{name: "unknown version", args: []string{"convert", "--to", "batch/v2"}, status: misuse, stderr: `--to "batch/v2"`},
		{name: "malformed version", args: []string{"convert", "--to", "a/b/c"}, status: misuse, stderr: `--to "a/b/c"`},
		{name: "the hub", args: []string{"convert", "--to", "batch/__internal"}, status: misuse, stderr: "want batch/v1"},
		{name: "a version without Jobs", args: []string{"convert", "--to", "v1"}, status: misuse, stderr: "want batch/v1"},
		{name: "unknown format", args: []string{"convert", "--to", "batch/v1", "-o", "xml"}, status: misuse, stderr: "want yaml or json"},
		{name: "a UID that no label can have", args: []string{"convert", "--to", "batch/v1", "--uid", "a b"}, status: misuse, stderr: `--uid "a b"`},
		{name: "no such file", args: []string{"convert", "--to", "batch/v1", "testdata/none.yaml"}, status: failure, stderr: "testdata/none.yaml"},
		{name: "a directory", args: []string{"convert", "--to", "batch/v1", "testdata"}, status: failure, stderr: "testdata"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, stdout, stderr := command("", tt.args...)
			if status != tt.status || stdout != "" || !strings.Contains(stderr, tt.stderr) {
				t.Errorf("exit status %d, want %d; printed %q; said %q, want something with %q", status, tt.status, stdout, stderr, tt.stderr)
			}
		})
	}
}

func TestConvertReportsWriteErrors(t *testing.T) {
	var stderr bytes.Buffer
	status := run([]string{"convert", "--to", "batch/v1", "testdata/valid/pi.yaml"}, nil, fullDisk{}, &stderr)
	if status != failure || !strings.Contains(stderr.String(), io.ErrShortWrite.Error()) {
		t.Errorf("exit status %d, want %d; said %q", status, failure, &stderr)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// addFiles adds the files of some patterns to those that fuzzing begins with.
func addFiles(f *testing.F, patterns ...string) {
	f.Helper()
	for _, file := range glob(f, patterns...) {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
}

// FuzzConvert reads arbitrary input. What is accepted is printed in a form that prints itself.
func FuzzConvert(f *testing.F) {
	addFiles(f, "testdata/valid/*", "testdata/broken/*.yaml")
	f.Fuzz(func(t *testing.T, stdin string) {
		status, stdout, stderr := command(stdin, "convert", "--to", "batch/v1")
		if (status == success) != (stderr == "") {
			t.Fatalf("exit status %d, said %q", status, stderr)
		}
		if stdout == "" {
			return // nothing but errors, or an empty List
		}
		if status, again, stderr := command(stdout, "convert", "--to", "batch/v1"); again != stdout {
			t.Fatalf("its output, converted again: exit status %d: %s%s", status, stderr, cmp.Diff(stdout, again))
		}
	})
}

// TestManifestsUseEveryField holds that the sound manifests between them show every field of
// JobSpec in both versions, and both modes.
func TestManifestsUseEveryField(t *testing.T) {
	used := map[string]bool{}
	codec := newCodec()
	for _, file := range glob(t, "testdata/valid/*") {
		objects, err := codec.readFile(file, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, obj := range objects {
			switch job := obj.Object.(type) {
			case *batchv1.Job:
				note(used, job.Spec)
				manual := job.Spec.ManualSelector
				used["manual mode"] = used["manual mode"] || manual != nil && *manual
				used["automatic mode"] = used["automatic mode"] || manual == nil
			case *extensionsv1beta1.Job:
				note(used, job.Spec)
				auto := job.Spec.AutoSelector
				used["old manual mode"] = used["old manual mode"] || auto == nil
				used["old automatic mode"] = used["old automatic mode"] || auto != nil && *auto
			}
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

func note(used map[string]bool, spec any) {
	for field, value := range reflect.ValueOf(spec).Fields() {
		if !value.IsZero() {
			used[field.Name] = true
		}
	}
}

// command runs a command line and returns its exit status and what it wrote.
func command(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, problems bytes.Buffer
	status = run(args, strings.NewReader(stdin), &out, &problems)
	return status, out.String(), problems.String()
}

// golden compares got with what stands in a file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got); if this is meant, run go test -C examples/manifest -update:\n%s", file, diff)
	}
}

// stem returns the name of a file without folder and extension.
func stem(file string) string {
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

func glob(t testing.TB, patterns ...string) []string {
	t.Helper()
	var files []string
	for _, pattern := range patterns {
		matches, err := filepath.Glob(pattern)
		if err != nil || len(matches) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(matches), err)
		}
		files = append(files, matches...)
	}
	return files
}
