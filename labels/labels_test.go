package labels_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	kubelabels "k8s.io/apimachinery/pkg/labels"

	"github.com/jobapi/jobapi/labels"
)

// A Set can stand wherever apimachinery takes labels.
var _ kubelabels.Labels = labels.Set{}

func TestSet(t *testing.T) {
	set := labels.Set{"b": "2", "a": "1", "c": ""}
	for key, want := range map[string]struct {
		value string
		ok    bool
	}{"a": {"1", true}, "c": {"", true}, "d": {"", false}} {
		value, ok := set.Lookup(key)
		if value != want.value || ok != want.ok || set.Has(key) != want.ok || set.Get(key) != want.value {
			t.Errorf("%s: Lookup %q, %t; Has %t; Get %q; want %v", key, value, ok, set.Has(key), set.Get(key), want)
		}
	}
	if got, want := set.String(), "a=1,b=2,c="; got != want || got != kubelabels.Set(set).String() {
		t.Errorf("String: %q, want %q", got, want)
	}
	var keys []string
	for key, value := range set.All() {
		if value != set[key] {
			t.Errorf("All: %s has %q", key, value)
		}
		if keys = append(keys, key); len(keys) == 2 {
			break
		}
	}
	if want := []string{"a", "b"}; !slices.Equal(keys, want) {
		t.Errorf("the first keys of All: %q, want %q", keys, want)
	}
}

func TestNilSet(t *testing.T) {
	var set labels.Set
	if set.Has("a") || set.Get("a") != "" || set.String() != "" || set.Validate() != nil || set.Clone() != nil {
		t.Error("a nil set has something")
	}
	if !set.Equal(labels.Set{}) || !labels.Set(nil).Equal(nil) {
		t.Error("a nil set differs from an empty one")
	}
	for key := range set.All() {
		t.Errorf("All: %q", key)
	}
}

func TestEqualAndClone(t *testing.T) {
	set := labels.Set{"a": "1"}
	for _, other := range []labels.Set{nil, {}, {"a": ""}, {"b": "1"}, {"a": "1", "b": ""}} {
		if set.Equal(other) || other.Equal(set) {
			t.Errorf("%v equals %v", set, other)
		}
	}
	c := set.Clone()
	if !set.Equal(c) {
		t.Errorf("the clone is %v", c)
	}
	c["a"] = "2"
	if set["a"] != "1" {
		t.Error("writing into the clone changed the set")
	}
}

func TestValidate(t *testing.T) {
	set := labels.Set{"ok": "yes", "No!": "x", "a": "b c", "B/": "-"}
	err := set.Validate()
	var got []string
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range joined.Unwrap() {
			got = append(got, err.Error())
		}
	}
	want := []string{
		`label "B/": prefix has 'B', but only lower-case letters, digits, '-' and '.' are allowed, at byte 0 of "B/"`,
		`label "B/": value begins with '-', but must begin with a letter or digit, at byte 0 of "-"`,
		`label "No!": name has '!', but only letters, digits, '-', '_' and '.' are allowed, at byte 2 of "No!"`,
		`label "a": value has ' ', but only letters, digits, '-', '_' and '.' are allowed, at byte 1 of "b c"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, ok := errors.AsType[*labels.SyntaxError](err); !ok {
		t.Error("no SyntaxError inside")
	}
	if err := (labels.Set{"a": "b", "example.com/c": ""}).Validate(); err != nil {
		t.Errorf("a valid set: %v", err)
	}
}

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
		{text: ",", offset: 0, msg: "a label is missing"},
		{text: "a=b,", offset: 4, msg: "a label is missing"},
		{text: "a=b,,c=d", offset: 4, msg: "a label is missing"},
		{text: "=b", offset: 0, msg: "key: name is missing"},
		{text: "a=b, A/c=d", offset: 5, msg: "key: prefix has 'A', but only lower-case letters, digits, '-' and '.' are allowed"},
		{text: "a==b", offset: 2, msg: "value has '=', but only letters, digits, '-', '_' and '.' are allowed"},
		{text: "a=b,c= d e", offset: 8, msg: "value has ' ', but only letters, digits, '-', '_' and '.' are allowed"},
		{text: "a=1,b=2, a=1", offset: 9, msg: "key stands here a second time"},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got, err := labels.ParseSet(tt.text)
			check(t, err, tt.text, tt.offset, tt.msg)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzParseSet holds that a set that was read is valid and reads back from its own text, and
// that an error points into the text.
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
			t.Fatalf("%q: %v, read back: %v, %v", text, set, again, err)
		}
		theirs, err := kubelabels.ConvertSelectorToLabelsMap(set.String())
		if err != nil || !maps.Equal(theirs, set) {
			t.Fatalf("%q: %v, apimachinery: %v, %v", text, set, theirs, err)
		}
	})
}

// TestParseSetIsLinear reads a megabyte of labels, well-formed and not.
func TestParseSetIsLinear(t *testing.T) {
	for _, text := range []string{strings.Repeat(",", 1<<20), strings.Repeat("=", 1<<20), strings.Repeat(" ", 1<<20) + "a", strings.Repeat("a", 1<<20)} {
		if _, err := labels.ParseSet(text); err == nil {
			t.Errorf("%.10q... is accepted", text)
		}
	}
}

func TestPrefixes(t *testing.T) {
	tests := []struct {
		key      string
		prefix   string
		reserved bool
	}{
		{key: ""},
		{key: "app"},
		{key: "kubernetes.io"},
		{key: "example.com/app", prefix: "example.com"},
		{key: "kubernetes.io/hostname", prefix: "kubernetes.io", reserved: true},
		{key: "k8s.io/x", prefix: "k8s.io", reserved: true},
		{key: "batch.kubernetes.io/job-name", prefix: "batch.kubernetes.io", reserved: true},
		{key: "x.y.k8s.io/z", prefix: "x.y.k8s.io", reserved: true},
		{key: "notkubernetes.io/x", prefix: "notkubernetes.io"},
		{key: "kubernetes.io.example.com/x", prefix: "kubernetes.io.example.com"},
		{key: "/x"},
		{key: "a/b/c", prefix: "a"},
	}
	for _, tt := range tests {
		t.Run(tt.key, func(t *testing.T) {
			if got := labels.Prefix(tt.key); got != tt.prefix {
				t.Errorf("Prefix: %q, want %q", got, tt.prefix)
			}
			if got := labels.IsReserved(tt.key); got != tt.reserved {
				t.Errorf("IsReserved: %t, want %t", got, tt.reserved)
			}
		})
	}
}
