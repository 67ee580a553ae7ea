package selector_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

func TestCaret(t *testing.T) {
	long := strings.Repeat("a=b,", 100) + "c:d" + strings.Repeat(",e=f", 100)
	tests := []struct{ name, text, want string }{
		{"at a token", "a not in (b)", "a not in (b)\n  ^"},
		{"inside a word", "a=b:c", "a=b:c\n   ^"},
		{"at the end", "a,", "a,\n  ^"},
		{"at the beginning", ",a", ",a\n^"},
		{"white space on one line", "a\n\t=b c", "a  =b c\n      ^"},
		{"characters of several bytes", "größe=1", "größe=1\n  ^"},
		{"after characters of several bytes", "a=b, größe", "a=b, größe\n       ^"},
		{"not UTF-8", "a\xff\xfe=b", "a\ufffd\ufffd=b\n ^"},
		{"long", long, "..." + long[401-60:401+60] + "...\n" + strings.Repeat(" ", 3+60) + "^"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := selector.Parse(tt.text)
			syntax, ok := errors.AsType[*selector.SyntaxError](err)
			if !ok {
				t.Fatalf("got %v", err)
			}
			if diff := cmp.Diff(tt.want, syntax.Caret()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	// Errors that a program made itself may have any offset.
	for _, e := range []selector.SyntaxError{{}, {Offset: -1}, {Input: "a", Offset: 7}, {Input: "\xff\xff", Offset: 1}} {
		if !strings.HasSuffix(e.Caret(), "^") || e.Error() == "" {
			t.Errorf("%#v: %q, %q", e, e.Caret(), e.Error())
		}
	}
}

// TestSyntaxErrorQuotesTheMistake has a mistake far from the beginning of a long text.
func TestSyntaxErrorQuotesTheMistake(t *testing.T) {
	_, err := selector.Parse(strings.Repeat("app=web,", 40) + "x=a b")
	want := `found "b", expected ',' or the end, at byte 324 of ..."` + strings.Repeat("app=web,", 12)[1:] + `x=a b": write a comma between requirements; values can't contain spaces`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	_, err = selector.Parse("a=(b,\xff" + strings.Repeat("ä", 200) + ")")
	if err == nil || !strings.Contains(err.Error(), `at byte 2 of "a=(b,\xffäää`) {
		t.Errorf("got %v", err)
	}
	_, err = selector.Parse("a " + "x" + strings.Repeat("ä", 200))
	if want := `found "x` + strings.Repeat("ä", 49) + `"..., expected`; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestRequirementErrorsAreShort passes malformed text of a megabyte to every function whose
// error quotes it.
func TestRequirementErrorsAreShort(t *testing.T) {
	long := strings.Repeat("é", 1<<19)
	_, key := selector.FromSet(labels.Set{long: ""})
	_, value := selector.FromSet(labels.Set{"a": long})
	_, requirement := selector.NewRequirement(long, selector.In, long)
	_, operator := selector.FromLabelSelector(&metav1.LabelSelector{
		MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "a", Operator: metav1.LabelSelectorOperator(long)}},
	})
	for name, err := range map[string]error{"key": key, "value": value, "requirement": requirement, "operator": operator} {
		if err == nil || len(err.Error()) > 1000 || !utf8.ValidString(err.Error()) {
			t.Errorf("%s: %.1200v", name, err)
		}
	}
}
