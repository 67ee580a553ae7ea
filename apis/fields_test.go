package apis_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	kubernetesv1 "k8s.io/api/batch/v1"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	extensionsv1beta1 "github.com/jobapi/jobapi/apis/extensions/v1beta1"
)

// TestFieldsOfKubernetes checks that batch/v1 has every field of k8s.io/api's Job types, with the
// same JSON name, tag options and type, and that it has only three more.
func TestFieldsOfKubernetes(t *testing.T) {
	own := map[string]bool{"JobSpec.backoffSeconds": true, "JobSpec.failedPodsLimit": true, "JobStatus.creationTime": true}
	theirs := structsByName(kubernetesv1.Job{}, kubernetesv1.JobList{}, kubernetesv1.JobTemplateSpec{})
	for name, want := range theirs {
		t.Run(name, func(t *testing.T) {
			got, ok := structsByName(batchv1.Job{}, batchv1.JobList{}, batchv1.JobTemplateSpec{})[name]
			if !ok {
				t.Fatal("no such type")
			}
			gotFields := fieldsByJSON(got)
			for json, field := range fieldsByJSON(want) {
				mine, ok := gotFields[json]
				switch {
				case !ok:
					t.Errorf("no field %s", json)
				case typeName(mine.Type) != typeName(field.Type):
					t.Errorf("%s has type %s, want %s", json, mine.Type, field.Type)
				case mine.Tag.Get("json") != field.Tag.Get("json"),
					mine.Tag.Get("patchStrategy") != field.Tag.Get("patchStrategy"),
					mine.Tag.Get("patchMergeKey") != field.Tag.Get("patchMergeKey"):
					t.Errorf("%s has tag `%s`, want what `%s` says", json, mine.Tag, field.Tag)
				}
				delete(gotFields, json)
			}
			for json := range gotFields {
				if !own[name+"."+json] {
					t.Errorf("field %s is neither of Kubernetes nor of the design", json)
				}
			}
		})
	}
}

// TestVersionsHaveTheSameFields checks that every version has the fields of any other, so that
// conversion loses nothing.
func TestVersionsHaveTheSameFields(t *testing.T) {
	want := structsByName(batchv1.Job{}, batchv1.JobList{}, batchv1.JobTemplateSpec{})
	for name, other := range map[string]map[string]reflect.Type{
		"hub":     structsByName(batch.Job{}, batch.JobList{}, batch.JobTemplateSpec{}),
		"v1beta1": structsByName(extensionsv1beta1.Job{}, extensionsv1beta1.JobList{}, extensionsv1beta1.JobTemplateSpec{}),
	} {
		if len(other) != len(want) {
			t.Errorf("%s has %d types, want %d", name, len(other), len(want))
		}
		for typ, fields := range want {
			got := fieldsByJSON(other[typ])
			for json, field := range fieldsByJSON(fields) {
				if json == "manualSelector" && name == "v1beta1" {
					json = "autoSelector"
				}
				if mine, ok := got[json]; !ok || typeName(mine.Type) != typeName(field.Type) {
					t.Errorf("%s: %s.%s is %v, want %v", name, typ, json, mine.Type, field.Type)
				}
				delete(got, json)
			}
			if len(got) > 0 {
				t.Errorf("%s: %s has fields that batch/v1 lacks: %v", name, typ, got)
			}
		}
	}
}

// structsByName returns the struct types of the packages of Jobs that objs are made of.
func structsByName(objs ...any) map[string]reflect.Type {
	found := map[string]reflect.Type{}
	homes := []string{reflect.TypeOf(objs[0]).PkgPath(), reflect.TypeFor[batchv1.Job]().PkgPath()} // extensions/v1beta1 has aliases
	var visit func(reflect.Type)
	visit = func(typ reflect.Type) {
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice:
			visit(typ.Elem())
		case reflect.Struct:
			if !slices.Contains(homes, typ.PkgPath()) || found[typ.Name()] != nil {
				return
			}
			found[typ.Name()] = typ
			for field := range typ.Fields() {
				visit(field.Type)
			}
		default:
		}
	}
	for _, obj := range objs {
		visit(reflect.TypeOf(obj))
	}
	return found
}

func fieldsByJSON(typ reflect.Type) map[string]reflect.StructField {
	fields := map[string]reflect.StructField{}
	for field := range typ.Fields() {
		if field.Name == "TypeMeta" {
			continue
		}
		fields[jsonName(field)] = field
	}
	return fields
}

// typeName returns the name of typ without the package of its version.
func typeName(typ reflect.Type) string {
	return strings.NewReplacer("batch.", "", "v1beta1.", "", "v1.", "").Replace(typ.String())
}
