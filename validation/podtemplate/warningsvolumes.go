package podtemplate

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// oldVolumes are the kinds of volumes that are deprecated. field is what warnings of
// kube-apiserver call them, which is not always how they are written.
var oldVolumes = []struct {
	field  string
	used   func(*corev1.VolumeSource) bool
	advice string
}{
	{"photonPersistentDisk", func(s *corev1.VolumeSource) bool { return s.PhotonPersistentDisk != nil }, "is deprecated since 1.11 and has no effect since 1.16"},
	{"gitRepo", func(s *corev1.VolumeSource) bool { return s.GitRepo != nil }, "is deprecated since 1.11 and off since 1.33: use an init container that clones into an emptyDir"},
	{"scaleIO", func(s *corev1.VolumeSource) bool { return s.ScaleIO != nil }, "is deprecated since 1.16 and has no effect since 1.22"},
	{"flocker", func(s *corev1.VolumeSource) bool { return s.Flocker != nil }, "is deprecated since 1.22 and has no effect since 1.25"},
	{"storageOS", func(s *corev1.VolumeSource) bool { return s.StorageOS != nil }, "is deprecated since 1.22 and has no effect since 1.25"},
	{"quobyte", func(s *corev1.VolumeSource) bool { return s.Quobyte != nil }, "is deprecated since 1.22 and has no effect since 1.25"},
	{"glusterfs", func(s *corev1.VolumeSource) bool { return s.Glusterfs != nil }, "is deprecated since 1.25 and has no effect since 1.26"},
	{"cephfs", func(s *corev1.VolumeSource) bool { return s.CephFS != nil }, "is deprecated since 1.28 and has no effect since 1.31: use a CSI driver"},
	{"rbd", func(s *corev1.VolumeSource) bool { return s.RBD != nil }, "is deprecated since 1.28 and has no effect since 1.31: use a CSI driver"},
}

// volumes warns of the volumes of the pod at path.
func (w *warner) volumes(path *fieldpath.Path) {
	list := path.Child("volumes")
	for i := range w.spec.Volumes {
		volume := &w.spec.Volumes[i]
		element := list.Index(i)
		for _, old := range oldVolumes {
			if old.used(&volume.VolumeSource) {
				w.warn(element.Child(old.field), old.advice)
			}
		}
		if e := volume.Ephemeral; e != nil && e.VolumeClaimTemplate != nil {
			w.claimTemplate(element, &e.VolumeClaimTemplate.Spec)
		}
		w.files(volume)
	}
}

// claimTemplate warns of the claim that is made for the volume at path.
func (w *warner) claimTemplate(path *fieldpath.Path, claim *corev1.PersistentVolumeClaimSpec) {
	resources := path.Child("ephemeral").Child("volumeClaimTemplate").Child("spec").Child("resources")
	w.wholeBytes(resources.Child("requests"), claim.Resources.Requests, corev1.ResourceStorage)
	w.wholeBytes(resources.Child("limits"), claim.Resources.Limits, corev1.ResourceStorage)
}
