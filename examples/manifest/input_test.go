package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// lay makes files in a new folder, and goes there. A name that ends in a slash is a folder, a
// text that begins with an arrow a link.
func lay(t *testing.T, files ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, file := range files {
		name, text, _ := strings.Cut(file, ": ")
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			err = os.Symlink(target, name)
		} else if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(name, 0o755)
		} else {
			err = os.WriteFile(name, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestSources(t *testing.T) {
	lay(t,
		"d/b.yaml", "d/a.yml", "d/c.json", "d/notes.txt", "d/x/a.yaml", "d/x-y/a.yaml", "d/.hidden/a.yaml", "d/UPPER.YAML",
		"d/x/link.yaml: -> ../b.yaml", "d/loop.yaml: -> loop.yaml", "d/gone.yaml: -> nowhere", "d/folder.yaml: -> x", "d/up: -> ..",
		"other: x", "-: x", "to-d: -> d",
	)
	tests := []struct {
		args []string
		want []string
	}{
		{[]string{"d"}, []string{"d/.hidden/a.yaml", "d/a.yml", "d/b.yaml", "d/c.json", "d/gone.yaml!", "d/loop.yaml!", "d/x-y/a.yaml", "d/x/a.yaml"}},
		{[]string{"d/x", "d/b.yaml", "./d/x/../x/a.yaml"}, []string{"d/x/a.yaml", "d/x/link.yaml"}},
		{[]string{"other", "d/notes.txt", "d/b.yaml"}, []string{"other", "d/notes.txt", "d/b.yaml"}},
		{[]string{"to-d/x", "d/x"}, []string{"to-d/x/a.yaml", "to-d/x/link.yaml"}},
		{[]string{"to-d/x-y/", "-", "-"}, []string{"to-d/x-y/a.yaml", "-"}},
		{[]string{"./-", "-"}, []string{"./-", "-"}},
		{[]string{"nowhere", "d/loop.yaml", "nowhere"}, []string{"nowhere!", "d/loop.yaml!"}},
		{[]string{"d/x-y", "."}, []string{"d/x-y/a.yaml", "d/.hidden/a.yaml", "d/a.yml", "d/b.yaml", "d/c.json", "d/gone.yaml!", "d/loop.yaml!", "d/x/a.yaml"}},
	}
	for _, tt := range tests {
		var got []string
		for _, s := range sources(tt.args) {
			if s.err != nil {
				s.name += "!"
			}
			got = append(got, filepath.ToSlash(s.name))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.args, diff)
		}
	}
}

const soundJob = `apiVersion: batch/v1
kind: Job
metadata: {name: sound}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: "registry.example.com/main:1"}]}}}
`

// TestEncodings holds that files of editors that write UTF-16, or a mark first, are read.
func TestEncodings(t *testing.T) {
	wide := func(text string, high, low int) string {
		var b strings.Builder
		for _, c := range "\ufeff" + text {
			pair := [2]byte{}
			pair[high], pair[low] = byte(c>>8), byte(c)
			b.Write(pair[:])
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"UTF-8 with a mark": "\xef\xbb\xbf" + soundJob,
		"little end":        wide(soundJob, 1, 0),
		"big end":           wide(soundJob, 0, 1),
		"Windows line ends": strings.ReplaceAll(soundJob, "\n", "\r\n"),
	} {
		status, stdout, _ := command(text, "lint", "-")
		if want := "0 errors and 0 warnings in 1 file, 1 Job\n"; status != success || stdout != want {
			t.Errorf("%s: exit status %d, printed %q", name, status, stdout)
		}
	}
}

// TestEachDocumentInPieces holds that it does not matter how a file arrives.
func TestEachDocumentInPieces(t *testing.T) {
	long := "a: " + strings.Repeat("x", 10_000)
	data := "\xef\xbb\xbf" + long + "\n--- {b: 1}\n...\n" + long + "\n---\n{\"c\": 1}\n{\"d\": 2}\n--- " + long + "\n---"
	want := split([]byte(data))
	if len(want) != 6 {
		t.Fatalf("%d documents", len(want))
	}
	var got []document
	_, err := eachDocument(iotest.OneByteReader(strings.NewReader(data)), 11_000, func(doc document) bool {
		got = append(got, doc)
		return true
	})
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(document{})); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	line, err := eachDocument(strings.NewReader(data), 9_000, func(document) bool { return true })
	if !errors.Is(err, errTooLarge) || line != 1 {
		t.Errorf("with a small limit: line %d: %v", line, err)
	}
	_, err = eachDocument(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(data))), 11_000, func(document) bool { return true })
	if !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("from a reader that fails: %v", err)
	}
	if _, err := eachDocument(io.LimitReader(nil, 0), 1, func(document) bool { return false }); err != nil {
		t.Errorf("of nothing: %v", err)
	}
}
