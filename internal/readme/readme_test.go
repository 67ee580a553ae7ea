// Package readme_test holds that the README shows what the project does.
package readme_test

import (
	"errors"
	"os"
	"os/exec"
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

// TestFirstProgram holds that the first program of the README is an Example, which is
// compiled and run, and that its output is the Example's.
func TestFirstProgram(t *testing.T) {
	readme, example := read(t, "README.md"), read(t, "conversion/example_test.go")
	_, rest, _ := strings.Cut(readme, "func main() {\n")
	body, rest, ok := strings.Cut(rest, "}\n```\n\n```\n")
	if !ok {
		t.Fatal("no program with its output behind it")
	}
	output, _, _ := strings.Cut(rest, "```")
	var want strings.Builder
	want.WriteString("func ExampleToVersion() {\n" + body + "\t// Output:\n")
	for line := range strings.Lines(output) {
		want.WriteString("\t// " + line)
	}
	want.WriteString("}\n")
	if !strings.Contains(example, want.String()) {
		t.Errorf("conversion/example_test.go does not have this Example:\n%s", &want)
	}
}

// TestCommandsAreRun holds that continuous integration runs the commands of the README, and
// that the README stays short.
func TestCommandsAreRun(t *testing.T) {
	readme, ci := read(t, "README.md"), read(t, ".ci/run")
	commands := 0
	for line := range strings.Lines(readme) {
		if !strings.HasPrefix(line, "go run ") && !strings.HasPrefix(line, "go test ") {
			continue
		}
		commands++
		if !strings.Contains(ci, "\n"+line) {
			t.Errorf(".ci/run does not run %q", line)
		}
	}
	if commands != 2 {
		t.Errorf("the README has %d commands to run and test, want 2", commands)
	}
	if lines := strings.Count(readme, "\n"); lines > 120 {
		t.Errorf("the README has %d lines, want at most 120", lines)
	}
}

// TestLint holds that the output of the linter which the README shows is what it prints.
func TestLint(t *testing.T) {
	_, shown, _ := strings.Cut(read(t, "README.md"), "```\n$ ")
	command, shown, _ := strings.Cut(shown, "\n")
	shown, _, _ = strings.Cut(shown, "```")
	args := strings.Fields(command)
	if len(args) < 2 || args[0] != "go" {
		t.Fatalf("%q is no go command", command)
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
