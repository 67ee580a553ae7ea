package locate

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsePath(t *testing.T) {
	tests := map[string][]Step{
		"":                 nil,
		"spec":             {{Name: "spec"}},
		"spec.template":    {{Name: "spec"}, {Name: "template"}},
		"a.b[0].c":         {{Name: "a"}, {Name: "b"}, {"0", true}, {Name: "c"}},
		"labels[a.b/c]":    {{Name: "labels"}, {"a.b/c", true}},
		"labels[a]b]":      {{Name: "labels"}, {"a]b", true}},
		"labels[a[0]].x":   {{Name: "labels"}, {"a[0]", true}, {Name: "x"}},
		"labels[]":         {{Name: "labels"}, {"", true}},
		"labels[a][b].c":   {{Name: "labels"}, {"a", true}, {"b", true}, {Name: "c"}},
		"labels[unclosed":  {{Name: "labels"}, {"unclosed", true}},
		"a..b":             {{Name: "a"}, {Name: ".b"}},
		"items[1].spec[x]": {{Name: "items"}, {"1", true}, {Name: "spec"}, {"x", true}},
	}
	for path, want := range tests {
		if diff := cmp.Diff(want, ParsePath(path), cmp.AllowUnexported(Step{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", path, diff)
		}
	}
}
