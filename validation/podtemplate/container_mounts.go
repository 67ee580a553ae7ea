package podtemplate

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/enum"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

var (
	mountPropagations = []corev1.MountPropagationMode{
		corev1.MountPropagationBidirectional,
		corev1.MountPropagationHostToContainer,
		corev1.MountPropagationNone,
	}
	recursiveReadOnlyModes = []corev1.RecursiveReadOnlyMode{
		corev1.RecursiveReadOnlyDisabled,
		corev1.RecursiveReadOnlyEnabled,
		corev1.RecursiveReadOnlyIfPossible,
	}
)

// volumeMounts checks where a container has its volumes. As in kube-apiserver, the errors of
// some fields do not say which mount they are about. The options of bind mounts are not
// checked: kube-apiserver drops them unless the feature gate VolumeBindMountOptions is on.
func (c *checker) volumeMounts(path *fieldpath.Path, container *corev1.Container) {
	var mountPaths smallset.Set[string]
	devices := devicePlaces(container.VolumeDevices)
	for i := range container.VolumeMounts {
		mount := &container.VolumeMounts[i]
		p := path.Index(i)

		c.required(p, "name", mount.Name)
		if c.volume(mount.Name) == nil {
			c.add(field.NotFound(p.Field("name"), mount.Name))
		}
		if devices.hasVolume(mount.Name) {
			c.add(field.Invalid(p.Field("name"), mount.Name, "must not be a volume of volumeDevices too"))
		}

		c.required(p, "mountPath", mount.MountPath)
		if !mountPaths.Insert(mount.MountPath) {
			c.add(field.Invalid(p.Field("mountPath"), mount.MountPath, "must not be the path of another mount"))
		}
		if devices.hasPath(mount.MountPath) {
			c.add(field.Invalid(p.Field("mountPath"), mount.MountPath, "must not be a path of volumeDevices too"))
		}

		if mount.SubPath != "" {
			c.localPath(path.Child("subPath"), mount.SubPath)
		}
		if mount.SubPathExpr != "" {
			if mount.SubPath != "" {
				c.add(field.Invalid(p.Field("subPathExpr"), mount.SubPathExpr, "must not be given together with subPath"))
			}
			c.localPath(path.Child("subPathExpr"), mount.SubPathExpr)
		}

		c.mountPropagation(path, mount.MountPropagation, isPrivileged(container))
		c.recursiveReadOnly(path, mount)
	}
}

func isPrivileged(container *corev1.Container) bool {
	context := container.SecurityContext
	return context != nil && context.Privileged != nil && *context.Privileged
}

// mountPropagation checks whether mounts below a volume pass between node and container. path
// is that of the list of mounts.
func (c *checker) mountPropagation(path *fieldpath.Path, propagation *corev1.MountPropagationMode, privileged bool) {
	if propagation == nil {
		return
	}
	p := path.Child("mountPropagation")
	c.add(enum.Validate(p, *propagation, mountPropagations)...)
	if *propagation == corev1.MountPropagationBidirectional && !privileged {
		c.add(field.Forbidden(p.Field(), "Bidirectional needs a privileged container: what it mounts appears on the node"))
	}
}

// recursiveReadOnly checks whether the mounts below a read-only volume are read-only, too.
// path is that of the list of mounts.
func (c *checker) recursiveReadOnly(path *fieldpath.Path, mount *corev1.VolumeMount) {
	mode := mount.RecursiveReadOnly
	if mode == nil || *mode == corev1.RecursiveReadOnlyDisabled {
		return
	}
	p := path.Child("recursiveReadOnly")
	if !slices.Contains(recursiveReadOnlyModes, *mode) {
		c.add(field.NotSupported(p.Field(), *mode, recursiveReadOnlyModes))
		return
	}
	if !mount.ReadOnly {
		c.add(field.Forbidden(p.Field(), "needs readOnly: true"))
	}
	if propagation := mount.MountPropagation; propagation != nil && *propagation != corev1.MountPropagationNone {
		c.add(field.Forbidden(p.Field(), "needs mountPropagation None, or not given"))
	}
}

// volumeDevices checks the volumes that a container has as block devices.
func (c *checker) volumeDevices(path *fieldpath.Path, container *corev1.Container) {
	if len(container.VolumeDevices) == 0 {
		return
	}
	var volumes, devicePaths smallset.Set[string]
	mounts := mountPlaces(container.VolumeMounts)
	for i := range container.VolumeDevices {
		device := &container.VolumeDevices[i]
		p := path.Index(i)

		c.required(p, "name", device.Name)
		if volume := c.volume(device.Name); volume == nil {
			c.add(field.NotFound(p.Field("name"), device.Name))
		} else if volume.PersistentVolumeClaim == nil && volume.Ephemeral == nil {
			c.add(field.Invalid(p.Field("name"), device.Name, "must be a volume of type persistentVolumeClaim or ephemeral"))
		}
		if device.Name != "" && !volumes.Insert(device.Name) {
			c.add(field.Invalid(p.Field("name"), device.Name, "must not be the volume of another device"))
		}
		if mounts.hasVolume(device.Name) {
			c.add(field.Invalid(p.Field("name"), device.Name, "must not be a volume of volumeMounts too"))
		}

		c.required(p, "devicePath", device.DevicePath)
		if hasBackstep(device.DevicePath) {
			c.add(field.Invalid(p.Field("devicePath"), device.DevicePath, "must not contain '..'"))
		} else if !devicePaths.Insert(device.DevicePath) {
			c.add(field.Invalid(p.Field("devicePath"), device.DevicePath, "must not be the path of another device"))
		}
		if mounts.hasPath(device.DevicePath) {
			c.add(field.Invalid(p.Field("devicePath"), device.DevicePath, "must not be a path of volumeMounts too"))
		}
	}
}

// places are volumes and their paths in a container. The zero value has none.
type places struct {
	pathOf map[string]string
	paths  map[string]struct{}
}

func (p *places) put(volume, path string) {
	if p.pathOf == nil {
		p.pathOf = map[string]string{}
	}
	p.pathOf[volume] = path
}

func (p *places) hasVolume(volume string) bool {
	_, ok := p.pathOf[volume]
	return ok
}

// hasPath reports whether path is in use. Of several paths of a volume only the last counts,
// as in kube-apiserver.
func (p *places) hasPath(path string) bool {
	if len(p.pathOf) > 0 && p.paths == nil {
		p.paths = make(map[string]struct{}, len(p.pathOf))
		for _, used := range p.pathOf {
			p.paths[used] = struct{}{}
		}
	}
	_, ok := p.paths[path]
	return ok
}

func devicePlaces(devices []corev1.VolumeDevice) (p places) {
	for i := range devices {
		p.put(devices[i].Name, devices[i].DevicePath)
	}
	return p
}

func mountPlaces(mounts []corev1.VolumeMount) (p places) {
	for i := range mounts {
		p.put(mounts[i].Name, mounts[i].MountPath)
	}
	return p
}
