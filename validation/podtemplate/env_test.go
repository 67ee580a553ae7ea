package podtemplate

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
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
			field.Invalid(valueFrom, "", "must have a source: fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef or fileKeyRef")}},
		{name: "two sources", change: from(twoSources), want: field.ErrorList{field.Invalid(valueFrom, "", "must have only one source")}},
		{name: "source and value", change: ofEnv(corev1.EnvVar{Name: "A", Value: "a", ValueFrom: &configMap}),
			want: field.ErrorList{field.Invalid(valueFrom, "", "must not be given together with a value")}},
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
	const either = "each must have either configMapRef or secretRef"
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
