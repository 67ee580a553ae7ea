package input_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jobapi/jobapi/examples/manifest/internal/input"
)

// makeFiles makes files in a new folder and changes to it. Each is a name with an optional text
// after a colon. A name that ends in a slash is a folder, a text that begins with an arrow a link.
func makeFiles(t *testing.T, files ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, file := range files {
		name, text, _ := strings.Cut(file, ": ")
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			err = os.Symlink(target, name)
		} else if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(name, 0o755)
		} else {
			err = os.WriteFile(name, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestFiles(t *testing.T) {
	makeFiles(t,
		"d/b.yaml", "d/a.yml", "d/c.json", "d/notes.txt", "d/x/a.yaml", "d/x-y/a.yaml", "d/.hidden/a.yaml", "d/UPPER.YAML",
		"d/x/link.yaml: -> ../b.yaml", "d/loop.yaml: -> loop.yaml", "d/gone.yaml: -> nowhere", "d/folder.yaml: -> x", "d/up: -> ..",
		"other: x", "-: x", "to-d: -> d",
	)
	tests := []struct {
		args []string
		want []string
	}{
		{[]string{"d"}, []string{"d/.hidden/a.yaml", "d/a.yml", "d/b.yaml", "d/c.json", "d/gone.yaml!", "d/loop.yaml!", "d/x-y/a.yaml", "d/x/a.yaml"}},
		{[]string{"d/x", "d/b.yaml", "./d/x/../x/a.yaml"}, []string{"d/x/a.yaml", "d/x/link.yaml"}},
		{[]string{"other", "d/notes.txt", "d/b.yaml"}, []string{"other", "d/notes.txt", "d/b.yaml"}},
		{[]string{"to-d/x", "d/x"}, []string{"to-d/x/a.yaml", "to-d/x/link.yaml"}},
		{[]string{"to-d/x-y/", "-", "-"}, []string{"to-d/x-y/a.yaml", "-"}},
		{[]string{"./-", "-"}, []string{"./-", "-"}},
		{[]string{"nowhere", "d/loop.yaml", "nowhere"}, []string{"nowhere!", "d/loop.yaml!"}},
		{[]string{"d/x-y", "."}, []string{"d/x-y/a.yaml", "d/.hidden/a.yaml", "d/a.yml", "d/b.yaml", "d/c.json", "d/gone.yaml!", "d/loop.yaml!", "d/x/a.yaml"}},
	}
	for _, tt := range tests {
		var got []string
		for _, f := range input.Files(tt.args) {
			if f.Err != nil {
				f.Name += "!"
			}
			got = append(got, filepath.ToSlash(f.Name))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.args, diff)
		}
	}
}
