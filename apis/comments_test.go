package apis_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
)

// versions are the packages with types, and the main types of each.
var versions = []struct {
	dir  string
	jobs []any
}{
	{"batch", []any{batch.Job{}, batch.JobList{}, batch.JobTemplateSpec{}}},
	{"batch/v1", []any{batchv1.Job{}, batchv1.JobList{}, batchv1.JobTemplateSpec{}}},
	{"extensions/v1beta1", []any{extensionsv1beta1.Job{}, extensionsv1beta1.JobList{}, extensionsv1beta1.JobTemplateSpec{}}},
}

// TestEveryFieldIsDocumented checks that the comment of each field starts with its JSON name and
// says whether the field is required. API references print the comments.
func TestEveryFieldIsDocumented(t *testing.T) {
	for _, version := range versions {
		t.Run(version.dir, func(t *testing.T) {
			comments := fieldComments(t, version.dir)
			for _, typ := range structsByName(version.jobs...) {
				if !strings.HasSuffix(typ.PkgPath(), "apis/"+version.dir) {
					continue // documented in batch/v1
				}
				for _, field := range reflect.VisibleFields(typ) {
					if len(field.Index) > 1 || field.Name == "TypeMeta" {
						continue
					}
					name := typ.Name() + "." + field.Name
					comment, ok := comments[name]
					if !ok {
						t.Errorf("%s: no comment found", name)
						continue
					}
					first, _, _ := strings.Cut(comment, " ")
					if want := jsonName(field); first != want {
						t.Errorf("%s: comment starts with %q, want %q", name, first, want)
					}
					if strings.Contains(comment, "+optional") == strings.Contains(comment, "+required") {
						t.Errorf("%s: comment has both or neither of +optional and +required", name)
					}
					if field.Type.Kind() == reflect.Slice && field.Name != "Items" && !strings.Contains(comment, "+listType=") {
						t.Errorf("%s: a list without +listType", name)
					}
				}
			}
		})
	}
}

// TestHubHasTheCommentsOfBatchV1 checks that the copies of the comments don't drift apart.
func TestHubHasTheCommentsOfBatchV1(t *testing.T) {
	want := fieldComments(t, "batch/v1")
	for name, comment := range want {
		// The hub has no wire format to merge patches in.
		lines := slices.DeleteFunc(strings.Split(comment, "\n"), func(line string) bool { return strings.HasPrefix(line, "+patch") })
		want[name] = strings.Join(lines, "\n")
	}
	if diff := cmp.Diff(want, fieldComments(t, "batch")); diff != "" {
		t.Errorf("(-batch/v1 +hub):\n%s", diff)
	}
}

// TestSelectorFieldsTellTheRisk checks use case 8 of the selector design: the reference of a
// selector field warns of overlapping selectors.
func TestSelectorFieldsTellTheRisk(t *testing.T) {
	fields := map[string][]string{
		"batch":              {"JobSpec.Selector", "JobSpec.ManualSelector"},
		"batch/v1":           {"JobSpec.Selector", "JobSpec.ManualSelector"},
		"extensions/v1beta1": {"JobSpec.Selector", "JobSpec.AutoSelector"},
	}
	for dir, names := range fields {
		comments := fieldComments(t, dir)
		for _, name := range names {
			_, warning, ok := strings.Cut(comments[name], "WARNING:")
			if !ok {
				t.Errorf("%s: %s has no WARNING", dir, name)
			}
			for _, word := range []string{"overlap", "controller", "fight", "count", "adopt", "delete"} {
				if !strings.Contains(warning, word) {
					t.Errorf("%s: the warning of %s does not speak of %q", dir, name, word)
				}
			}
			if !strings.Contains(comments[name], "unset") {
				t.Errorf("%s: %s does not advise on leaving it unset", dir, name)
			}
		}
	}
}

// fieldComments returns the comments of all struct fields of the package in dir, by type and
// field name.
func fieldComments(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "types*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files with types, %v", dir, len(files), err)
	}
	comments := map[string]string{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			structure, ok := spec.Type.(*ast.StructType)
			if !ok {
				return true
			}
			for _, field := range structure.Fields.List {
				for _, name := range fieldNames(field) {
					comments[spec.Name.Name+"."+name] = field.Doc.Text()
				}
			}
			return true
		})
	}
	return comments
}

func fieldNames(field *ast.Field) []string {
	var names []string
	for _, ident := range field.Names {
		names = append(names, ident.Name)
	}
	if embedded, ok := field.Type.(*ast.SelectorExpr); ok && len(names) == 0 {
		names = append(names, embedded.Sel.Name)
	}
	return names
}

// jsonName returns the JSON name of field. Fields of the hub have no tags. Their JSON names are
// those of batch/v1.
func jsonName(field reflect.StructField) string {
	if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
		return name
	}
	switch field.Name {
	case "ObjectMeta", "ListMeta":
		return "metadata"
	case "TTLSecondsAfterFinished":
		return "ttlSecondsAfterFinished"
	default:
		return string(unicode.ToLower(rune(field.Name[0]))) + field.Name[1:]
	}
}
