package podtemplate

import (
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

func ofEnv(variables ...corev1.EnvVar) func(*corev1.PodTemplateSpec) {
	return ofMain(func(c *corev1.Container) { c.Env = variables })
}

func reference(name string) corev1.LocalObjectReference {
	return corev1.LocalObjectReference{Name: name}
}

func TestEnv(t *testing.T) {
	from := func(source corev1.EnvVarSource) func(*corev1.PodTemplateSpec) {
		return ofEnv(corev1.EnvVar{Name: "A", ValueFrom: &source})
	}
	env := at("containers[0].env[0]")
	valueFrom := env.Child("valueFrom")
	configMap := corev1.EnvVarSource{ConfigMapKeyRef: &corev1.ConfigMapKeySelector{LocalObjectReference: reference("a"), Key: "a.b"}}
	twoSources := configMap
	twoSources.SecretKeyRef = &corev1.SecretKeySelector{LocalObjectReference: reference("a"), Key: "a"}

	runRules(t, []ruleTest{
		{name: "names", change: ofEnv(corev1.EnvVar{Name: "A"}, corev1.EnvVar{Name: "A", Value: "b"}, corev1.EnvVar{Name: "1 a.b-c", Value: "$(A)"})},
		{name: "no name", change: ofEnv(corev1.EnvVar{Value: "a"}), want: field.ErrorList{field.Required(env.Child("name"), "must be set")}},
		{name: "bad name", change: ofEnv(corev1.EnvVar{Name: "a=b"}), want: invalidAt(env.Child("name"), "a=b", validation.IsRelaxedEnvVarName("a=b"))},

		{name: "entry of a config map", change: from(configMap)},
		{name: "field", change: from(corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{APIVersion: "v1", FieldPath: "metadata.name"}})},
		{name: "bad field", change: from(corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: "metadata.name"}}),
			want: field.ErrorList{field.Required(valueFrom.Child("fieldRef", "apiVersion"), "must be set")}},
		{name: "resource", change: from(corev1.EnvVarSource{ResourceFieldRef: &corev1.ResourceFieldSelector{Resource: "limits.cpu"}})},
		{name: "bad resource", change: from(corev1.EnvVarSource{ResourceFieldRef: &corev1.ResourceFieldSelector{}}),
			want: field.ErrorList{field.Required(valueFrom.Child("resourceFieldRef", "resource"), "must be set")}},
		{name: "nameless config map without key", change: from(corev1.EnvVarSource{ConfigMapKeyRef: &corev1.ConfigMapKeySelector{}}),
			want: append(invalidAt(valueFrom.Child("configMapKeyRef", "name"), "", validation.IsDNS1123Subdomain("")),
				field.Required(valueFrom.Child("configMapKeyRef", "key"), "must be set"))},
		{name: "bad entry of a secret", change: from(corev1.EnvVarSource{SecretKeyRef: &corev1.SecretKeySelector{LocalObjectReference: reference("a"), Key: ".."}}),
			want: invalidAt(valueFrom.Child("secretKeyRef", "key"), "..", validation.IsConfigMapKey(".."))},
		{name: "no source", change: from(corev1.EnvVarSource{}), want: field.ErrorList{
			field.Invalid(valueFrom, "", "needs a source: fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef or fileKeyRef")}},
		{name: "two sources", change: from(twoSources), want: field.ErrorList{field.Invalid(valueFrom, "", "must have only one source")}},
		{name: "source and value", change: ofEnv(corev1.EnvVar{Name: "A", Value: "a", ValueFrom: &configMap}),
			want: field.ErrorList{field.Invalid(valueFrom, "", "must not be set together with value")}},
	})
}

func TestFileKeyRef(t *testing.T) {
	from := func(ref corev1.FileKeySelector, volumes ...corev1.Volume) func(*corev1.PodTemplateSpec) {
		return func(t *corev1.PodTemplateSpec) {
			t.Spec.Volumes = volumes
			t.Spec.Containers[0].Env = []corev1.EnvVar{{Name: "A", ValueFrom: &corev1.EnvVarSource{FileKeyRef: &ref}}}
		}
	}
	scratch := corev1.Volume{Name: "a", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}
	claim := corev1.Volume{Name: "b", VolumeSource: corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: "a"}}}
	path := at("containers[0].env[0].valueFrom.fileKeyRef")
	runRules(t, []ruleTest{
		{name: "valid", change: from(corev1.FileKeySelector{VolumeName: "a", Path: "a/b", Key: "A"}, scratch, claim)},
		{name: "nothing", change: from(corev1.FileKeySelector{}), want: field.ErrorList{
			field.Required(path.Child("key"), "must be set"),
			field.Required(path.Child("path"), "must be set"),
			field.Required(path.Child("volumeName"), "must be set"),
			field.NotFound(path.Child("volumeName"), ""),
		}},
		{name: "bad key and path", change: from(corev1.FileKeySelector{VolumeName: "a", Path: "../b", Key: "="}, scratch), want: append(
			invalidAt(path.Child("key"), "=", validation.IsRelaxedEnvVarName("=")),
			field.Invalid(path.Child("path"), "../b", "must not contain '..'"))},
		{name: "bad volume name", change: from(corev1.FileKeySelector{VolumeName: "A", Path: "a", Key: "A"}), want: append(
			invalidAt(path.Child("volumeName"), "A", validation.IsDNS1123Label("A")), field.NotFound(path.Child("volumeName"), "A"))},
		{name: "other volume", change: from(corev1.FileKeySelector{VolumeName: "b", Path: "a", Key: "A"}, scratch, claim),
			want: field.ErrorList{field.Invalid(path.Child("volumeName"), "b", "must be a volume of type emptyDir")}},
	})
}

func TestEnvFrom(t *testing.T) {
	from := func(source corev1.EnvFromSource) func(*corev1.PodTemplateSpec) {
		return ofMain(func(c *corev1.Container) { c.EnvFrom = []corev1.EnvFromSource{source} })
	}
	secret := &corev1.SecretEnvSource{LocalObjectReference: reference("a")}
	configMap := &corev1.ConfigMapEnvSource{LocalObjectReference: reference("a")}
	path := at("containers[0].envFrom")
	const either = "each element needs either configMapRef or secretRef"
	runRules(t, []ruleTest{
		{name: "secret", change: from(corev1.EnvFromSource{Prefix: "A_", SecretRef: secret})},
		{name: "config map", change: from(corev1.EnvFromSource{ConfigMapRef: configMap})},
		{name: "start of a name", change: from(corev1.EnvFromSource{ConfigMapRef: &corev1.ConfigMapEnvSource{LocalObjectReference: reference("a-")}})},
		{name: "nothing", change: from(corev1.EnvFromSource{}), want: field.ErrorList{field.Invalid(path, "", either)}},
		{name: "both", change: from(corev1.EnvFromSource{ConfigMapRef: configMap, SecretRef: secret}), want: field.ErrorList{field.Invalid(path, "", either)}},
		{name: "bad prefix", change: from(corev1.EnvFromSource{Prefix: "=", SecretRef: secret}),
			want: invalidAt(path.Index(0).Child("prefix"), "=", validation.IsRelaxedEnvVarName("="))},
		{name: "no name", change: from(corev1.EnvFromSource{SecretRef: &corev1.SecretEnvSource{}}),
			want: field.ErrorList{field.Required(path.Index(0).Child("secretRef", "name"), "must be set")}},
		{name: "bad name", change: from(corev1.EnvFromSource{ConfigMapRef: &corev1.ConfigMapEnvSource{LocalObjectReference: reference("A")}}),
			want: invalidAt(path.Index(0).Child("configMapRef", "name"), "A", validation.IsDNS1123Subdomain("A"))},
	})
}

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
			inVolume: field.ErrorList{field.Invalid(path.Child("fieldPath"), "metadata.name", "requires apiVersion v1")},
			inEnv:    field.ErrorList{field.Invalid(path.Child("fieldPath"), "metadata.name", "requires apiVersion v1")}},
		{name: "no such field", apiVersion: "v1", fieldPath: "spec.image",
			inVolume: field.ErrorList{field.Invalid(path.Child("fieldPath"), "spec.image", "isn't a field of pods that a reference can name")},
			inEnv:    field.ErrorList{field.Invalid(path.Child("fieldPath"), "spec.image", "isn't a field of pods that a reference can name")}},
		{name: "key of a field that has none", apiVersion: "v1", fieldPath: "metadata.name['a']",
			inVolume: field.ErrorList{field.Invalid(path.Child("fieldPath"), "metadata.name['a']",
				"can't have a key: only metadata.labels and metadata.annotations do")},
			inEnv: field.ErrorList{field.Invalid(path.Child("fieldPath"), "metadata.name['a']",
				"can't have a key: only metadata.labels and metadata.annotations do")}},
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

func TestResourceFieldRef(t *testing.T) {
	path := at("a.resourceFieldRef")
	const sizes = "must be one of 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei"
	for _, test := range []struct {
		name     string
		ref      corev1.ResourceFieldSelector
		inVolume field.ErrorList
		inEnv    field.ErrorList
	}{
		{name: "of another container", ref: corev1.ResourceFieldSelector{ContainerName: "a", Resource: "limits.cpu"}},
		{name: "of the container itself", ref: corev1.ResourceFieldSelector{Resource: "requests.memory"},
			inVolume: field.ErrorList{field.Required(path.Child("containerName"), "must be set: a volume belongs to no container")}},
		{name: "no resource", ref: corev1.ResourceFieldSelector{ContainerName: "a"},
			inVolume: field.ErrorList{field.Required(path.Child("resource"), "must be set")},
			inEnv:    field.ErrorList{field.Required(path.Child("resource"), "must be set")}},
		{name: "no such resource", ref: corev1.ResourceFieldSelector{ContainerName: "a", Resource: "cpu", Divisor: resource.MustParse("2")},
			inVolume: field.ErrorList{field.NotSupported(path.Child("resource"), "cpu", containerResources)},
			inEnv:    field.ErrorList{field.NotSupported(path.Child("resource"), "cpu", containerResources)}},
		{name: "huge pages", ref: corev1.ResourceFieldSelector{ContainerName: "a", Resource: "limits.hugepages-2Mi", Divisor: resource.MustParse("1Mi")}},
		{name: "cores in thousandths", ref: corev1.ResourceFieldSelector{ContainerName: "a", Resource: "limits.cpu", Divisor: resource.MustParse("1m")}},
		{name: "cores in thousands", ref: corev1.ResourceFieldSelector{ContainerName: "a", Resource: "limits.cpu", Divisor: resource.MustParse("1k")},
			inVolume: field.ErrorList{field.Invalid(path.Child("divisor"), "1k", "must be one of 1m, 1")},
			inEnv:    field.ErrorList{field.Invalid(path.Child("divisor"), "1k", "must be one of 1m, 1")}},
		{name: "bytes in thousands, written out", ref: corev1.ResourceFieldSelector{ContainerName: "a", Resource: "requests.ephemeral-storage", Divisor: resource.MustParse("1000")}},
		{name: "bytes in thousandths", ref: corev1.ResourceFieldSelector{ContainerName: "a", Resource: "limits.memory", Divisor: resource.MustParse("1m")},
			inVolume: field.ErrorList{field.Invalid(path.Child("divisor"), "1m", sizes)},
			inEnv:    field.ErrorList{field.Invalid(path.Child("divisor"), "1m", sizes)}},
		{name: "huge pages in pairs", ref: corev1.ResourceFieldSelector{ContainerName: "a", Resource: "requests.hugepages-a.cpu", Divisor: resource.MustParse("2")},
			inVolume: field.ErrorList{field.Invalid(path.Child("divisor"), "2", sizes)},
			inEnv:    field.ErrorList{field.Invalid(path.Child("divisor"), "2", sizes)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := fieldpath.From(path)
			var volume, env checker
			volume.resourceFieldRef(root, &test.ref, true)
			env.resourceFieldRef(root, &test.ref, false)
			compareErrors(t, test.inVolume, volume.errs)
			compareErrors(t, test.inEnv, env.errs)
		})
	}
}

// TestDivisorIsNotWritten lets the race detector see whether a rule writes to a quantity of the
// template, which caches its text.
func TestDivisorIsNotWritten(t *testing.T) {
	ref := &corev1.ResourceFieldSelector{Resource: "limits.cpu", Divisor: resource.MustParse("1m")}
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			var c checker
			c.resourceFieldRef(nil, ref, false)
		})
	}
	both.Wait()
}
