package podtemplate

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

func TestFieldRef(t *testing.T) {
	path := at("a.fieldRef")
	for _, test := range []struct {
		name       string
		apiVersion string
		fieldPath  string
		inVolume   field.ErrorList
		inEnv      field.ErrorList
	}{
		{name: "field for both", apiVersion: "v1", fieldPath: "metadata.name"},
		{name: "label", apiVersion: "v1", fieldPath: "metadata.labels['example.com/App']"},
		{name: "annotation in any case", apiVersion: "v1", fieldPath: "metadata.annotations['Example.com/App']"},
		{name: "all labels", apiVersion: "v1", fieldPath: "metadata.labels",
			inEnv: field.ErrorList{field.NotSupported(path.Child("fieldPath"), "metadata.labels", fieldsInEnv)}},
		{name: "field that changes", apiVersion: "v1", fieldPath: "status.podIP",
			inVolume: field.ErrorList{field.NotSupported(path.Child("fieldPath"), "status.podIP", fieldsInVolume)}},
		{name: "old name of a field", apiVersion: "v1", fieldPath: "spec.host",
			inVolume: field.ErrorList{field.NotSupported(path.Child("fieldPath"), "spec.nodeName", fieldsInVolume)}},
		{name: "field that is nowhere allowed", apiVersion: "v1", fieldPath: "status.phase",
			inVolume: field.ErrorList{field.NotSupported(path.Child("fieldPath"), "status.phase", fieldsInVolume)},
			inEnv:    field.ErrorList{field.NotSupported(path.Child("fieldPath"), "status.phase", fieldsInEnv)}},
		{name: "no apiVersion", fieldPath: "metadata.name",
			inVolume: field.ErrorList{field.Required(path.Child("apiVersion"), "must be set")},
			inEnv:    field.ErrorList{field.Required(path.Child("apiVersion"), "must be set")}},
		{name: "no fieldPath", apiVersion: "v1",
			inVolume: field.ErrorList{field.Required(path.Child("fieldPath"), "must be set")},
			inEnv:    field.ErrorList{field.Required(path.Child("fieldPath"), "must be set")}},
		{name: "another apiVersion", apiVersion: "v2", fieldPath: "metadata.name",
			inVolume: field.ErrorList{field.Invalid(path.Child("fieldPath"), "metadata.name", "can be read with apiVersion v1 only")},
			inEnv:    field.ErrorList{field.Invalid(path.Child("fieldPath"), "metadata.name", "can be read with apiVersion v1 only")}},
		{name: "no such field", apiVersion: "v1", fieldPath: "spec.image",
			inVolume: field.ErrorList{field.Invalid(path.Child("fieldPath"), "spec.image", "is not a field of pods that can be referred to")},
			inEnv:    field.ErrorList{field.Invalid(path.Child("fieldPath"), "spec.image", "is not a field of pods that can be referred to")}},
		{name: "key of a field that has none", apiVersion: "v1", fieldPath: "metadata.name['a']",
			inVolume: field.ErrorList{field.Invalid(path.Child("fieldPath"), "metadata.name['a']",
				"must not have a key: only metadata.labels and metadata.annotations have")},
			inEnv: field.ErrorList{field.Invalid(path.Child("fieldPath"), "metadata.name['a']",
				"must not have a key: only metadata.labels and metadata.annotations have")}},
		{name: "bad key of a label", apiVersion: "v1", fieldPath: "metadata.labels['a b']",
			inVolume: field.ErrorList{field.Invalid(path, "a b", notAKey)},
			inEnv:    field.ErrorList{field.Invalid(path, "a b", notAKey)}},
		{name: "bad key of an annotation", apiVersion: "v1", fieldPath: "metadata.annotations['A b']",
			inVolume: field.ErrorList{field.Invalid(path, "A b", notAKey)},
			inEnv:    field.ErrorList{field.Invalid(path, "A b", notAKey)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			ref := &corev1.ObjectFieldSelector{APIVersion: test.apiVersion, FieldPath: test.fieldPath}
			root := fieldpath.From(path)
			var volume, env checker
			volume.fieldRef(root, ref, fieldsInVolume)
			env.fieldRef(root, ref, fieldsInEnv)
			compareErrors(t, test.inVolume, volume.errs)
			compareErrors(t, test.inEnv, env.errs)
		})
	}
}

func TestCutKey(t *testing.T) {
	for _, test := range []struct {
		path, name, key string
		ok              bool
	}{
		{"metadata.name", "metadata.name", "", false},
		{"metadata.labels['a']", "metadata.labels", "a", true},
		{"metadata.labels['']", "metadata.labels", "", true},
		{"metadata.labels['a']['b']", "metadata.labels", "a']['b", true},
		{"metadata.labels[a]", "metadata.labels[a]", "", false},
		{"metadata.labels']", "metadata.labels']", "", false},
		{"['a']", "['a']", "", false},
		{"", "", "", false},
	} {
		name, key, ok := cutKey(test.path)
		if name != test.name || key != test.key || ok != test.ok {
			t.Errorf("%s: got %q, %q, %t", test.path, name, key, ok)
		}
	}
}
