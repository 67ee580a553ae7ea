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

// volumeMounts checks the volume mounts of a container. As in kube-apiserver, the paths of some
// fields have no index.
func (c *checker) volumeMounts(path *fieldpath.Path, container *corev1.Container) {
	var mountPaths smallset.Set[string]
	devices := devicePathsOf(container.VolumeDevices)
	for i := range container.VolumeMounts {
		mount := &container.VolumeMounts[i]
		p := path.Index(i)

		c.required(p, "name", mount.Name)
		if c.volume(mount.Name) == nil {
			c.add(field.NotFound(p.Field("name"), mount.Name))
		}
		if devices.hasVolume(mount.Name) {
			c.add(field.Invalid(p.Field("name"), mount.Name, "must not also be in volumeDevices"))
		}

		c.required(p, "mountPath", mount.MountPath)
		if !mountPaths.Insert(mount.MountPath) {
			c.add(field.Invalid(p.Field("mountPath"), mount.MountPath, "must be unique: another mount has the same path"))
		}
		if devices.hasPath(mount.MountPath) {
			c.add(field.Invalid(p.Field("mountPath"), mount.MountPath, "must not also be a devicePath in volumeDevices"))
		}

		if mount.SubPath != "" {
			c.localPath(path.Child("subPath"), mount.SubPath)
		}
		if mount.SubPathExpr != "" {
			if mount.SubPath != "" {
				c.add(field.Invalid(p.Field("subPathExpr"), mount.SubPathExpr, "must not be set together with subPath"))
			}
			c.localPath(path.Child("subPathExpr"), mount.SubPathExpr)
		}

		c.mountPropagation(path, mount.MountPropagation, isPrivileged(container))
		c.recursiveReadOnly(path, mount)
		if len(mount.BindMountOptions) > 0 && !c.ignoresDropped {
			c.bindMountOptions(p.Child("bindMountOptions"), mount)
		}
	}
}

func isPrivileged(container *corev1.Container) bool {
	context := container.SecurityContext
	return context != nil && context.Privileged != nil && *context.Privileged
}

// mountPropagation checks whether mounts pass between node and container. path is that of the list
// of mounts.
func (c *checker) mountPropagation(path *fieldpath.Path, propagation *corev1.MountPropagationMode, privileged bool) {
	if propagation == nil {
		return
	}
	p := path.Child("mountPropagation")
	c.add(enum.Validate(p, *propagation, mountPropagations)...)
	if *propagation == corev1.MountPropagationBidirectional && !privileged {
		c.add(field.Forbidden(p.Field(), "Bidirectional requires a privileged container"))
	}
}

// recursiveReadOnly checks whether mounts below a read-only volume are read-only, too. path is that
// of the list of mounts.
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
		c.add(field.Forbidden(p.Field(), "requires readOnly: true"))
	}
	if propagation := mount.MountPropagation; propagation != nil && *propagation != corev1.MountPropagationNone {
		c.add(field.Forbidden(p.Field(), "requires mountPropagation to be None or unset"))
	}
}

// volumeDevices checks the block devices of a container.
func (c *checker) volumeDevices(path *fieldpath.Path, container *corev1.Container) {
	if len(container.VolumeDevices) == 0 {
		return
	}
	var volumes, devicePaths smallset.Set[string]
	mounts := mountPathsOf(container.VolumeMounts)
	for i := range container.VolumeDevices {
		device := &container.VolumeDevices[i]
		p := path.Index(i)

		c.required(p, "name", device.Name)
		if volume := c.volume(device.Name); volume == nil {
			c.add(field.NotFound(p.Field("name"), device.Name))
		} else if volume.PersistentVolumeClaim == nil && volume.Ephemeral == nil {
			c.add(field.Invalid(p.Field("name"), device.Name, "must name a persistentVolumeClaim or ephemeral volume"))
		}
		if device.Name != "" && !volumes.Insert(device.Name) {
			c.add(field.Invalid(p.Field("name"), device.Name, "must be unique: another device uses the same volume"))
		}
		if mounts.hasVolume(device.Name) {
			c.add(field.Invalid(p.Field("name"), device.Name, "must not also be in volumeMounts"))
		}

		c.required(p, "devicePath", device.DevicePath)
		if hasBackstep(device.DevicePath) {
			c.add(field.Invalid(p.Field("devicePath"), device.DevicePath, "must not contain '..'"))
		} else if !devicePaths.Insert(device.DevicePath) {
			c.add(field.Invalid(p.Field("devicePath"), device.DevicePath, "must be unique: another device has the same path"))
		}
		if mounts.hasPath(device.DevicePath) {
			c.add(field.Invalid(p.Field("devicePath"), device.DevicePath, "must not also be a mountPath in volumeMounts"))
		}
	}
}

// volumePaths holds volumes and their paths in a container. The zero value is empty.
type volumePaths struct {
	pathOf map[string]string
	paths  map[string]struct{}
}

func (p *volumePaths) put(volume, path string) {
	if p.pathOf == nil {
		p.pathOf = map[string]string{}
	}
	p.pathOf[volume] = path
}

func (p *volumePaths) hasVolume(volume string) bool {
	_, ok := p.pathOf[volume]
	return ok
}

// hasPath reports whether path is the path of a volume. As in kube-apiserver, only the last path
// of a volume counts.
func (p *volumePaths) hasPath(path string) bool {
	if len(p.pathOf) > 0 && p.paths == nil {
		p.paths = make(map[string]struct{}, len(p.pathOf))
		for _, used := range p.pathOf {
			p.paths[used] = struct{}{}
		}
	}
	_, ok := p.paths[path]
	return ok
}

func devicePathsOf(devices []corev1.VolumeDevice) (p volumePaths) {
	for i := range devices {
		p.put(devices[i].Name, devices[i].DevicePath)
	}
	return p
}

func mountPathsOf(mounts []corev1.VolumeMount) (p volumePaths) {
	for i := range mounts {
		p.put(mounts[i].Name, mounts[i].MountPath)
	}
	return p
}
