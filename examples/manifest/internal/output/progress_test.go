package output

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	var out bytes.Buffer
	fileDone := progress(&out, 3, 0)
	for _, want := range []string{"(1/3)", "(2/3)"} {
		fileDone()
		if got := out.String(); !strings.Contains(got, want) || strings.Contains(got, "\n") {
			t.Errorf("%q, want something with %q in one line", got, want)
		}
	}
	fileDone()
	if got := out.String(); !strings.HasSuffix(got, "\x1b[2K\r") {
		t.Errorf("%q does not end with an empty line", got)
	}
}

// TestProgressQuick is done before the first interval is over.
func TestProgressQuick(t *testing.T) {
	var out bytes.Buffer
	fileDone := progress(&out, 3, time.Hour)
	for range 3 {
		fileDone()
	}
	if out.Len() > 0 {
		t.Errorf("%q", &out)
	}
}

// TestProgressNoTerminal shows progress neither in files nor in pipes.
func TestProgressNoTerminal(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if Progress(file, 3) != nil || Progress(&bytes.Buffer{}, 3) != nil {
		t.Error("there is progress for a file or a buffer")
	}
}
