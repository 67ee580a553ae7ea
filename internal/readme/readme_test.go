// Package readme_test checks what the documents at the root of the repository say: the programs and
// commands in the README, and the paths in all of them.
package readme_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile("../../" + file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestPrograms checks that each program in the README is the body of an Example, with its output. go
// test compiles and runs the Example.
func TestPrograms(t *testing.T) {
	readme := read(t, "README.md")
	for _, tt := range []struct{ heading, indent, file, example string }{
		{"## A first program\n", "", "apis/install/example_test.go", "Example"},
		{"## Selectors\n", "\t", "internal/readme/example_test.go", "Example_selectors"},
	} {
		_, section, _ := strings.Cut(readme, tt.heading)
		code, rest, _ := strings.Cut(section, "```\n\n```\n")
		output, _, ok := strings.Cut(rest, "```")
		_, code, shown := strings.Cut(code, "```go\n")
		if !ok || !shown {
			t.Errorf("the README has no program with output under %q", tt.heading)
			continue
		}
		if _, body, whole := strings.Cut(code, "func main() {\n"); whole {
			code = strings.TrimSuffix(body, "}\n")
		}
		var want strings.Builder
		want.WriteString("func " + tt.example + "() {\n")
		for line := range strings.Lines(code) {
			want.WriteString(tt.indent + line)
		}
		want.WriteString("\t// Output:\n")
		for line := range strings.Lines(output) {
			want.WriteString("\t// " + line)
		}
		want.WriteString("}\n")
		if !strings.Contains(read(t, tt.file), want.String()) {
			t.Errorf("%s does not have this Example:\n%s", tt.file, &want)
		}
	}
}

// TestFirstProgramIsWhole checks that the first program compiles as it is.
func TestFirstProgramIsWhole(t *testing.T) {
	_, section, _ := strings.Cut(read(t, "README.md"), "## A first program\n")
	_, program, _ := strings.Cut(section, "```go\n")
	program, _, _ = strings.Cut(program, "```\n")
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "go", "vet", file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestCommandsAreRun checks that CI runs the commands of the README, and that the README is short.
func TestCommandsAreRun(t *testing.T) {
	readme, ci := read(t, "README.md"), read(t, ".ci/run")
	commands := 0
	for line := range strings.Lines(readme) {
		if !strings.HasPrefix(line, "go run ") && !strings.HasPrefix(line, "go test ") {
			continue
		}
		commands++
		if !strings.Contains(ci, "\n  "+line) {
			t.Errorf(".ci/run does not run %q", line)
		}
	}
	if commands != 2 {
		t.Errorf("the README has %d commands to run and test, want 2", commands)
	}
	if lines := strings.Count(readme, "\n"); lines > 130 {
		t.Errorf("the README has %d lines, want at most 130", lines)
	}
}

// TestBuild runs the commands that build the linter from a clone and lint a folder.
func TestBuild(t *testing.T) {
	_, commands, _ := strings.Cut(read(t, "README.md"), "git clone https://github.com/jobapi/jobapi\n")
	commands, _, ok := strings.Cut(commands, "```\n")
	if !ok {
		t.Fatal("the README does not build the linter from a clone")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(root, filepath.Join(dir, "jobapi")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "deploy"), 0o700); err != nil {
		t.Fatal(err)
	}
	const valid = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: pi}\nspec:\n  template:\n    spec:\n" +
		"      restartPolicy: Never\n      containers: [{name: main, image: perl}]\n"
	if err := os.WriteFile(filepath.Join(dir, "deploy/pi.yaml"), []byte(valid), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-ec", commands)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if report, err := os.ReadFile(filepath.Join(dir, "lint.sarif")); err != nil || !strings.Contains(string(report), "jobapi") {
		t.Errorf("lint.sarif: %v\n%s", err, report)
	}
}

// TestLint compares the linter's output with the README.
func TestLint(t *testing.T) {
	_, shown, _ := strings.Cut(read(t, "README.md"), "```\n$ ")
	command, shown, _ := strings.Cut(shown, "\n")
	shown, _, _ = strings.Cut(shown, "```")
	args := strings.Fields(command)
	if len(args) < 2 || args[0] != "go" {
		t.Fatalf("%q is not a go command", command)
	}
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 {
		t.Errorf("%s: %v, want exit status 1", command, err)
	}
	if string(out) != shown {
		t.Errorf("%s prints\n%s\nthe README shows\n%s", command, out, shown)
	}
}
