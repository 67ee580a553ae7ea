// Package imports_test checks which packages of the module import which.
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

// rule lists the imports that the packages in dir and below may have besides the standard library.
// An import's path must start with an element of may, and with no element of mayNot.
type rule struct {
	dir    string
	may    []string
	mayNot []string
}

// rules is the import table of CONTRIBUTING.md. The first rule for a package counts.
var rules = []rule{
	{dir: "labels/"},
	{dir: "selector/index/", may: []string{module + "labels/", module + "selector/"}},
	{dir: "selector/", may: []string{module + "labels/", apimachinery + "pkg/apis/meta/v1/", apimachinery + "pkg/labels/", apimachinery + "pkg/selection/"}},
	aboveAll("apis/install/"),
	aboveAll("apis/fuzzer/", "sigs.k8s.io/randfill/"), // it sets defaults
	{dir: "apis/", may: []string{module + "apis/", apimachinery, api}, mayNot: []string{module + "apis/install/"}},
	behaviour("conversion/"),
	behaviour("defaulting/"),
	aboveAll("validation/dryrun/", "github.com/robfig/cron/"), // kube-apiserver parses schedules with it
	behaviour("validation/"),
	{dir: "internal/jobtest/", may: slices.Concat(behaviour("internal/").may, []string{"github.com/google/"})},
	behaviour("internal/"),
	{dir: "examples/", may: []string{""}, mayNot: []string{module + "internal/"}}, // separate modules
}

// behaviour returns the rule for a tree of packages that work on the types. No such tree imports
// another.
func behaviour(dir string) rule {
	return rule{
		dir: dir,
		may: []string{
			module + dir, module + "apis/", module + "labels/", module + "selector/", module + "internal/", apimachinery, api,
		},
		mayNot: []string{module + "apis/install/", module + "internal/jobtest/"},
	}
}

// aboveAll returns the rule for a package that uses all of these trees. It may also import more.
func aboveAll(dir string, more ...string) rule {
	r := behaviour("conversion/")
	r.dir, r.may = dir, slices.Concat(r.may, []string{module + "defaulting/", module + "validation/"}, more)
	return r
}

func TestImportTable(t *testing.T) {
	const format = `{{.ImportPath}} {{join .Imports " "}}`
	packages := list(t, ".", module+"...", format)
	maps.Copy(packages, list(t, "../../examples/manifest", "./...", format))
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

// TestRules checks that each row refuses an import that it is there to prevent.
func TestRules(t *testing.T) {
	refused := map[string]string{
		"labels/":            apimachinery + "pkg/labels/",
		"selector/":          api + "core/v1/",
		"apis/":              module + "conversion/",
		"apis/fuzzer/":       module + "internal/jobtest/",
		"apis/install/":      module + "internal/jobtest/",
		"conversion/":        module + "defaulting/",
		"defaulting/":        module + "apis/install/",
		"validation/":        module + "internal/jobtest/",
		"validation/dryrun/": module + "apis/install/",
		"examples/":          module + "internal/jobtest/",
	}
	for dir, imported := range refused {
		i := slices.IndexFunc(rules, func(r rule) bool { return r.dir == dir })
		if i < 0 || rules[i].allows(imported) {
			t.Errorf("%s may import %s", dir, imported)
		}
	}
}

// TestDirectRequirements checks that the library's packages import three modules only, so users get
// these three and their requirements.
func TestDirectRequirements(t *testing.T) {
	direct := map[string]bool{}
	home := list(t, ".", module+"...", "{{.ImportPath}} {{if .Module}}{{.Module.Path}}{{end}}", "-deps")
	for pkg, imports := range list(t, ".", module+"...", `{{.ImportPath}} {{join .Imports " "}}`) {
		if pkg == module+"internal/jobtest" || pkg == module+"apis/fuzzer" { // for tests
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
	if want := []string{"github.com/robfig/cron/v3", "k8s.io/api", "k8s.io/apimachinery"}; !slices.Equal(got, want) {
		t.Errorf("the library imports the modules %q, want %q", got, want)
	}
}

// list runs go list in dir on the packages of the pattern. It maps the first word of each line to the
// other words.
func list(t *testing.T, dir, pattern, format string, flags ...string) map[string][]string {
	t.Helper()
	args := append([]string{"list", "-f", format}, flags...)
	cmd := exec.CommandContext(t.Context(), "go", append(args, pattern)...)
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
