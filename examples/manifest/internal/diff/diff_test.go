package diff

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/jobapi/jobapi/examples/manifest/internal/codec"
)

func TestDiffer(t *testing.T) {
	tests := []struct {
		name, before, after, want string
	}{
		{name: "equal", before: "a: 1\nb: [x]", after: "a: 1\nb: [x]", want: " a: 1\n b:\n - x\n"},
		{name: "added", before: "b: 1", after: "a: 1\nb: 1\nc: {d: 1}", want: "+a: 1\n b: 1\n+c:\n+  d: 1\n"},
		{name: "changed", before: "a: 1\nb: 1", after: "a: 2\nb: 1", want: "-a: 1\n+a: 2\n b: 1\n"},
		{name: "an empty value before", before: "a: {}\nb: \"\"\nc: null", after: "a: {d: 1}\nb: x\nc: 1", want: "+a:\n+  d: 1\n+b: x\n+c: 1\n"},
		{name: "in a map", before: "a: {c: 1}", after: "a: {b: 1, c: 1}", want: " a:\n+  b: 1\n   c: 1\n"},
		{name: "in a list", before: "a: [{c: 1}, {d: 1}]", after: "a: [{b: 1, c: 1}, {d: 1, e: 1}]", want: " a:\n+- b: 1\n-- c: 1\n+  c: 1\n - d: 1\n+  e: 1\n"},
		{name: "lists in lists", before: "a: [[1, 2]]", after: "a: [[1, 3]]", want: " a:\n - - 1\n-  - 2\n+  - 3\n"},
		{name: "a longer list", before: "a: [1]", after: "a: [1, 2]", want: " a:\n-- 1\n+- 1\n+- 2\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var before, after any
			if err := errors.Join(yaml.Unmarshal([]byte(tt.before), &before), yaml.Unmarshal([]byte(tt.after), &after)); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			d := differ{w: &out}
			if err := d.value(before, after, ""); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, out.String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestDefaults doesn't change the objects.
func TestDefaults(t *testing.T) {
	c := codec.New()
	objects, err := c.ReadFiles(nil, strings.NewReader("apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\n"))
	if err != nil {
		t.Fatal(err)
	}
	before := objects[0].DeepCopyObject()
	text, err := Defaults(c.Scheme, objects)
	if err != nil {
		t.Fatal(err)
	}
	if want := "--- standard input: document 1\n+++ standard input: document 1, with defaults\n apiVersion: batch/v1\n"; !strings.HasPrefix(string(text), want) || !strings.Contains(string(text), "\n+  backoffLimit: 6\n") {
		t.Errorf("%s", text)
	}
	if diff := cmp.Diff(before, objects[0].Object); diff != "" {
		t.Errorf("the object changed (-before +after):\n%s", diff)
	}
}
