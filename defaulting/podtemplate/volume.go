package podtemplate

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/defaulting/internal/unset"
)

func setVolume(v *corev1.Volume) {
	if v.VolumeSource == (corev1.VolumeSource{}) {
		v.EmptyDir = &corev1.EmptyDirVolumeSource{}
		return
	}
	if v.HostPath != nil {
		unset.Pointer(&v.HostPath.Type, corev1.HostPathUnset)
	}
	if v.Secret != nil {
		unset.Pointer(&v.Secret.DefaultMode, corev1.SecretVolumeSourceDefaultMode)
	}
	if v.ConfigMap != nil {
		unset.Pointer(&v.ConfigMap.DefaultMode, corev1.ConfigMapVolumeSourceDefaultMode)
	}
	if v.DownwardAPI != nil {
		unset.Pointer(&v.DownwardAPI.DefaultMode, corev1.DownwardAPIVolumeSourceDefaultMode)
		setDownwardAPI(v.DownwardAPI.Items)
	}
	if v.Projected != nil {
		setProjected(v.Projected)
	}
	if v.Ephemeral != nil && v.Ephemeral.VolumeClaimTemplate != nil {
		claim := &v.Ephemeral.VolumeClaimTemplate.Spec
		unset.Pointer(&claim.VolumeMode, corev1.PersistentVolumeFilesystem)
		roundUp(&claim.Resources.Limits)
		roundUp(&claim.Resources.Requests)
	}
	if v.Image != nil && v.Image.PullPolicy == "" {
		v.Image.PullPolicy = pullPolicy(v.Image.Reference)
	}
	setInTreePlugin(v)
}

func setProjected(p *corev1.ProjectedVolumeSource) {
	const hour = 60 * 60
	unset.Pointer(&p.DefaultMode, corev1.ProjectedVolumeSourceDefaultMode)
	for i := range p.Sources {
		source := &p.Sources[i]
		if source.DownwardAPI != nil {
			setDownwardAPI(source.DownwardAPI.Items)
		}
		if source.ServiceAccountToken != nil {
			unset.Pointer(&source.ServiceAccountToken.ExpirationSeconds, hour)
		}
	}
}

func setDownwardAPI(files []corev1.DownwardAPIVolumeFile) {
	for i := range files {
		setFieldRef(files[i].FieldRef)
	}
}

// setInTreePlugin sets the defaults of storage systems that Kubernetes once had built in.
func setInTreePlugin(v *corev1.Volume) {
	if v.ISCSI != nil {
		unset.Value(&v.ISCSI.ISCSIInterface, "default")
	}
	if v.RBD != nil {
		unset.Value(&v.RBD.RBDPool, "rbd")
		unset.Value(&v.RBD.RadosUser, "admin")
		unset.Value(&v.RBD.Keyring, "/etc/ceph/keyring")
	}
	if v.AzureDisk != nil {
		unset.Pointer(&v.AzureDisk.CachingMode, corev1.AzureDataDiskCachingReadWrite)
		unset.Pointer(&v.AzureDisk.FSType, "ext4")
		unset.Pointer(&v.AzureDisk.ReadOnly, false)
		unset.Pointer(&v.AzureDisk.Kind, corev1.AzureSharedBlobDisk)
	}
	if v.ScaleIO != nil {
		unset.Value(&v.ScaleIO.StorageMode, "ThinProvisioned")
		unset.Value(&v.ScaleIO.FSType, "xfs")
	}
}
