// Package imports_test holds which package of the module may import which.
package imports_test

import (
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const (
	module       = "github.com/jobapi/jobapi/"
	apimachinery = "k8s.io/apimachinery/"
	api          = "k8s.io/api/"
)

// rule says what the packages in dir and below may import besides the standard library:
// packages whose path starts with one of may, and with none of mayNot.
type rule struct {
	dir    string
	may    []string
	mayNot []string
}

// rules is the import table of CONTRIBUTING.md. For each package the first rule that is about
// it counts.
var rules = []rule{
	{dir: "labels/"},
	{dir: "selector/index/", may: []string{module + "labels/", module + "selector/"}},
	{dir: "selector/", may: []string{module + "labels/", apimachinery + "pkg/apis/meta/v1/", apimachinery + "pkg/labels/", apimachinery + "pkg/selection/"}},
	{dir: "apis/install/", may: []string{module + "apis/", module + "conversion/", module + "defaulting/", module + "validation/", apimachinery}},
	{dir: "apis/", may: []string{module + "apis/", apimachinery, api}, mayNot: []string{module + "apis/install/"}},
	behaviour("conversion/"),
	behaviour("defaulting/"),
	behaviour("validation/"),
	{dir: "internal/jobtest/", may: append(behaviour("internal/").may, "github.com/google/")},
	behaviour("internal/"),
	{dir: "examples/", may: []string{""}, mayNot: []string{module + "internal/"}}, // modules of their own
}

// behaviour is the rule of the trees that work on the types: none of them imports another.
func behaviour(dir string) rule {
	return rule{
		dir: dir,
		may: []string{
			module + dir, module + "apis/", module + "labels/", module + "selector/", module + "internal/", apimachinery, api,
		},
		mayNot: []string{module + "apis/install/", module + "internal/jobtest/"},
	}
}

func TestImportTable(t *testing.T) {
	const format = `{{.ImportPath}} {{join .Imports " "}}`
	packages := list(t, ".", format)
	maps.Copy(packages, list(t, "../../examples/manifest", format))
	for pkg, imports := range packages {
		dir := strings.TrimPrefix(pkg, module) + "/"
		i := slices.IndexFunc(rules, func(r rule) bool { return strings.HasPrefix(dir, r.dir) })
		if i < 0 {
			t.Errorf("%s is not in the import table", pkg)
			continue
		}
		for _, imported := range imports {
			if !rules[i].allows(imported + "/") {
				t.Errorf("%s may not import %s", pkg, imported)
			}
		}
	}
}

func (r rule) allows(imported string) bool {
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
		return true // standard library
	}
	in := func(prefix string) bool { return strings.HasPrefix(imported, prefix) }
	return slices.ContainsFunc(r.may, in) && !slices.ContainsFunc(r.mayNot, in)
}

// TestRules holds that the table refuses something: each case is an import that one of its
// rows is there to prevent.
func TestRules(t *testing.T) {
	refused := map[string]string{
		"labels/":     apimachinery + "pkg/labels/",
		"selector/":   api + "core/v1/",
		"apis/":       module + "conversion/",
		"conversion/": module + "defaulting/",
		"defaulting/": module + "apis/install/",
		"validation/": module + "internal/jobtest/",
		"examples/":   module + "internal/jobtest/",
	}
	for _, r := range rules {
		if imported, ok := refused[r.dir]; ok && r.allows(imported) {
			t.Errorf("%s may import %s", r.dir, imported)
		}
	}
}

// TestDirectRequirements holds that users of the library get two modules with it, and what
// those need.
func TestDirectRequirements(t *testing.T) {
	direct := map[string]bool{}
	home := list(t, ".", "{{.ImportPath}} {{if .Module}}{{.Module.Path}}{{end}}", "-deps")
	for pkg, imports := range list(t, ".", `{{.ImportPath}} {{join .Imports " "}}`) {
		if strings.HasPrefix(pkg, module+"internal/jobtest") {
			continue
		}
		for _, imported := range imports {
			if path := home[imported]; len(path) == 1 {
				direct[path[0]] = true
			}
		}
	}
	delete(direct, strings.TrimSuffix(module, "/"))
	var got []string
	for path := range direct {
		got = append(got, path)
	}
	slices.Sort(got)
	if want := []string{"k8s.io/api", "k8s.io/apimachinery"}; !slices.Equal(got, want) {
		t.Errorf("packages that are no tests import modules %q, want %q", got, want)
	}
}

// list runs go list on all packages of the module that dir is in, and returns the words of each
// line but the first, by the first.
func list(t *testing.T, dir, format string, flags ...string) map[string][]string {
	t.Helper()
	args := append([]string{"list", "-f", format}, flags...)
	cmd := exec.CommandContext(t.Context(), "go", append(args, module+"...")...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", cmd, err)
	}
	words := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		words[fields[0]] = fields[1:]
	}
	return words
}
