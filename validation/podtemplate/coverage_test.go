package podtemplate

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// foundInvalid has the fields that a test of this package found invalid, by their paths from the
// template without indexes.
var foundInvalid = map[string]bool{}

// TestMain runs the tests. If all ran, it then checks that one of them found each field invalid that
// [Coverage] calls checked.
func TestMain(m *testing.M) {
	code := m.Run()
	all := flag.Lookup("test.run").Value.String() == "" && flag.Lookup("test.skip").Value.String() == ""
	if code == 0 && all && len(foundInvalid) > 0 {
		for _, entry := range Coverage() {
			if entry.Treatment == Checked && !wasFoundInvalid(entry.Path) {
				fmt.Printf("no test finds %s invalid, which Coverage calls checked\n", entry.Path)
				code = 1
			}
		}
	}
	os.Exit(code)
}

// pathsInErrors are the fields that have another path in errors.
var pathsInErrors = map[string]string{
	"metadata.annotations": "annotations",
	"spec.hostIPC":         "spec.HostIPC",
	"spec.hostPID":         "spec.HostPID",
	"spec.serviceAccount":  "spec.deprecatedServiceAccount",
}

func wasFoundInvalid(path string) bool {
	inErrors, differs := pathsInErrors[path]
	for found := range foundInvalid {
		if isBelow(found, path) || differs && isBelow(found, inErrors) {
			return true
		}
	}
	return false
}

func isBelow(path, parent string) bool {
	return path == parent || strings.HasPrefix(path, parent+".")
}

var index = regexp.MustCompile(`\[[^]]*\]`)

// recordInvalid adds the fields of errs to foundInvalid.
func recordInvalid(errs field.ErrorList) {
	for _, err := range errs {
		path := strings.TrimPrefix(index.ReplaceAllString(err.Field, ""), "spec.template.")
		foundInvalid[path] = true
	}
}

func TestCoverageHasEveryField(t *testing.T) {
	entries := map[string]bool{}
	for _, entry := range Coverage() {
		if entries[entry.Path] {
			t.Errorf("%s has two entries", entry.Path)
		}
		entries[entry.Path] = true
		if fieldAt(reflect.TypeFor[corev1.PodTemplateSpec](), entry.Path) == nil {
			t.Errorf("%s is not a field", entry.Path)
		}
	}
	for prefix, typ := range map[string]reflect.Type{
		"spec.":            reflect.TypeFor[corev1.PodSpec](),
		"spec.containers.": reflect.TypeFor[corev1.Container](),
	} {
		for f := range typ.Fields() {
			if path := prefix + jsonName(f); !entries[path] {
				t.Errorf("%s has no entry", path)
			}
		}
	}
}

func TestUncheckedFieldsHaveNoRules(t *testing.T) {
	for _, entry := range Coverage() {
		if entry.Treatment == Checked || entry.Path == "metadata" {
			continue
		}
		for _, seed := range []string{"", "!"} {
			template := validTemplate()
			scribble(reflect.ValueOf(template).Elem(), strings.Split(entry.Path, "."), seed)
			for _, err := range Validate(template, nil) {
				if isBelow(index.ReplaceAllString(err.Field, ""), entry.Path) {
					t.Errorf("%s is %s: %v", entry.Path, entry.Treatment, err)
				}
			}
		}
	}
}

func TestDroppedFieldsNeedFeatures(t *testing.T) {
	gates := FeatureGates()
	for _, entry := range Coverage() {
		enabled, known := gates[entry.FeatureGate]
		if dropped := entry.Treatment == Dropped; dropped != known || enabled {
			t.Errorf("%s is %s with feature gate %q: known %v, on %v", entry.Path, entry.Treatment, entry.FeatureGate, known, enabled)
		}
	}
	if !slices.IsSortedFunc(Coverage(), func(a, b FieldCoverage) int { return strings.Compare(a.Path, b.Path) }) {
		t.Error("the entries are not in order")
	}
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

// fieldAt returns the type of the field at the path below typ, or nil if there is none.
func fieldAt(typ reflect.Type, path string) reflect.Type {
	name, rest, more := strings.Cut(path, ".")
	for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
		typ = typ.Elem()
	}
	for _, f := range reflect.VisibleFields(typ) {
		if jsonName(f) == name {
			if more {
				return fieldAt(f.Type, rest)
			}
			return f.Type
		}
	}
	return nil
}

// scribble sets the field at the path below v to an odd value. It sets nil pointers on the way, and
// adds elements to empty lists.
func scribble(v reflect.Value, path []string, text string) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		scribble(v.Elem(), path, text)
	case reflect.Slice:
		if v.Len() == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		}
		scribble(v.Index(0), path, text)
	case reflect.Struct:
		for _, f := range reflect.VisibleFields(v.Type()) {
			if len(path) > 0 && jsonName(f) == path[0] {
				scribble(v.FieldByIndex(f.Index), path[1:], text)
			}
		}
	case reflect.String:
		v.SetString(text)
	case reflect.Int32, reflect.Int64:
		v.SetInt(-1)
	case reflect.Bool:
		v.SetBool(true)
	}
}
