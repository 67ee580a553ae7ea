package podtemplate

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func TestCSI(t *testing.T) {
	source := func(driver string, secret *corev1.LocalObjectReference) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{CSI: &corev1.CSIVolumeSource{Driver: driver, NodePublishSecretRef: secret}})
	}
	long := strings.Repeat("a", 64)
	runRules(t, []ruleTest{
		{name: "driver in any case", change: source("Example.com", &corev1.LocalObjectReference{Name: "a.b"})},
		{name: "nothing given", change: source("", &corev1.LocalObjectReference{}),
			want: field.ErrorList{
				field.Required(inVolume("csi.driver"), "must be set"),
				field.Required(inVolume("csi.nodePublishSecretRef.name"), "must be set"),
			}},
		{name: "bad names", change: source("-", &corev1.LocalObjectReference{Name: "-"}),
			want: field.ErrorList{
				field.Invalid(inVolume("csi.driver"), "-", notASubdomain),
				field.Invalid(inVolume("csi.name"), "-", notASubdomain),
			}},
		{name: "driver too long", change: source(long, nil),
			want: field.ErrorList{field.TooLong(inVolume("csi.driver"), "", 63)}},
	})
}

func TestFlexVolume(t *testing.T) {
	source := func(driver string, options ...string) func(*corev1.PodTemplateSpec) {
		m := map[string]string{}
		for _, option := range options {
			m[option] = ""
		}
		return volume(corev1.VolumeSource{FlexVolume: &corev1.FlexVolumeSource{Driver: driver, Options: m}})
	}
	const reserved = "must not have a prefix of kubernetes.io or k8s.io: they are reserved"
	path := inVolume("flexVolume.options")
	runRules(t, []ruleTest{
		{name: "options", change: source("a", "a", "notk8s.io/a", "k8s.io.example.com/a", "a/k8s.io")},
		{name: "no driver", change: source(""),
			want: field.ErrorList{field.Required(inVolume("flexVolume.driver"), "must be set")}},
		{name: "reserved options", change: source("a", "k8s.io", "A.Kubernetes.io/a/b"),
			want: field.ErrorList{
				field.Invalid(path.Key("k8s.io"), "k8s.io", reserved),
				field.Invalid(path.Key("A.Kubernetes.io/a/b"), "A.Kubernetes.io/a/b", reserved),
			}},
	})
}

func TestFlocker(t *testing.T) {
	source := func(name, uuid string) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{Flocker: &corev1.FlockerVolumeSource{DatasetName: name, DatasetUUID: uuid}})
	}
	runRules(t, []ruleTest{
		{name: "name", change: source("a", "")},
		{name: "UUID", change: source("", "a/b")},
		{name: "nothing given", change: source("", ""),
			want: field.ErrorList{field.Required(inVolume("flocker"), "must have datasetName or datasetUUID")}},
		{name: "both, with a slash", change: source("a/b", "a"),
			want: field.ErrorList{
				field.Invalid(inVolume("flocker"), "a", "must not have both datasetName and datasetUUID"),
				field.Invalid(inVolume("flocker.datasetName"), "a/b", "must not contain '/'"),
			}},
	})
}

func TestStorageOS(t *testing.T) {
	source := func(name, namespace string, secret *corev1.LocalObjectReference) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{StorageOS: &corev1.StorageOSVolumeSource{
			VolumeName: name, VolumeNamespace: namespace, SecretRef: secret}})
	}
	runRules(t, []ruleTest{
		{name: "name and namespace", change: source("a", "a", &corev1.LocalObjectReference{Name: "a"})},
		{name: "nothing given", change: source("", "", &corev1.LocalObjectReference{}),
			want: field.ErrorList{
				field.Required(inVolume("storageos.volumeName"), "must be set"),
				field.Required(inVolume("storageos.secretRef.name"), "must be set"),
			}},
		{name: "bad names", change: source("-", "-", nil),
			want: field.ErrorList{
				field.Invalid(inVolume("storageos.volumeName"), "-", notALabel),
				field.Invalid(inVolume("storageos.volumeNamespace"), "-", notALabel),
			}},
	})
}

func TestGitRepo(t *testing.T) {
	source := func(repository, directory string) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{GitRepo: &corev1.GitRepoVolumeSource{Repository: repository, Directory: directory}})
	}
	path := inVolume("gitRepo.directory")
	runRules(t, []ruleTest{
		{name: "into the volume itself", change: source("a", "")},
		{name: "into a directory that starts with dots", change: source("a", "..a/b")},
		{name: "no repository", change: source("", "."),
			want: field.ErrorList{field.Required(inVolume("gitRepo.repository"), "must be set")}},
		{name: "absolute", change: source("a", "/a"),
			want: field.ErrorList{field.Invalid(path, "/a", "must be relative: it is a path in the volume")}},
		{name: "out of the volume", change: source("a", "a/../.."),
			want: field.ErrorList{field.Invalid(path, "a/../..", "must not contain '..'")}},
	})
}
