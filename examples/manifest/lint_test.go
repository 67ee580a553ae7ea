package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
)

// brokenFolders hold the manifests with mistakes.
var brokenFolders = []string{"testdata/broken", "testdata/lint"}

// TestLintGolden compares the findings in the broken manifests, in each format.
func TestLintGolden(t *testing.T) {
	for format, extension := range map[string]string{"text": "txt", "json": "jsonl", "sarif": "sarif"} {
		t.Run(format, func(t *testing.T) {
			args := append([]string{"lint", "--possible-overlaps", "-o", format}, brokenFolders...)
			status, stdout, stderr := command("", args...)
			if status != failure || stderr != "" {
				t.Errorf("exit status %d, want %d; said %q", status, failure, stderr)
			}
			golden(t, "testdata/linted/broken."+extension, stdout)
		})
	}
}

// ignored are broken manifests without Jobs, which lint ignores.
var ignored = []string{"empty.yaml", "internal-version.yaml", "no-kind.yaml", "no-object.yaml", "no-version.yaml", "wrong-kind.yaml", "wrong-version.yaml"}

// TestLintFindsEachBroken lints each broken manifest by itself: it has findings.
func TestLintFindsEachBroken(t *testing.T) {
	for _, file := range glob(t, "testdata/broken/*.yaml", "testdata/broken/*.json", "testdata/lint/*.yaml", "testdata/lint/*/*.yaml") {
		found := findings(t, "", "--possible-overlaps", file)
		if want := !slices.Contains(ignored, filepath.Base(file)); (len(found) > 0) != want {
			t.Errorf("%s: %d findings", file, len(found))
		}
	}
}

// TestLintValid lints the valid manifests. There are findings in those with fields that
// kube-apiserver lacks, with a Job that was read back from a server, and with a feature that is off.
func TestLintValid(t *testing.T) {
	want := map[string][]string{
		"flaky-upload.yaml": {"UnknownField spec.backoffSeconds", "UnknownField spec.failedPodsLimit"},
		"stored.yaml":       {"FieldValueForbidden metadata.resourceVersion", "LeftOver spec.selector"},
		"train-model.yaml":  {"Warning spec.scheduling"},
	}
	for _, file := range glob(t, "testdata/valid/*") {
		var got []string
		for _, f := range findings(t, "", file) {
			got = append(got, f.Type+" "+f.Path)
		}
		if diff := cmp.Diff(want[filepath.Base(file)], got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

func TestLintNoFindings(t *testing.T) {
	status, stdout, stderr := command("", "lint", "testdata/valid/pi.yaml", "testdata/valid/backups.yaml")
	if want := "0 errors and 0 warnings in 2 files, 4 Jobs\n"; status != success || stdout != want || stderr != "" {
		t.Errorf("exit status %d, printed %q, said %q, want %q", status, stdout, stderr, want)
	}
}

// TestServerOnly compares --server-only with the findings that are not marked as own.
func TestServerOnly(t *testing.T) {
	var want []finding.Finding
	for _, f := range findings(t, "", brokenFolders...) {
		if !f.Own {
			want = append(want, f)
		}
	}
	got := findings(t, "", append([]string{"--server-only"}, brokenFolders...)...)
	if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
		t.Errorf("(-want +got):\n%s", diff)
	}

	status, stdout, stderr := command("", "lint", "--server-only", "-o", "json", "testdata/none")
	if status != misuse || stdout != "" || !strings.Contains(stderr, "testdata/none") {
		t.Errorf("a missing file: exit status %d, printed %q, said %q", status, stdout, stderr)
	}
}

func TestLintStatus(t *testing.T) {
	const (
		valid   = "testdata/valid/pi.yaml"
		warned  = "testdata/lint/reserved-labels.yaml"
		own     = "testdata/lint/deadline-zero.yaml"
		invalid = "testdata/lint/negative.yaml"
		syntax  = "testdata/lint/tab.yaml"
	)
	tests := []struct {
		args   []string
		status int
		stderr string
	}{
		{args: []string{valid}, status: success},
		{args: []string{warned}, status: success},
		{args: []string{invalid, valid}, status: failure},
		{args: []string{syntax}, status: failure},
		{args: []string{own}, status: failure},
		{args: []string{"--server-only", own}, status: success},
		{args: []string{invalid, "testdata/none"}, status: misuse},
		{args: []string{"testdata/none", valid}, status: misuse},
		{args: []string{"--server-only", "testdata/none"}, status: misuse, stderr: "testdata/none"},
		{args: nil, status: misuse, stderr: "name the files"},
		{args: []string{"-x", valid}, status: misuse, stderr: "-x"},
		{args: []string{"-o", "xml", valid}, status: misuse, stderr: "want text, json or sarif"},
	}
	for _, tt := range tests {
		status, _, stderr := command("", append([]string{"lint"}, tt.args...)...)
		if status != tt.status || !strings.Contains(stderr, tt.stderr) || tt.stderr == "" && stderr != "" {
			t.Errorf("%q: exit status %d, want %d; said %q, want something with %q", tt.args, status, tt.status, stderr, tt.stderr)
		}
	}
}

func TestLintReportsWriteErrors(t *testing.T) {
	for _, format := range []string{"text", "json", "sarif"} {
		var stderr bytes.Buffer
		status := run([]string{"lint", "-o", format, "testdata/lint"}, nil, fullDisk{}, &stderr)
		if status != misuse || !strings.Contains(stderr.String(), io.ErrShortWrite.Error()) {
			t.Errorf("%s: exit status %d, want %d; said %q", format, status, misuse, &stderr)
		}
	}
}

// TestLintTwice lints repeatedly: the output doesn't depend on which file is done first.
func TestLintTwice(t *testing.T) {
	_, once, _ := command("", append([]string{"lint"}, brokenFolders...)...)
	for range 5 {
		if _, again, _ := command("", append([]string{"lint"}, brokenFolders...)...); again != once {
			t.Fatalf("(-once +again):\n%s", cmp.Diff(once, again))
		}
	}
}

// TestLintTruncates lints a manifest with a long line and long messages.
func TestLintTruncates(t *testing.T) {
	manifest := "apiVersion: batch/v1\nkind: Job\nmetadata: {name: cut, labels: {" + strings.Repeat("ä", 5000) + ": \x1b[31m}}\n"
	_, stdout, _ := command(strings.ReplaceAll(manifest, "\x1b", `"\e"`), "lint", "-")
	for line := range strings.Lines(stdout) {
		if n := len([]rune(line)); n > 700 || strings.Contains(line, "\x1b") {
			t.Errorf("a line of %d characters: %q", n, line)
		}
	}
}

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

// TestJSONKeys checks which keys each line has.
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

// BenchmarkLint lints a folder of 10,000 manifests, each a Job of some 1,500 bytes. One in ten has a
// selector of its own, one in a hundred a mistake.
func BenchmarkLint(b *testing.B) {
	const files = 10_000
	folder := b.TempDir()
	data, err := os.ReadFile("testdata/bench/report.yaml")
	if err != nil {
		b.Fatal(err)
	}
	for i := range files {
		extra := ""
		if i%10 == 0 {
			extra += fmt.Sprintf("  manualSelector: true\n  selector:\n    matchLabels: {task: task-%d}\n", i)
		}
		if i%100 == 7 {
			extra += "  paralelism: 3\n"
		}
		text := strings.NewReplacer("NUMBER", fmt.Sprint(i), "TEAM", fmt.Sprint(i%7), "  # more\n", extra).Replace(string(data))
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("job-%05d.yaml", i)), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		status, stdout, stderr := command("", "lint", folder)
		if want := "100 errors and 0 warnings in 10000 files, 10000 Jobs\n"; status != failure || !strings.HasSuffix(stdout, want) || stderr != "" {
			b.Fatalf("exit status %d, said %q, printed %q", status, stderr, stdout[max(0, len(stdout)-200):])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*files), "µs/file")
}

// findings runs lint with -o json and returns the findings.
func findings(t testing.TB, stdin string, args ...string) []finding.Finding {
	t.Helper()
	_, stdout, stderr := command(stdin, append([]string{"lint", "-o", "json"}, args...)...)
	var found []finding.Finding
	lines := bufio.NewScanner(strings.NewReader(stdout))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var f finding.Finding
		if err := json.Unmarshal(lines.Bytes(), &f); err != nil {
			t.Fatalf("%s: %v", lines.Bytes(), err)
		}
		found = append(found, f)
	}
	if stderr != "" {
		t.Logf("lint %q said %q", args, stderr)
	}
	return found
}

// FuzzLint lints arbitrary input: the findings are inside the file and in order.
func FuzzLint(f *testing.F) {
	addFiles(f, "testdata/valid/*", "testdata/broken/*.yaml", "testdata/lint/*.yaml")
	f.Fuzz(func(t *testing.T, stdin string) {
		lines := strings.Count(stdin, "\n") + 1
		at, failed := finding.Finding{}, false
		for _, found := range findings(t, stdin, "--possible-overlaps", "-") {
			if found.Line < 1 || found.Line > lines || found.Column < 1 || finding.ByPosition(found, at) < 0 {
				t.Errorf("line %d, column %d, of %d lines, after %d:%d: %s", found.Line, found.Column, lines, at.Line, at.Column, found.Message)
			}
			if finding.Description(found.Type) == "" {
				t.Errorf("no description of %s", found.Type)
			}
			at, failed = found, failed || found.Severity == finding.Error
		}
		status, _, _ := command(stdin, "lint", "--possible-overlaps", "-")
		if (status == failure) != failed {
			t.Errorf("exit status %d, errors: %v", status, failed)
		}
	})
}
