package main

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the expected output under testdata anew")

func TestCommandLine(t *testing.T) {
	tests := []struct {
		name   string
		args   []string
		status int
		stderr string
	}{
		{name: "no command", args: nil, status: misuse, stderr: "Usage:"},
		{name: "unknown command", args: []string{"apply"}, status: misuse, stderr: "Usage:"},
		{name: "unknown flag", args: []string{"convert", "-x"}, status: misuse, stderr: "-x"},
		{name: "no version", args: []string{"convert"}, status: misuse, stderr: `"to" not set`},
		{name: "unknown version", args: []string{"convert", "--to", "batch/v2"}, status: misuse, stderr: `"batch/v2" for "--to" flag: want batch/v1 or extensions/v1beta1`},
		{name: "malformed version", args: []string{"convert", "--to", "a/b/c"}, status: misuse, stderr: `"a/b/c" for "--to" flag`},
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

// TestHelp asks for help, which is the output then, and no error.
func TestHelp(t *testing.T) {
	tests := map[string][]string{
		"--help":             {"convert", "diff", "lint", "completion"},
		"help":               {"convert", "diff", "lint", "completion"},
		"lint -h":            {"--possible-overlaps", "--server-only", "-o, --output"},
		"lint --help":        {"FILE|DIR..."},
		"help lint":          {"FILE|DIR..."},
		"convert -h":         {"--to version", "--defaults", "--uid string"},
		"diff -h":            {"manifest diff [FILE...]"},
		"completion --help":  {"bash", "zsh", "fish", "powershell"},
		"completion bash":    {"__start_manifest"},
		"__complete lint --": {"--output", "--server-only"},
	}
	for args, want := range tests {
		status, stdout, stderr := command("", strings.Fields(args)...)
		if status != success || stderr != "" && !strings.HasPrefix(args, "__complete") {
			t.Errorf("%s: exit status %d, said %q", args, status, stderr)
		}
		for _, text := range want {
			if !strings.Contains(stdout, text) {
				t.Errorf("%s: %q does not have %q", args, stdout, text)
			}
		}
	}
}

// TestCompletion completes the values of flags.
func TestCompletion(t *testing.T) {
	for args, want := range map[string]string{
		"lint -o":          "text\njson\nsarif\n",
		"convert --output": "yaml\njson\n",
		"convert --to":     "batch/v1\nextensions/v1beta1\n",
		"lint":             "yaml\nyml\njson\n",
	} {
		words := strings.Fields(strings.ReplaceAll(args, "", ""))
		_, stdout, _ := command("", append(append([]string{"__complete"}, words...), "")...)
		if got, _, _ := strings.Cut(stdout, ":"); got != want {
			t.Errorf("%s: %q, want %q", args, stdout, want)
		}
	}
}

// fullDisk is a writer that always fails.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// addFiles adds the files that match the patterns to the seed corpus.
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

// command runs a command line and returns its exit status and output.
func command(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, problems bytes.Buffer
	status = run(args, strings.NewReader(stdin), &out, &problems)
	return status, out.String(), problems.String()
}

// golden compares got with the text of a file, or writes the file with -update.
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
		t.Errorf("%s (-want +got); if this is as it should be, run go test -C examples/manifest . -update:\n%s", file, diff)
	}
}

// stem returns the name of a file without its folder and extension.
func stem(file string) string {
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

// glob returns the files that match the patterns. Each pattern must match at least one.
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
