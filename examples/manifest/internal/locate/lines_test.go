package locate

import (
	"strings"
	"testing"

	"github.com/jobapi/jobapi/examples/manifest/internal/input"
)

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("ab", 500)
	tests := []struct {
		name, line  string
		column      int
		text, caret string
	}{
		{name: "short", line: "a: b", column: 4, text: "a: b", caret: "   ^"},
		{name: "tab", line: "\ta: b", column: 2, text: "\ta: b", caret: "\t^"},
		{name: "wide and combined characters", line: "日本\u0301é😀: b", column: 8, text: "日本\u0301é😀: b", caret: "         ^"},
		{name: "after the end", line: "a", column: 9, text: "a", caret: " ^"},
		{name: "long, at the beginning", line: long, column: 3, text: long[:300], caret: "  ^"},
		{name: "long, in the middle", line: long, column: 601, text: long[560:860], caret: strings.Repeat(" ", 40) + "^"},
		{name: "long, at the end", line: long, column: 1000, text: long[959:], caret: strings.Repeat(" ", 40) + "^"},
		{name: "control characters", line: "a\x1b[31m\u202e\x85", column: 2, text: "a\ufffd[31m\ufffd\ufffd", caret: " ^"},
		{name: "bytes that are not UTF-8", line: "a\xff\xffb", column: 4, text: "a\ufffd\ufffdb", caret: "   ^"},
	}
	for _, tt := range tests {
		d := New("", input.Document{Line: 1, Data: []byte(tt.line + "\nnext\n")})
		text, caret := d.At(1, tt.column).Excerpt.Lines()
		if text != tt.text || caret != tt.caret {
			t.Errorf("%s: %q, %q, want %q, %q", tt.name, text, caret, tt.text, tt.caret)
		}
	}
}
