package decode

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
)

func TestItems(t *testing.T) {
	list := func(kind, items string) string {
		return "{apiVersion: v1, kind: " + kind + ", items: [" + items + "]}"
	}
	tests := []struct {
		name, text string
		want       []string // version, kind and path of an object; column and path of a finding
	}{
		{"an object", "{apiVersion: batch/v1, kind: Job}", []string{"batch/v1 Job "}},
		{"no object", "[a]", []string{"  "}},
		{"no version", "{kind: Job}", []string{"  "}},
		{"a version that isn't one", "{apiVersion: a/b/c, kind: Job}", []string{"  "}},
		{"a kind that isn't one", "{apiVersion: batch/v1, kind: [Job]}", []string{"batch/v1  "}},
		{"a List", list("List", "{apiVersion: batch/v1, kind: Job}, {a: b}"), []string{"batch/v1 Job items[0]", "  items[1]"}},
		{"a typed list", list("PodList", "{a: b}, {apiVersion: batch/v1, kind: Job}"), []string{"v1 Pod items[0]", "batch/v1 Job items[1]"}},
		{"a List in a List", list("List", list("List", "{apiVersion: batch/v1, kind: Job}")), []string{"batch/v1 Job items[0].items[0]"}},
		{"an empty List", "{apiVersion: v1, kind: List}", nil},
		{"a List with no list of items", "{apiVersion: v1, kind: List, items: 3}", []string{"37 Malformed items"}},
		{"a List with two lists of items", "{apiVersion: v1, kind: List, items: [], items: []}", []string{"41 DuplicateField items"}},
		{"too many nested Lists", strings.Repeat("{apiVersion: v1, kind: List, items: [", 9) + strings.Repeat("]}", 9), []string{"333 Malformed items"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc := newDocument(tt.text)
			text, duplicates, problem := JSON(doc)
			if problem != nil {
				t.Fatal(problem)
			}
			var got []string
			Items(doc, text, duplicates, func(it Item) {
				got = append(got, fmt.Sprintf("%s %s %s", it.GVK.GroupVersion(), it.GVK.Kind, it.Path))
			}, func(f finding.Finding) {
				got = append(got, fmt.Sprintf("%d %s %s", f.Column, f.Type, f.Path))
			})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
