package decode

import (
	"fmt"
	"testing"
)

// TestSyntaxErrors checks the position and the message of documents that can't be parsed.
func TestSyntaxErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a scalar after a map", "a: b\nc\n", "2:1 could not find expected ':'"},
		{"a flow without its end", "a: 1\n]\nb: 2\n", "2:1 did not find expected key"},
		{"a tab", "a:\n \tb: 1\n", "2:2 found character that cannot start any token: a tab cannot indent YAML, only spaces can"},
		{"an alias of nothing", "\n# *b\na: *b\n", "3:1 unknown anchor 'b' referenced"},
		{"a list as a key", "a:\n  b: {[c]: d}\n", "2:3 a list or map cannot be a key"},
		{"bytes that aren't UTF-8", "a: 1\n  # b\n  b: \xe4\n", "3:3 not UTF-8: incomplete UTF-8 octet sequence"},
		{"a template", "a: {{ .Values.a }}\n", "1:1 this is a template, render it first: a list or map cannot be a key"},
		{"a directive of a template", "kind: Job\n{{- if .Values.a }}\nb: c\n{{- end }}\n", "2:1 this is a template, render it first: could not find expected ':'"},
		{"a template in a text", "a: |\n  {{ b }}\n c: d\n", "3:2 did not find expected key"},
		{"binary data", "a\x00b", "1:1 " + BinaryData},
		{"an alias in itself", "a: &a [*a]\n", "1:1 its aliases expand to more than 16 MiB of text"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, problem := JSON(newDocument(tt.text))
			if problem == nil {
				t.Fatal("there is no error")
			}
			if got := fmt.Sprintf("%d:%d %s", problem.Line, problem.Column, problem.Message); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
