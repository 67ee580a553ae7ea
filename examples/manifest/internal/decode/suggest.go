package decode

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/jobapi/jobapi/examples/manifest/internal/locate"
)

// renamed explains fields of spec that the two versions of a Job call differently.
var renamed = map[string]string{
	"autoSelector":   "it is a field of extensions/v1beta1, batch/v1 has manualSelector, which means the opposite",
	"manualSelector": "it is a field of batch/v1, extensions/v1beta1 has autoSelector, which means the opposite",
}

// suggest says what an unknown field of the object at path may have meant. It is empty if nothing
// comes close. fields are those of the object, root is the type of the whole Job.
func suggest(root reflect.Type, key, path string, fields map[string]reflect.Type) string {
	if explanation, ok := renamed[key]; ok && path == "spec" {
		return ": " + explanation
	}
	if similar := similarField(key, fields); similar != "" {
		return ": did you mean " + similar + "?"
	}
	if homes := homesOf(root)[key]; len(homes) > 0 && !slices.Contains(homes, path) {
		return ": it belongs in " + strings.Join(homes, " or ")
	}
	return ""
}

// similarField returns the name of a field that differs from key in case or in a few characters.
func similarField(key string, fields map[string]reflect.Type) string {
	best, least := "", len(key)/3+1
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if strings.EqualFold(name, key) {
			return name
		}
		if d := editDistance(key, name); d < least {
			best, least = name, d
		}
	}
	return best
}

// editDistance returns the number of bytes to insert, remove or replace to turn a into b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1) // distances from the part of a so far to each prefix of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// fieldCache and homeCache hold the results of jsonFields and homesOf by type.
var fieldCache, homeCache sync.Map

// jsonFields returns the types of the fields of a struct by their names in JSON. The caller must
// not change the map.
func jsonFields(t reflect.Type) map[string]reflect.Type {
	if fields, ok := fieldCache.Load(t); ok {
		return fields.(map[string]reflect.Type)
	}
	fields := map[string]reflect.Type{}
	for field := range t.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case name != "":
			fields[name] = field.Type
		case field.Anonymous:
			maps.Copy(fields, jsonFields(field.Type))
		}
	}
	fieldCache.Store(t, fields)
	return fields
}

// commonObjects are the objects of a Job whose fields are often written in the wrong object.
var commonObjects = []string{
	"", "metadata", "spec", "spec.template", "spec.template.metadata", "spec.template.spec",
	"spec.template.spec.containers[*]", "spec.template.spec.containers[*].resources",
}

// homesOf returns the paths of the common objects of a Job type that have a field, by the name of
// the field. The caller must not change the map.
func homesOf(job reflect.Type) map[string][]string {
	if homes, ok := homeCache.Load(job); ok {
		return homes.(map[string][]string)
	}
	homes := map[string][]string{}
	for _, path := range commonObjects {
		t, ok := typeAt(job, path)
		if !ok {
			continue
		}
		isMetadata := path == "" || strings.HasSuffix(path, "metadata")
		for name := range jsonFields(t) {
			if !isMetadata || name == "metadata" || name == "labels" || name == "annotations" {
				homes[name] = append(homes[name], path)
			}
		}
	}
	homeCache.Store(job, homes)
	return homes
}

// typeAt returns the type of the struct at a path. Any index leads to the elements of a list.
func typeAt(t reflect.Type, path string) (reflect.Type, bool) {
	for _, step := range locate.ParsePath(path) {
		if step.Brackets {
			t = t.Elem()
		} else if t = jsonFields(t)[step.Name]; t == nil {
			return nil, false
		}
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
	}
	return t, true
}
