package podtemplate

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// ofVolumes adds the volumes scratch and claim to a validTemplate and changes its container. claim
// can be a block device.
func ofVolumes(change func(*corev1.Container)) func(*corev1.PodTemplateSpec) {
	return func(t *corev1.PodTemplateSpec) {
		t.Spec.Volumes = []corev1.Volume{
			{Name: "scratch", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}},
			{Name: "claim", VolumeSource: corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: "a"}}},
		}
		change(&t.Spec.Containers[0])
	}
}

func TestVolumeMounts(t *testing.T) {
	mounts := func(list ...corev1.VolumeMount) func(*corev1.PodTemplateSpec) {
		return ofVolumes(func(c *corev1.Container) { c.VolumeMounts = list })
	}
	path := at("containers[0].volumeMounts")
	bidirectional := corev1.VolumeMount{Name: "scratch", MountPath: "/a", MountPropagation: new(corev1.MountPropagationBidirectional)}
	readOnly := func(mode corev1.RecursiveReadOnlyMode, change func(*corev1.VolumeMount)) func(*corev1.PodTemplateSpec) {
		mount := corev1.VolumeMount{Name: "scratch", MountPath: "/a", ReadOnly: true, RecursiveReadOnly: &mode}
		change(&mount)
		return mounts(mount)
	}
	same := func(*corev1.VolumeMount) {}

	runRules(t, []ruleTest{
		{name: "two of a volume", change: mounts(corev1.VolumeMount{Name: "scratch", MountPath: "/a", SubPath: "a/..b"},
			corev1.VolumeMount{Name: "scratch", MountPath: "b", SubPathExpr: "$(A)"})},
		{name: "nothing", change: mounts(corev1.VolumeMount{}), want: field.ErrorList{
			field.Required(path.Index(0).Child("name"), "must be set"),
			field.NotFound(path.Index(0).Child("name"), ""),
			field.Required(path.Index(0).Child("mountPath"), "must be set"),
		}},
		{name: "same path", change: mounts(corev1.VolumeMount{Name: "scratch", MountPath: "/a"}, corev1.VolumeMount{Name: "claim", MountPath: "/a"}),
			want: field.ErrorList{field.Invalid(path.Index(1).Child("mountPath"), "/a", "must be unique: another mount has the same path")}},
		{name: "absolute paths in a volume", change: mounts(corev1.VolumeMount{Name: "scratch", MountPath: "/a", SubPath: "/a"},
			corev1.VolumeMount{Name: "scratch", MountPath: "/b", SubPathExpr: "/a"}), want: field.ErrorList{
			field.Invalid(path.Child("subPath"), "/a", "must be relative to the volume"),
			field.Invalid(path.Child("subPathExpr"), "/a", "must be relative to the volume"),
		}},
		{name: "path out of a volume", change: mounts(corev1.VolumeMount{Name: "scratch", MountPath: "/a", SubPath: "a/.."}),
			want: field.ErrorList{field.Invalid(path.Child("subPath"), "a/..", "must not contain '..'")}},
		{name: "two paths in a volume", change: mounts(corev1.VolumeMount{Name: "scratch", MountPath: "/a", SubPath: "a", SubPathExpr: "b"}),
			want: field.ErrorList{field.Invalid(path.Index(0).Child("subPathExpr"), "b", "must not be set together with subPath")}},

		{name: "propagation", change: mounts(corev1.VolumeMount{Name: "scratch", MountPath: "/a", MountPropagation: new(corev1.MountPropagationHostToContainer)})},
		{name: "unknown propagation", change: mounts(corev1.VolumeMount{Name: "scratch", MountPath: "/a", MountPropagation: new(corev1.MountPropagationMode("none"))}),
			want: field.ErrorList{field.NotSupported(path.Child("mountPropagation"), corev1.MountPropagationMode("none"), mountPropagations)}},
		{name: "propagation to the host", change: mounts(bidirectional), want: field.ErrorList{
			field.Forbidden(path.Child("mountPropagation"), "Bidirectional requires a privileged container")}},
		{name: "propagation to the host by a privileged container", change: ofVolumes(func(c *corev1.Container) {
			c.VolumeMounts = []corev1.VolumeMount{bidirectional}
			c.SecurityContext = &corev1.SecurityContext{Privileged: new(true)}
		})},

		{name: "recursively read-only", change: readOnly(corev1.RecursiveReadOnlyEnabled, func(m *corev1.VolumeMount) { m.MountPropagation = new(corev1.MountPropagationNone) })},
		{name: "not recursively", change: readOnly(corev1.RecursiveReadOnlyDisabled, func(m *corev1.VolumeMount) { m.ReadOnly = false })},
		{name: "unknown recursion", change: readOnly("", same),
			want: field.ErrorList{field.NotSupported(path.Child("recursiveReadOnly"), corev1.RecursiveReadOnlyMode(""), recursiveReadOnlyModes)}},
		{name: "recursively, but not read-only", change: readOnly(corev1.RecursiveReadOnlyIfPossible, func(m *corev1.VolumeMount) { m.ReadOnly = false }),
			want: field.ErrorList{field.Forbidden(path.Child("recursiveReadOnly"), "requires readOnly: true")}},
		{name: "recursively with propagation", change: readOnly(corev1.RecursiveReadOnlyEnabled,
			func(m *corev1.VolumeMount) { m.MountPropagation = new(corev1.MountPropagationHostToContainer) }),
			want: field.ErrorList{field.Forbidden(path.Child("recursiveReadOnly"), "requires mountPropagation to be None or unset")}},
	})
}

func TestVolumeDevices(t *testing.T) {
	devices := func(list ...corev1.VolumeDevice) func(*corev1.PodTemplateSpec) {
		return ofVolumes(func(c *corev1.Container) { c.VolumeDevices = list })
	}
	path := at("containers[0].volumeDevices")
	runRules(t, []ruleTest{
		{name: "claim", change: devices(corev1.VolumeDevice{Name: "claim", DevicePath: "/dev/a"})},
		{name: "nothing", change: devices(corev1.VolumeDevice{}), want: field.ErrorList{
			field.Required(path.Index(0).Child("name"), "must be set"),
			field.NotFound(path.Index(0).Child("name"), ""),
			field.Required(path.Index(0).Child("devicePath"), "must be set"),
		}},
		{name: "no claim", change: devices(corev1.VolumeDevice{Name: "scratch", DevicePath: "/dev/a"}),
			want: field.ErrorList{field.Invalid(path.Index(0).Child("name"), "scratch", "must name a persistentVolumeClaim or ephemeral volume")}},
		{name: "same twice", change: devices(corev1.VolumeDevice{Name: "claim", DevicePath: "/a"}, corev1.VolumeDevice{Name: "claim", DevicePath: "/a"}), want: field.ErrorList{
			field.Invalid(path.Index(1).Child("name"), "claim", "must be unique: another device uses the same volume"),
			field.Invalid(path.Index(1).Child("devicePath"), "/a", "must be unique: another device has the same path"),
		}},
		{name: "path with backstep", change: devices(corev1.VolumeDevice{Name: "claim", DevicePath: "/dev/../a"}),
			want: field.ErrorList{field.Invalid(path.Index(0).Child("devicePath"), "/dev/../a", "must not contain '..'")}},
		{name: "also mounted", change: ofVolumes(func(c *corev1.Container) {
			c.VolumeMounts = []corev1.VolumeMount{{Name: "claim", MountPath: "/a"}}
			c.VolumeDevices = []corev1.VolumeDevice{{Name: "claim", DevicePath: "/a"}}
		}), want: field.ErrorList{
			field.Invalid(at("containers[0].volumeMounts[0].name"), "claim", "must not also be in volumeDevices"),
			field.Invalid(at("containers[0].volumeMounts[0].mountPath"), "/a", "must not also be a devicePath in volumeDevices"),
			field.Invalid(path.Index(0).Child("name"), "claim", "must not also be in volumeMounts"),
			field.Invalid(path.Index(0).Child("devicePath"), "/a", "must not also be a mountPath in volumeMounts"),
		}},
	})
}
