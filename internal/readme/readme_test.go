// Package readme_test holds that the README shows what the project does.
package readme_test

import (
	"os"
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
	for block := range strings.SplitSeq(readme, "```sh\n") {
		command, _, _ := strings.Cut(block, "\n```")
		if !strings.HasPrefix(command, "go run ") && !strings.HasPrefix(command, "go test ") {
			continue
		}
		commands++
		if !strings.Contains(ci, "\n"+command+"\n") {
			t.Errorf(".ci/run does not run %q", command)
		}
	}
	if commands != 2 {
		t.Errorf("the README has %d commands to run and test, want 2", commands)
	}
	if lines := strings.Count(readme, "\n"); lines > 120 {
		t.Errorf("the README has %d lines, want at most 120", lines)
	}
}
