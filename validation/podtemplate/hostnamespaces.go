package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/containers"
)

// ownUsers reports whether the pod has a user namespace of its own: a root user in it is none
// on the host.
func (c *checker) ownUsers() bool {
	return hasOwnUsers(c.spec)
}

func hasOwnUsers(spec *corev1.PodSpec) bool {
	return spec.HostUsers != nil && !*spec.HostUsers
}

// hostNamespaces checks which kernel namespaces the pod at path shares with the host.
func (c *checker) hostNamespaces(path *fieldpath.Path) {
	if share := c.spec.ShareProcessNamespace; share != nil && *share && c.spec.HostPID {
		c.add(field.Invalid(path.Field("shareProcessNamespace"), true, "contradicts hostPID: true"))
	}
	if !c.ownUsers() {
		return
	}
	const advice = "may not be true with hostUsers: false"
	if c.spec.HostNetwork && !c.old.hostNetworkOwnUsers {
		c.add(field.Forbidden(path.Field("hostNetwork"), advice))
	}
	// The API server spells these two so.
	if c.spec.HostPID {
		c.add(field.Forbidden(path.Field("HostPID"), advice))
	}
	if c.spec.HostIPC {
		c.add(field.Forbidden(path.Field("HostIPC"), advice))
	}
}

// volumeDevicesOfUsers checks the block devices of the container at path: their owners cannot
// be mapped into the pod's own user namespace.
func (c *checker) volumeDevicesOfUsers(path *fieldpath.Path, container *corev1.Container) {
	if len(container.VolumeDevices) > 0 && c.ownUsers() && !c.old.volumeDevicesOwnUsers {
		c.add(field.Forbidden(path.Field("volumeDevices"), "may not be used with hostUsers: false"))
	}
}

// givesVolumeDevicesToOwnUsers reports whether a pod has both block devices and its own user
// namespace.
func givesVolumeDevicesToOwnUsers(spec *corev1.PodSpec) bool {
	if !hasOwnUsers(spec) {
		return false
	}
	for i := range containers.Count(spec) {
		if len(containers.At(spec, i).VolumeDevices) > 0 {
			return true
		}
	}
	return false
}
