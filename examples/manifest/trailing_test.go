package main

import (
	"strings"
	"testing"
)

// TestConvertAll holds that nothing of the input is lost without a word.
func TestConvertAll(t *testing.T) {
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
