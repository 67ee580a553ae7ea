package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// volumeSource checks that the volume at path has one source, and that source. If it has
// several, all after the first are Forbidden, in the order below.
func (c *checker) volumeSource(path *fieldpath.Path, volume *corev1.Volume) {
	var one firstSource
	s := &volume.VolumeSource
	if p, ok := one.child(c, path, "emptyDir", s.EmptyDir != nil); ok {
		c.emptyDir(&p, s.EmptyDir)
	}
	if p, ok := one.child(c, path, "hostPath", s.HostPath != nil); ok {
		c.hostPath(&p, s.HostPath)
	}
	if p, ok := one.child(c, path, "gitRepo", s.GitRepo != nil); ok {
		c.gitRepo(&p, s.GitRepo)
	}
	if _, ok := one.child(c, path, "gcePersistentDisk", s.GCEPersistentDisk != nil); ok {
		p := path.Child("persistentDisk") // so called by kube-apiserver
		c.gcePersistentDisk(&p, s.GCEPersistentDisk)
	}
	if p, ok := one.child(c, path, "awsElasticBlockStore", s.AWSElasticBlockStore != nil); ok {
		c.awsElasticBlockStore(&p, s.AWSElasticBlockStore)
	}
	if p, ok := one.child(c, path, "secret", s.Secret != nil); ok {
		c.secretVolume(&p, s.Secret)
	}
	if p, ok := one.child(c, path, "nfs", s.NFS != nil); ok {
		c.nfs(&p, s.NFS)
	}
	if p, ok := one.child(c, path, "iscsi", s.ISCSI != nil); ok {
		c.iscsi(&p, s.ISCSI)
	}
	if p, ok := one.child(c, path, "glusterfs", s.Glusterfs != nil); ok {
		c.glusterfs(&p, s.Glusterfs)
	}
	if p, ok := one.child(c, path, "flocker", s.Flocker != nil); ok {
		c.flocker(&p, s.Flocker)
	}
	if p, ok := one.child(c, path, "persistentVolumeClaim", s.PersistentVolumeClaim != nil); ok {
		c.required(&p, "claimName", s.PersistentVolumeClaim.ClaimName)
	}
	if p, ok := one.child(c, path, "rbd", s.RBD != nil); ok {
		c.rbd(&p, s.RBD)
	}
	if p, ok := one.child(c, path, "cinder", s.Cinder != nil); ok {
		c.cinder(&p, s.Cinder)
	}
	if _, ok := one.child(c, path, "cephFS", s.CephFS != nil); ok {
		p := path.Child("cephfs") // kube-apiserver writes it both ways
		c.cephfs(&p, s.CephFS)
	}
	if p, ok := one.child(c, path, "quobyte", s.Quobyte != nil); ok {
		c.quobyte(&p, s.Quobyte)
	}
	if _, ok := one.child(c, path, "downwarAPI", s.DownwardAPI != nil); ok { // as kube-apiserver spells it here
		p := path.Child("downwardAPI")
		c.downwardAPIVolume(&p, s.DownwardAPI)
	}
	if p, ok := one.child(c, path, "fc", s.FC != nil); ok {
		c.fc(&p, s.FC)
	}
	if p, ok := one.child(c, path, "flexVolume", s.FlexVolume != nil); ok {
		c.flexVolume(&p, s.FlexVolume)
	}
	if p, ok := one.child(c, path, "configMap", s.ConfigMap != nil); ok {
		c.configMapVolume(&p, s.ConfigMap)
	}
	if p, ok := one.child(c, path, "azureFile", s.AzureFile != nil); ok {
		c.azureFile(&p, s.AzureFile)
	}
	if p, ok := one.child(c, path, "vsphereVolume", s.VsphereVolume != nil); ok {
		c.required(&p, "volumePath", s.VsphereVolume.VolumePath)
	}
	if p, ok := one.child(c, path, "photonPersistentDisk", s.PhotonPersistentDisk != nil); ok {
		c.required(&p, "pdID", s.PhotonPersistentDisk.PdID)
	}
	if p, ok := one.child(c, path, "portworxVolume", s.PortworxVolume != nil); ok {
		c.required(&p, "volumeID", s.PortworxVolume.VolumeID)
	}
	if p, ok := one.child(c, path, "azureDisk", s.AzureDisk != nil); ok {
		c.azureDisk(&p, s.AzureDisk)
	}
	if p, ok := one.child(c, path, "storageos", s.StorageOS != nil); ok {
		c.storageos(&p, s.StorageOS)
	}
	if p, ok := one.child(c, path, "projected", s.Projected != nil); ok {
		c.projected(&p, s.Projected)
	}
	if p, ok := one.child(c, path, "scaleIO", s.ScaleIO != nil); ok {
		c.scaleIO(&p, s.ScaleIO)
	}
	if p, ok := one.child(c, path, "csi", s.CSI != nil); ok {
		c.csi(&p, s.CSI)
	}
	if p, ok := one.child(c, path, "ephemeral", s.Ephemeral != nil); ok {
		c.ephemeralVolume(&p, s.Ephemeral)
	}
	if p, ok := one.child(c, path, "image", s.Image != nil); ok {
		c.imageVolume(&p, s.Image)
	}
	if !one.found {
		c.add(field.Required(path.Field(), "must have a source, like emptyDir or persistentVolumeClaim"))
	}
	c.iscsiVolumeName(path, volume)
}

// firstSource finds the first source of a volume that is set, and forbids the others.
type firstSource struct {
	found bool
}

// child returns the path of the field called name, a child of path, if it is set, and is the
// first that is.
func (f *firstSource) child(c *checker, path *fieldpath.Path, name string, set bool) (fieldpath.Path, bool) {
	if !set {
		return fieldpath.Path{}, false
	}
	if f.found {
		c.add(field.Forbidden(path.Field(name), "may not be set: the volume has another source already"))
		return fieldpath.Path{}, false
	}
	f.found = true
	return path.Child(name), true
}
