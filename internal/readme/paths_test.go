package readme_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// documents are the files about the repository, from its root.
var documents = []string{"README.md", "ARCHITECTURE.md", "MAINTAINING.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"}

var (
	link         = regexp.MustCompile(`\]\(([^)#]+)[^)]*\)`)
	word         = regexp.MustCompile(`[A-Za-z0-9_.*/-]+`)
	tag          = regexp.MustCompile(`/v[0-9]+\.[0-9]+\.[0-9]+$`)
	fileName     = regexp.MustCompile(`\.(go|mod|sum|md|yaml|yml|csv|txt|jsonl)$`)
	testName     = regexp.MustCompile(`\b(Test|Fuzz)[A-Z]\w+`)
	testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
)

// TestPaths checks that the files and folders in the documents exist: the targets of links, words
// that begin with a top-level folder, and words that end like a file.
func TestPaths(t *testing.T) {
	files := repository(t)
	exists := func(pattern string) bool {
		return slices.ContainsFunc(files, func(file string) bool { return matches(pattern, file) })
	}
	for _, document := range documents {
		t.Run(document, func(t *testing.T) {
			text := read(t, document)
			for _, target := range link.FindAllStringSubmatch(text, -1) {
				if !strings.Contains(target[1], "://") && !exists(strings.TrimSuffix(target[1], "/")) {
					t.Errorf("no file for the link to %s", target[1])
				}
			}
			for _, name := range word.FindAllString(text, -1) {
				name = path.Clean(strings.TrimRight(strings.TrimSuffix(name, "/..."), "./"))
				top, _, inFolder := strings.Cut(name, "/")
				switch {
				case top == "pkg" || tag.MatchString(name): // a path in Kubernetes' repository, or a tag
				case inFolder && slices.Contains(files, top):
					if !exists(name) {
						t.Errorf("%s does not exist", name)
					}
				case fileName.MatchString(name):
					if !exists(name) && !slices.ContainsFunc(files, func(file string) bool { return endsIn(file, name) }) {
						t.Errorf("no folder has a file %s", name)
					}
				}
			}
		})
	}
}

// TestTestNames checks that the tests that the documents name exist.
func TestTestNames(t *testing.T) {
	defined := map[string]bool{}
	for _, file := range repository(t) {
		if strings.HasSuffix(file, "_test.go") {
			for _, function := range testFunction.FindAllStringSubmatch(read(t, file), -1) {
				defined[function[1]] = true
			}
		}
	}
	for _, document := range documents {
		for _, name := range testName.FindAllString(read(t, document), -1) {
			if !defined[name] {
				t.Errorf("%s names %s, which does not exist", document, name)
			}
		}
	}
}

// TestMap checks that ARCHITECTURE.md names every folder with Go files.
func TestMap(t *testing.T) {
	var names []string
	for _, name := range word.FindAllString(read(t, "ARCHITECTURE.md"), -1) {
		names = append(names, strings.TrimRight(name, "./"))
	}
	var missing []string
	for _, file := range repository(t) {
		if dir := path.Dir(file); path.Ext(file) == ".go" && !slices.Contains(names, dir) {
			missing = append(missing, dir)
		}
	}
	for _, dir := range slices.Compact(missing) {
		t.Errorf("ARCHITECTURE.md does not name %s", dir)
	}
}

// repository returns the paths of all files and folders, sorted.
func repository(t *testing.T) []string {
	t.Helper()
	var files []string
	err := fs.WalkDir(os.DirFS("../.."), ".", func(name string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() && entry.Name() == ".git" {
			return fs.SkipDir
		}
		files = append(files, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// endsIn reports whether the last elements of a file's path match a pattern.
func endsIn(file, pattern string) bool {
	elements := strings.Split(file, "/")
	count := strings.Count(pattern, "/") + 1
	return len(elements) >= count && matches(pattern, strings.Join(elements[len(elements)-count:], "/"))
}

func matches(pattern, file string) bool {
	ok, err := path.Match(pattern, file)
	return ok && err == nil
}
