package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// brokenFolders are where the manifests are that something is wrong with.
var brokenFolders = []string{"testdata/broken", "testdata/lint"}

// TestLintGolden holds what each broken manifest is told, in each format.
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

// ignored are broken manifests that lint has nothing to say of: they hold no Jobs.
var ignored = []string{"empty.yaml", "internal-version.yaml", "no-kind.yaml", "no-object.yaml", "no-version.yaml", "wrong-kind.yaml", "wrong-version.yaml"}

// TestLintFindsEachBroken holds that every broken manifest is found out by itself.
func TestLintFindsEachBroken(t *testing.T) {
	for _, file := range glob(t, "testdata/broken/*.yaml", "testdata/broken/*.json", "testdata/lint/*.yaml", "testdata/lint/*/*.yaml") {
		found := findings(t, "", "--possible-overlaps", file)
		if want := !slices.Contains(ignored, filepath.Base(file)); (len(found) > 0) != want {
			t.Errorf("%s: %d findings", file, len(found))
		}
	}
}

// TestLintSound holds what sound manifests are told: of fields that kube-apiserver lacks, of a
// Job that was read back from a server, and of a feature that is off.
func TestLintSound(t *testing.T) {
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

func TestLintNothingWrong(t *testing.T) {
	status, stdout, stderr := command("", "lint", "testdata/valid/pi.yaml", "testdata/valid/backups.yaml")
	if want := "0 errors and 0 warnings in 2 files, 4 Jobs\n"; status != success || stdout != want || stderr != "" {
		t.Errorf("exit status %d, printed %q, said %q, want %q", status, stdout, stderr, want)
	}
}

// TestServerOnly holds that --server-only prints exactly what is not our own.
func TestServerOnly(t *testing.T) {
	var want []finding
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
		t.Errorf("a file that is not there: exit status %d, printed %q, said %q", status, stdout, stderr)
	}
}

func TestLintStatus(t *testing.T) {
	const (
		sound   = "testdata/valid/pi.yaml"
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
		{args: []string{sound}, status: success},
		{args: []string{warned}, status: success},
		{args: []string{invalid, sound}, status: failure},
		{args: []string{syntax}, status: failure},
		{args: []string{own}, status: failure},
		{args: []string{"--server-only", own}, status: success},
		{args: []string{invalid, "testdata/none"}, status: misuse},
		{args: []string{"testdata/none", sound}, status: misuse},
		{args: []string{"--server-only", "testdata/none"}, status: misuse, stderr: "testdata/none"},
		{args: nil, status: misuse, stderr: "usage:"},
		{args: []string{"-h"}, status: success, stderr: "possible-overlaps"},
		{args: []string{"-x", sound}, status: misuse, stderr: "-x"},
		{args: []string{"-o", "xml", sound}, status: misuse, stderr: "want text, json or sarif"},
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

// TestLintTwice holds that the output does not depend on who is done first.
func TestLintTwice(t *testing.T) {
	_, once, _ := command("", append([]string{"lint"}, brokenFolders...)...)
	for range 5 {
		if _, again, _ := command("", append([]string{"lint"}, brokenFolders...)...); again != once {
			t.Fatalf("(-once +again):\n%s", cmp.Diff(once, again))
		}
	}
}

// TestLintCuts holds how much people are shown of lines and messages.
func TestLintCuts(t *testing.T) {
	manifest := "apiVersion: batch/v1\nkind: Job\nmetadata: {name: cut, labels: {" + strings.Repeat("ä", 5000) + ": \x1b[31m}}\n"
	_, stdout, _ := command(strings.ReplaceAll(manifest, "\x1b", `"\e"`), "lint", "-")
	for line := range strings.Lines(stdout) {
		if n := len([]rune(line)); n > 700 || strings.Contains(line, "\x1b") {
			t.Errorf("a line of %d characters: %q", n, line)
		}
	}
}

// findings lints and returns what programs are told.
func findings(t testing.TB, stdin string, args ...string) []finding {
	t.Helper()
	_, stdout, stderr := command(stdin, append([]string{"lint", "-o", "json"}, args...)...)
	var found []finding
	lines := bufio.NewScanner(strings.NewReader(stdout))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var f finding
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

// brief returns findings as lines that tests can be compared with.
func brief(found []finding) []string {
	var lines []string
	for _, f := range found {
		lines = append(lines, fmt.Sprintf("%d:%d:%d %s %s", f.Document, f.Line, f.Column, f.Type, f.Path))
	}
	return lines
}

// FuzzLint reads arbitrary input: nothing panics, and findings are in the file.
func FuzzLint(f *testing.F) {
	addFiles(f, "testdata/valid/*", "testdata/broken/*.yaml", "testdata/lint/*.yaml")
	f.Fuzz(func(t *testing.T, stdin string) {
		lines := strings.Count(stdin, "\n") + 1
		at, failed := finding{}, false
		for _, found := range findings(t, stdin, "--possible-overlaps", "-") {
			if found.Line < 1 || found.Line > lines || found.Column < 1 || byPlace(found, at) < 0 {
				t.Errorf("line %d, column %d, of %d lines, after %d:%d: %s", found.Line, found.Column, lines, at.Line, at.Column, found.Message)
			}
			if ruleTexts[found.Type] == "" {
				t.Errorf("no text for %s", found.Type)
			}
			at, failed = found, failed || found.Severity == errorSeverity
		}
		status, _, _ := command(stdin, "lint", "--possible-overlaps", "-")
		if (status == failure) != failed {
			t.Errorf("exit status %d, errors: %v", status, failed)
		}
	})
}
