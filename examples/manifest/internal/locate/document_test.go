package locate

import (
	"strings"
	"testing"

	"github.com/jobapi/jobapi/examples/manifest/internal/input"
)

// TestField looks for fields. An arrow in the text shows the position that it should find.
func TestField(t *testing.T) {
	const base = "x: &base {name: base, image: i}\n"
	tests := []struct {
		name, text, item, path string
	}{
		{name: "a scalar", text: "spec:\n  a: →1\n", path: "spec.a"},
		{name: "a block", text: "spec:\n  →a:\n    b: 1\n", path: "spec.a"},
		{name: "brackets", text: "spec:\n  a: →{b: 1}\n", path: "spec.a"},
		{name: "an element", text: "spec:\n  a:\n  - 1\n  - →b: 2\n", path: "spec.a[1]"},
		{name: "in an element", text: "spec:\n  a:\n  - 1\n  - c: 3\n    b: →2\n", path: "spec.a[1].b"},
		{name: "missing", text: "spec:\n  →a:\n    b: 1\n", path: "spec.a.c"},
		{name: "missing far down", text: "→spec:\n  a: {}\n", path: "spec.template.spec.containers"},
		{name: "missing in an element", text: "spec:\n  a:\n  - →b: 2\n", path: "spec.a[0].c"},
		{name: "missing element", text: "spec:\n  →a:\n  - b: 2\n", path: "spec.a[3]"},
		{name: "no field at all", text: "→a: 1\n", path: "spec"},
		{name: "a key with dots", text: "labels:\n  a.b/c: →1\n", path: "labels[a.b/c]"},
		{name: "a key with a bracket", text: "labels:\n  \"a]b\": →1\n", path: "labels[a]b]"},
		{name: "a key that is a number", text: "labels:\n  0x10: →1\n", path: "labels[16]"},
		{name: "a key that is a boolean", text: "labels:\n  yes: →1\n", path: "labels[true]"},
		{name: "a key that looks like a boolean", text: "labels:\n  \"yes\": →1\n", path: "labels[yes]"},
		{name: "the last of two", text: "a: 1\na: →2\n", path: "a"},
		{name: "an alias", text: "x: &x {b: →1}\na: *x\n", path: "a.b"},
		{name: "an alias itself", text: "x: &x 1\na: →*x\n", path: "a"},
		{name: "merged", text: strings.Replace(base, "i}", "→i}", 1) + "a:\n  <<: *base\n", path: "a.image"},
		{name: "merged, then set", text: base + "a:\n  <<: *base\n  image: →j\n", path: "a.image"},
		{name: "merged from a list", text: base + "y: &y {image: →j}\na:\n  <<: [*y, *base]\n", path: "a.image"},
		{name: "missing beside what is merged", text: base + "→a:\n  <<: *base\n", path: "a.tag"},
		{name: "an item", text: "items:\n- spec: {a: 1}\n- spec: {a: →2}\n", item: "items[1]", path: "spec.a"},
		{name: "missing in an item", text: "items:\n- a: 1\n- →b: 2\n", item: "items[1]", path: "metadata.name"},
		{name: "a block scalar", text: "a: →|\n  x\n  y\n", path: "a"},
		{name: "characters of several bytes", text: "ä: {ö: →1}\n", path: "ä.ö"},
		{name: "tabs", text: "a: {b: \t→1}\n", path: "a.b"},
		{name: "JSON", text: "{\"a\":\n\t{\"b\": →[1]}}", path: "a.b"},
		{name: "line ends of YAML alone", text: "a: \"x\u2028y\"\nb: \"\u0085\"\nc: →1\n", path: "c"},
		{name: "after a line end of YAML alone", text: "a: 1\nb: [\"\u2028\", →{c: 2}]\n", path: "b[1]"},
		{name: "the field of another version", text: "spec:\n  autoSelector: →false\n", path: "spec.manualSelector"},
		{name: "the prefix of a generated name", text: "metadata:\n  generateName: →x-\n", path: "metadata.name"},
		{name: "many keys", text: "a: 1\n" + strings.Repeat("k: 1\n", 300) + "b: →2\n", path: "b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before, _, _ := strings.Cut(tt.text, "→")
			line := 1 + strings.Count(before, "\n")
			column := 1 + len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))
			for _, doc := range input.Split([]byte(strings.Replace(tt.text, "→", "", 1))) {
				d := New("", doc)
				if d.Root() == nil {
					t.Fatal("cannot be parsed")
				}
				if got := d.Field(tt.item, tt.path); got.Line != line || got.Column != column {
					t.Errorf("line %d, column %d, want %d, %d", got.Line, got.Column, line, column)
				}
			}
		})
	}
}

// TestFieldInStream finds the lines and columns of the file, not those of its documents.
func TestFieldInStream(t *testing.T) {
	docs := input.Split([]byte("a: 1\n--- {a: 1}\n---\r\n# b\r\na:\r\n  b: 1\r\n---\n{\"a\": 1} {\"a\":\n 1}"))
	want := [][2]int{{1, 4}, {2, 9}, {5, 1}, {8, 7}, {9, 2}}
	if len(docs) != len(want) {
		t.Fatalf("%d documents", len(docs))
	}
	for i, doc := range docs {
		d := New("", doc)
		if got := d.Field("", "a"); got.Line != want[i][0] || got.Column != want[i][1] {
			t.Errorf("document %d: line %d, column %d, want %v", i+1, got.Line, got.Column, want[i])
		}
	}
}
