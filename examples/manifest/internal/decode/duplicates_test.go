package decode

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
)

// TestDuplicates finds the duplicate keys in documents that the YAML parser takes for ones with
// duplicates.
func TestDuplicates(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{name: "an explicit key after a merge key", text: "a: &a {name: x, b: 1}\nspec: {<<: *a, name: y}\n"},
		{name: "two explicit keys after a merge key", text: "a: &a {name: x}\nspec: {<<: *a, name: y, name: z}\n", want: []string{"2:25 spec.name"}},
		{name: "an explicit key before a merge key, which replaces it", text: "a: &a {name: x}\nspec: {name: y, <<: *a}\n", want: []string{"2:17 spec.name"}},
		{name: "explicit keys around a merge key", text: "a: &a {name: x}\nspec: {name: y, <<: *a, name: z}\n", want: []string{"2:17 spec.name", "2:25 spec.name"}},
		{name: "a list of merged mappings with one key", text: "a: &a {name: x}\nb: &b {name: y}\nspec: {<<: [*a, *b]}\n"},
		{name: "a merged mapping that merges", text: "a: &a {name: x}\nb: &b {<<: *a, name: y}\nspec: {<<: *b, name: z}\n"},
		{name: "duplicates in a merged mapping", text: "a: &a {name: x, name: y}\nspec: {<<: *a}\n", want: []string{"1:17 a.name"}},
		{name: "keys of a map", text: "metadata:\n  labels: {a: b, a: c}\n", want: []string{"2:18 metadata.labels[a]"}},
		{name: "keys of unknown fields", text: "x:\n- {a: b, a: c}\n", want: []string{"2:10 x[0].a"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc := newDocument(tt.text)
			text, duplicates, problem := JSON(doc)
			if !duplicates || problem != nil {
				t.Fatalf("duplicates: %v, problem %v", duplicates, problem)
			}
			var got []string
			for _, f := range duplicateFields(Item{Document: doc, JSON: text, Duplicates: true}, reflect.TypeFor[batchv1.Job]()) {
				got = append(got, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Path))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if merged, ok := Merged(doc); ok != (tt.want == nil) || ok && string(merged) != string(text) {
				t.Errorf("Merged returns %s, %v", merged, ok)
			}
		})
	}
}
