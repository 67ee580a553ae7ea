package warnings

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// deprecatedVolumes are the deprecated kinds of volumes. name is the name of the field in
// kube-apiserver's warnings, which isn't always that in the API.
var deprecatedVolumes = []struct {
	name   string
	isSet  func(*corev1.VolumeSource) bool
	advice string
}{
	{"photonPersistentDisk", func(s *corev1.VolumeSource) bool { return s.PhotonPersistentDisk != nil }, "is deprecated since 1.11 and has no effect in 1.16 and later"},
	{"gitRepo", func(s *corev1.VolumeSource) bool { return s.GitRepo != nil }, "is deprecated since 1.11 and disabled in 1.33 and later: use an init container that clones into an emptyDir"},
	{"scaleIO", func(s *corev1.VolumeSource) bool { return s.ScaleIO != nil }, "is deprecated since 1.16 and has no effect in 1.22 and later"},
	{"flocker", func(s *corev1.VolumeSource) bool { return s.Flocker != nil }, "is deprecated since 1.22 and has no effect in 1.25 and later"},
	{"storageOS", func(s *corev1.VolumeSource) bool { return s.StorageOS != nil }, "is deprecated since 1.22 and has no effect in 1.25 and later"},
	{"quobyte", func(s *corev1.VolumeSource) bool { return s.Quobyte != nil }, "is deprecated since 1.22 and has no effect in 1.25 and later"},
	{"glusterfs", func(s *corev1.VolumeSource) bool { return s.Glusterfs != nil }, "is deprecated since 1.25 and has no effect in 1.26 and later"},
	{"cephfs", func(s *corev1.VolumeSource) bool { return s.CephFS != nil }, "is deprecated since 1.28 and has no effect in 1.31 and later: use a CSI driver"},
	{"rbd", func(s *corev1.VolumeSource) bool { return s.RBD != nil }, "is deprecated since 1.28 and has no effect in 1.31 and later: use a CSI driver"},
}

// volumes warns about the volumes of the pod at path.
func (w *warner) volumes(path *fieldpath.Path) {
	for i := range w.spec.Volumes {
		volume, element := &w.spec.Volumes[i], path.Child("volumes").Index(i)
		for _, kind := range deprecatedVolumes {
			if kind.isSet(&volume.VolumeSource) {
				w.warn(element.Child(kind.name), kind.advice)
			}
		}
		if e := volume.Ephemeral; e != nil && e.VolumeClaimTemplate != nil {
			resources := element.Child("ephemeral").Child("volumeClaimTemplate").Child("spec").Child("resources")
			claim := &e.VolumeClaimTemplate.Spec.Resources
			w.wholeBytes(resources.Child("requests"), claim.Requests, corev1.ResourceStorage)
			w.wholeBytes(resources.Child("limits"), claim.Limits, corev1.ResourceStorage)
		}
		w.files(volume)
	}
}
