package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDiff compares what diff prints for some manifests.
func TestDiff(t *testing.T) {
	for _, file := range []string{"pi.yaml", "backups.yaml", "take-over.yaml", "thumbnails.yaml"} {
		status, stdout, stderr := command("", "diff", filepath.Join("testdata", "valid", file))
		if status != success || stderr != "" {
			t.Errorf("%s: exit status %d: %s", file, status, stderr)
		}
		golden(t, filepath.Join("testdata", "diff", stem(file)+".diff"), stdout)
	}
}

// TestDiffAsConverted takes the diff apart: the lines without a plus sign are the Job as it was, and
// the lines without a minus sign the Job with defaults, as convert prints them.
func TestDiffAsConverted(t *testing.T) {
	for _, file := range glob(t, "testdata/valid/*") {
		_, stdout, stderr := command("", "diff", file)
		var before, after []string
		for line := range strings.Lines(stdout) {
			switch {
			case strings.HasPrefix(line, "--- "):
				before, after = append(before, "---\n"), append(after, "---\n")
			case strings.HasPrefix(line, "+++ "):
			case line[0] == '+':
				after = append(after, line[1:])
			case line[0] == '-':
				before = append(before, line[1:])
			default:
				before, after = append(before, line[1:]), append(after, line[1:])
			}
		}
		if stderr != "" || len(after) <= len(before) {
			t.Errorf("%s: %d lines become %d, said %q", file, len(before), len(after), stderr)
		}
		// Both are valid YAML.
		for lines, flags := range map[*[]string][]string{&before: {"convert", "--to", "batch/v1"}, &after: {"convert", "--to", "batch/v1", "--defaults"}} {
			_, want, _ := command("", append(flags, file)...)
			_, got, stderr := command(strings.Join(*lines, ""), flags...)
			if diff := cmp.Diff(want, got); diff != "" || stderr != "" {
				t.Errorf("%s: %q: %s (-want +got):\n%s", file, flags, stderr, diff)
			}
		}
	}
}

func TestDiffCommandLine(t *testing.T) {
	tests := []struct {
		stdin  string
		args   []string
		status int
		stdout string
		stderr string
	}{
		{stdin: "apiVersion: batch/v1\nkind: Job\n", status: success, stdout: "--- standard input: document 1\n+++ standard input: document 1, with defaults\n apiVersion"},
		{args: []string{"-x"}, status: misuse, stderr: "-x"},
		{args: []string{"testdata/none"}, status: failure, stderr: "testdata/none"},
		{args: []string{"testdata/broken/wrong-kind.yaml"}, status: failure, stderr: "kind Pod"},
	}
	for _, tt := range tests {
		status, stdout, stderr := command(tt.stdin, append([]string{"diff"}, tt.args...)...)
		if status != tt.status || !strings.HasPrefix(stdout, tt.stdout) || tt.stdout == "" && stdout != "" || !strings.Contains(stderr, tt.stderr) {
			t.Errorf("%q: exit status %d, want %d; printed %q, said %q", tt.args, status, tt.status, stdout, stderr)
		}
	}
}
