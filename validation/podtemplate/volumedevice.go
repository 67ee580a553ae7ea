package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

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
