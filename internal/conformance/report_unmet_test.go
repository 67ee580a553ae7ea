package conformance

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jobapi/jobapi/internal/jobtest"
)

var profile = flag.String("profile", "", "a coverage `profile` of Kubernetes' validation, written by TestReport: find the errors in it that no case produces")

// validationPackages are the packages that validate Jobs and pod templates.
var validationPackages = []string{"k8s.io/kubernetes/pkg/apis/batch/validation", "k8s.io/kubernetes/pkg/apis/core/validation"}

// site is a call in a function of Kubernetes that makes an error, or that may return errors.
type site struct{ function, makes string }

func (s site) compare(other site) int {
	return cmp.Or(strings.Compare(s.function, other.function), strings.Compare(s.makes, other.makes))
}

// TestUnmet checks that unmet gives a reason for exactly the sites that no case reaches, in functions
// that some case calls. It needs a profile:
//
//	go test . -run TestReport -coverprofile FILE -coverpkg k8s.io/kubernetes/pkg/apis/batch/validation,k8s.io/kubernetes/pkg/apis/core/validation
//
// Without a profile, it checks only that the sites in unmet exist.
func TestUnmet(t *testing.T) {
	all, met, missed := map[site]bool{}, map[site]bool{}, map[site]bool{}
	for _, name := range validationPackages {
		module, below, _ := strings.Cut(name, "/pkg/")
		files, err := filepath.Glob(filepath.Join(jobtest.ModuleDir(t, module), "pkg", below, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%d files of %s, %v", len(files), name, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			blocks := readProfile(t, name+"/"+filepath.Base(file))
			eachSite(t, file, func(s site, line, column int, function [2]int) {
				all[s] = true
				switch {
				case blocks.met(line, column):
					met[s] = true
				case blocks.covers(function[0], function[1]):
					missed[s] = true
				}
			})
		}
	}
	maps.DeleteFunc(missed, func(s site, _ bool) bool { return met[s] }) // the same site in other places of the function
	for s := range unmet {
		if !all[s] {
			t.Errorf("Kubernetes has no %s: %s: remove it from unmet", s.function, s.makes)
		}
	}
	if *profile == "" {
		return
	}
	for _, s := range slices.SortedFunc(maps.Keys(missed), site.compare) {
		if unmet[s] == "" {
			t.Errorf("no case reaches {%q, %q}: add a case, or a reason to unmet", s.function, s.makes)
		}
	}
	for s := range unmet {
		if !missed[s] {
			t.Errorf("a case reaches {%q, %q}: remove it from unmet", s.function, s.makes)
		}
	}
}

// writeUnmet writes the errors that no case produces, grouped by reason.
func writeUnmet(b *bytes.Buffer) {
	fmt.Fprintf(b, `## Errors that no case produces

These errors are in functions of %s
that some case calls. TestUnmet finds them in a coverage profile of this run, and checks that each has a
reason.

`, strings.Join(validationPackages, " and\n"))
	byReason := map[string][]string{}
	for _, s := range slices.SortedFunc(maps.Keys(unmet), site.compare) {
		byReason[unmet[s]] = append(byReason[unmet[s]], fmt.Sprintf("%s (%s)", s.function, s.makes))
	}
	for _, reason := range slices.Sorted(maps.Keys(byReason)) {
		fmt.Fprintf(b, "- %s: %s.\n", reason, strings.Join(byReason[reason], ", "))
	}
	b.WriteString("\n")
}

// eachSite calls see with every site in a file, its position, and the lines of its function.
func eachSite(t *testing.T, file string, see func(s site, line, column int, function [2]int)) {
	t.Helper()
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range parsed.Decls {
		function, ok := d.(*ast.FuncDecl)
		if !ok || function.Body == nil {
			continue
		}
		lines := [2]int{files.Position(function.Pos()).Line, files.Position(function.End()).Line}
		ast.Inspect(function.Body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if makes := errorsOf(call); makes != "" {
					at := files.Position(call.Pos())
					see(site{function.Name.Name, makes}, at.Line, at.Column, lines)
				}
			}
			return true
		})
	}
}

// errorsOf describes the error that a call makes, or names the validation function that it calls. It
// returns "" for other calls.
func errorsOf(call *ast.CallExpr) string {
	name, qualifier := "", ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
		if x, ok := f.X.(*ast.Ident); ok {
			qualifier = x.Name
		}
	}
	switch {
	case qualifier == "field" && slices.Contains([]string{"Invalid", "Required", "Forbidden", "NotSupported", "Duplicate", "NotFound", "TooLong", "TooMany", "TooLongMaxLength"}, name):
		text := ""
		for _, argument := range call.Args {
			ast.Inspect(argument, func(n ast.Node) bool {
				if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING && len(literal.Value) > len(text) {
					text = literal.Value
				}
				return true
			})
		}
		return strings.TrimSpace(name + " " + strings.Trim(text, "`\""))
	case strings.HasPrefix(strings.ToLower(name), "validate"):
		return name
	}
	return ""
}

// profileBlocks are the blocks of a file in a coverage profile.
type profileBlocks []struct{ line, column, endLine, endColumn, statements, count int }

func readProfile(t *testing.T, file string) profileBlocks {
	t.Helper()
	if *profile == "" {
		return nil
	}
	data, err := os.ReadFile(*profile)
	if err != nil {
		t.Fatal(err)
	}
	var blocks profileBlocks
	for line := range bytes.Lines(data) {
		rest, ok := bytes.CutPrefix(line, []byte(file+":"))
		if !ok {
			continue
		}
		blocks = append(blocks, profileBlocks{{}}...)
		b := &blocks[len(blocks)-1]
		if _, err := fmt.Sscanf(string(rest), "%d.%d,%d.%d %d %d", &b.line, &b.column, &b.endLine, &b.endColumn, &b.statements, &b.count); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return blocks
}

// covers reports whether any of the lines ran.
func (blocks profileBlocks) covers(from, to int) bool {
	for _, b := range blocks {
		if b.count > 0 && from <= b.line && b.endLine <= to {
			return true
		}
	}
	return false
}

// met reports whether the innermost block around a position ran.
func (blocks profileBlocks) met(line, column int) bool {
	ran, start := false, [2]int{}
	for _, b := range blocks {
		begins := b.line < line || b.line == line && b.column <= column
		ends := line < b.endLine || line == b.endLine && column <= b.endColumn
		if begins && ends && (b.line > start[0] || b.line == start[0] && b.column >= start[1]) {
			ran, start = b.count > 0, [2]int{b.line, b.column}
		}
	}
	return ran
}
