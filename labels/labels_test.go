package labels_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	kubelabels "k8s.io/apimachinery/pkg/labels"

	"github.com/jobapi/jobapi/labels"
)

// A Set can be used wherever apimachinery takes labels.
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
		t.Error("a nil set is not empty")
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
		t.Error("the error wraps no SyntaxError")
	}
	if err := (labels.Set{"a": "b", "example.com/c": ""}).Validate(); err != nil {
		t.Errorf("a valid set: %v", err)
	}
}
