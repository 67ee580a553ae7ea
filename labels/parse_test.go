package labels_test

import (
	"errors"
	"maps"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	kubelabels "k8s.io/apimachinery/pkg/labels"

	"github.com/jobapi/jobapi/labels"
)

func TestParseSet(t *testing.T) {
	tests := []struct {
		text   string
		want   labels.Set
		offset int
		msg    string // empty if the text is well-formed
	}{
		{text: "", want: labels.Set{}},
		{text: " \t\r\n", want: labels.Set{}},
		{text: "a=b", want: labels.Set{"a": "b"}},
		{text: "a=", want: labels.Set{"a": ""}},
		{text: "a=b,example.com/c=d", want: labels.Set{"a": "b", "example.com/c": "d"}},
		{text: " a = b ,\n c\t=  ", want: labels.Set{"a": "b", "c": ""}},
		{text: "a", offset: 1, msg: "'=' is missing after the key"},
		{text: "a=b,c ", offset: 5, msg: "'=' is missing after the key"},
		{text: ",", offset: 0, msg: "label is missing: remove the extra comma"},
		{text: "a=b,", offset: 4, msg: "label is missing: remove the extra comma"},
		{text: "a=b,,c=d", offset: 4, msg: "label is missing: remove the extra comma"},
		{text: "=b", offset: 0, msg: "key: name is missing"},
		{text: "a=b, A/c=d", offset: 5, msg: "key: prefix has 'A', but only lower-case letters, digits, '-' and '.' are allowed"},
		{text: "a==b", offset: 2, msg: "value has '=', but only letters, digits, '-', '_' and '.' are allowed"},
		{text: "a=b,c= d e", offset: 8, msg: "value has ' ', but only letters, digits, '-', '_' and '.' are allowed"},
		{text: "a=1,b=2, a=1", offset: 9, msg: "duplicate key"},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got, err := labels.ParseSet(tt.text)
			checkError(t, err, tt.text, tt.offset, tt.msg)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzParseSet checks that a parsed set is valid and that its text parses back into it, and that
// the offset of an error lies within the text.
func FuzzParseSet(f *testing.F) {
	for _, seed := range []string{"", "a=b,c=d", " a = b ", "a=b,", "a==b", "a=1,a=2", "example.com/a=b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		set, err := labels.ParseSet(text)
		if err != nil {
			syntax, ok := errors.AsType[*labels.SyntaxError](err)
			if !ok || set != nil || syntax.Input != text || syntax.Offset < 0 || syntax.Offset > len(text) {
				t.Fatalf("%q: %v, %#v", text, set, err)
			}
			return
		}
		if err := set.Validate(); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		again, err := labels.ParseSet(set.String())
		if err != nil || !again.Equal(set) {
			t.Fatalf("%q: %v, parsed again: %v, %v", text, set, again, err)
		}
		theirs, err := kubelabels.ConvertSelectorToLabelsMap(set.String())
		if err != nil || !maps.Equal(theirs, set) {
			t.Fatalf("%q: %v, apimachinery: %v, %v", text, set, theirs, err)
		}
	})
}

// TestParseSetIsLinear parses malformed text of a megabyte. With quadratic time it would not
// finish.
func TestParseSetIsLinear(t *testing.T) {
	for _, text := range []string{strings.Repeat(",", 1<<20), strings.Repeat("=", 1<<20), strings.Repeat(" ", 1<<20) + "a", strings.Repeat("a", 1<<20)} {
		if _, err := labels.ParseSet(text); err == nil {
			t.Errorf("%.10q... is accepted", text)
		}
	}
}

func TestParseInteger(t *testing.T) {
	tests := []struct {
		name, value string
		want        int64
		ok          bool
	}{
		{"zero", "0", 0, true},
		{"leading zeros", "0042", 42, true},
		{"as many leading zeros as a label has room for", strings.Repeat("0", 62) + "7", 7, true},
		{"plus sign", "+5", 5, true},
		{"minus sign", "-5", -5, true},
		{"greatest", "9223372036854775807", math.MaxInt64, true},
		{"too great", "9223372036854775808", 0, false},
		{"least", "-9223372036854775808", math.MinInt64, true},
		{"too small", "-9223372036854775809", 0, false},
		{"far too great", strings.Repeat("9", 63), 0, false},
		{"empty", "", 0, false},
		{"sign alone", "-", 0, false},
		{"two signs", "+-5", 0, false},
		{"fraction", "5.0", 0, false},
		{"other base", "0x10", 0, false},
		{"word", "five", 0, false},
		{"byte before the digits", "5/", 0, false},
		{"byte after the digits", "5:", 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if n, ok := labels.ParseInteger(tt.value); n != tt.want || ok != tt.ok {
				t.Errorf("%q: %d, %t, want %d, %t", tt.value, n, ok, tt.want, tt.ok)
			}
			if allocs := testing.AllocsPerRun(10, func() { labels.ParseInteger(tt.value) }); allocs != 0 {
				t.Errorf("%v allocations", allocs)
			}
		})
	}
}

// FuzzParseInteger compares the result with that of strconv.
func FuzzParseInteger(f *testing.F) {
	for _, seed := range []string{"", "0", "-1", "+007", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1_000", "0b1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		want, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			want = 0
		}
		if n, ok := labels.ParseInteger(value); n != want || ok != (err == nil) {
			t.Errorf("%q: %d, %t, strconv: %d, %v", value, n, ok, want, err)
		}
	})
}
