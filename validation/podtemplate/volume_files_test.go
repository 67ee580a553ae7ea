package podtemplate

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

const (
	badFilePath = "must be relative, must not contain '..' and must not begin with '..'"
	badFileMode = "must be between 0 and 0777 (octal), which is 511 (decimal)"
)

func TestSecretVolume(t *testing.T) {
	runRules(t, []ruleTest{
		{name: "whole", change: volume(corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: "a"}})},
		{name: "one key", change: volume(corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{
			SecretName: "a", DefaultMode: new(int32(0)), Items: []corev1.KeyToPath{{Key: "a", Path: "a/b", Mode: new(int32(0o777))}}}})},
		{name: "all wrong", change: volume(corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{
			DefaultMode: new(int32(0o1000)), Items: []corev1.KeyToPath{{Mode: new(int32(-1))}, {Key: "a", Path: "../a"}}}}),
			want: field.ErrorList{
				field.Required(inVolume("secret.secretName"), "must be set"),
				field.Invalid(inVolume("secret.defaultMode"), int32(0o1000), badFileMode),
				field.Required(inVolume("secret.items[0].key"), "must be set"),
				field.Required(inVolume("secret.items[0].path"), "must be set"),
				field.Invalid(inVolume("secret.items[0].mode"), int32(-1), badFileMode),
				field.Invalid(inVolume("secret.items[1].path"), "../a", badFilePath),
			}},
		{name: "two keys to one path are left to the kubelet", change: volume(corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{
			SecretName: "a", Items: []corev1.KeyToPath{{Key: "a", Path: "a"}, {Key: "b", Path: "a"}}}})},
	})
}

func TestConfigMapVolume(t *testing.T) {
	runRules(t, []ruleTest{
		{name: "whole", change: volume(corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{
			LocalObjectReference: corev1.LocalObjectReference{Name: "a"}}})},
		{name: "all wrong", change: volume(corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{
			DefaultMode: new(int32(-1)), Items: []corev1.KeyToPath{{Key: "a", Path: "/a"}}}}),
			want: field.ErrorList{
				field.Required(inVolume("configMap.name"), "must be set"),
				field.Invalid(inVolume("configMap.defaultMode"), int32(-1), badFileMode),
				field.Invalid(inVolume("configMap.items[0].path"), "/a", badFilePath),
			}},
	})
}

func TestDownwardAPIVolume(t *testing.T) {
	name := &corev1.ObjectFieldSelector{APIVersion: "v1", FieldPath: "metadata.name"}
	cpu := &corev1.ResourceFieldSelector{ContainerName: "main", Resource: "limits.cpu"}
	items := func(list ...corev1.DownwardAPIVolumeFile) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{DownwardAPI: &corev1.DownwardAPIVolumeSource{Items: list}})
	}
	runRules(t, []ruleTest{
		{name: "nothing", change: items()},
		{name: "a field and a resource", change: items(
			corev1.DownwardAPIVolumeFile{Path: "a", FieldRef: name, Mode: new(int32(0))},
			corev1.DownwardAPIVolumeFile{Path: "b", ResourceFieldRef: cpu})},
		{name: "default mode", change: volume(corev1.VolumeSource{DownwardAPI: &corev1.DownwardAPIVolumeSource{DefaultMode: new(int32(-1))}}),
			want: field.ErrorList{field.Invalid(inVolume("downwardAPI.defaultMode"), int32(-1), badFileMode)}},
		{name: "neither", change: items(corev1.DownwardAPIVolumeFile{Path: "a"}),
			want: field.ErrorList{field.Required(inVolume("downwardAPI"), "each item needs fieldRef or resourceFieldRef")}},
		{name: "both", change: items(corev1.DownwardAPIVolumeFile{Path: "a", FieldRef: name, ResourceFieldRef: cpu}),
			want: field.ErrorList{field.Invalid(inVolume("downwardAPI"), "a", "must not have both fieldRef and resourceFieldRef")}},
		{name: "no path and bad mode", change: items(corev1.DownwardAPIVolumeFile{FieldRef: name, Mode: new(int32(0o1000))}),
			want: field.ErrorList{
				field.Required(inVolume("downwardAPI.path"), "must be set"),
				field.Invalid(inVolume("downwardAPI.mode"), int32(0o1000), badFileMode),
			}},
		{name: "path outside", change: items(corev1.DownwardAPIVolumeFile{Path: "..a", FieldRef: name}),
			want: field.ErrorList{field.Invalid(inVolume("downwardAPI.path"), "..a", badFilePath)}},
		{name: "bad references", change: items(
			corev1.DownwardAPIVolumeFile{Path: "a", FieldRef: &corev1.ObjectFieldSelector{APIVersion: "v1"}},
			corev1.DownwardAPIVolumeFile{Path: "b", ResourceFieldRef: &corev1.ResourceFieldSelector{ContainerName: "main"}}),
			want: field.ErrorList{
				field.Required(inVolume("downwardAPI.fieldRef.fieldPath"), "must be set"),
				field.Required(inVolume("downwardAPI.resourceFieldRef.resource"), "must be set"),
			}},
	})
}

func TestHostPath(t *testing.T) {
	source := func(path string, kind *corev1.HostPathType) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: path, Type: kind}})
	}
	runRules(t, []ruleTest{
		{name: "of any kind", change: source("/a", nil)},
		{name: "a socket", change: source("/a/..b", new(corev1.HostPathSocket))},
		{name: "relative", change: source("a", new(corev1.HostPathUnset))},
		{name: "no path", change: source("", new(corev1.HostPathType("Pipe"))),
			want: field.ErrorList{field.Required(inVolume("hostPath.path"), "must be set")}},
		{name: "backstep and no such type", change: source("/a/../b", new(corev1.HostPathType("Pipe"))),
			want: field.ErrorList{
				field.Invalid(inVolume("hostPath.path"), "/a/../b", "must not contain '..'"),
				field.NotSupported(inVolume("hostPath.type"), corev1.HostPathType("Pipe"), hostPathTypes),
			}},
	})
}

func TestEmptyDir(t *testing.T) {
	source := func(size string) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{SizeLimit: new(resource.MustParse(size)), Mode: new(int32(-1))}})
	}
	runRules(t, []ruleTest{
		{name: "size", change: source("1Gi")},
		{name: "no size", change: source("0")},
		{name: "negative size", change: source("-1"),
			want: field.ErrorList{field.Forbidden(inVolume("emptyDir.sizeLimit"), "must not be negative")}},
	})
}

func TestImageVolume(t *testing.T) {
	source := func(reference string, policy corev1.PullPolicy) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{Image: &corev1.ImageVolumeSource{Reference: reference, PullPolicy: policy}})
	}
	runRules(t, []ruleTest{
		{name: "image", change: source("a", corev1.PullNever)},
		{name: "nothing set", change: source("", ""),
			want: field.ErrorList{
				field.Required(inVolume("image.reference"), "must be set"),
				field.Required(inVolume("image.pullPolicy"), "must be Always, IfNotPresent or Never"),
			}},
		{name: "no such policy", change: source("a", "Sometimes"),
			want: field.ErrorList{field.NotSupported(inVolume("image.pullPolicy"), corev1.PullPolicy("Sometimes"), pullPolicies)}},
	})
	runUpdates(t, []updateTest{
		{name: "of a template without reference", old: source("", corev1.PullAlways), update: source("", corev1.PullNever)},
		{name: "of a template with reference", old: source("a", corev1.PullAlways), update: source("", corev1.PullAlways),
			want: field.ErrorList{field.Required(inVolume("image.reference"), "must be set")}},
	})
}

func TestHasBackstep(t *testing.T) {
	for path, want := range map[string]bool{
		"": false, "a": false, "/": false, "...": false, "..a": false, "a..": false, "a/..b": false, `..\a`: false,
		"..": true, "/..": true, "../a": true, "a/..": true, "a/../b": true, "a//..": true,
	} {
		if got := hasBackstep(path); got != want {
			t.Errorf("%q: got %t", path, got)
		}
	}
}
