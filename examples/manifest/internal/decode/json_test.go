package decode

import (
	"bytes"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/jobapi/jobapi/examples/manifest/internal/input"
	"github.com/jobapi/jobapi/examples/manifest/internal/locate"
)

// newDocument returns the first document of a text.
func newDocument(text string) *locate.Document {
	return locate.New("-", input.Split([]byte(text))[0])
}

// TestJSONAsKubernetes compares with YAMLToJSONStrict.
func TestJSONAsKubernetes(t *testing.T) {
	for _, text := range []string{"a: yes", "a: 010", "a: 1e3", "a: 0x10", "yes: 1", "a: 2001-01-01", "a: ~", "a: !!str 1", "b: &b {c: 1}\na: {<<: *b}", "a: \"\\x41\"", "1: 2", "a: 1_000"} {
		want, err := yaml.YAMLToJSONStrict([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		got, _, problem := JSON(newDocument(text))
		if problem != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %s, want %s; %v", text, got, want, problem)
		}
	}
}

func TestTrailing(t *testing.T) {
	tests := []struct {
		name, text string
		line       int // 0 if the whole document is read
	}{
		{"a map in block style", "a: 1\nb: 2\n", 0},
		{"a map in flow style", "{a: 1,\nb: 2}\n# c\n", 0},
		{"a quoted key", "\"a\": 1\nb: 1\n", 0},
		{"an anchor", "&a\nb: 1\n", 0},
		{"an indented map", "  a: 1\n  b: 2\n", 0},
		{"two maps in flow style", "{a: 1}\n{b: 2}\n", 2},
		{"a first line that is indented", " a: 1\nb: 2\n", 2},
	}
	for _, tt := range tests {
		line := 0
		if found := Trailing(newDocument(tt.text)); found != nil {
			line = found.Line
		}
		if line != tt.line {
			t.Errorf("%s: line %d, want %d", tt.name, line, tt.line)
		}
	}
}
