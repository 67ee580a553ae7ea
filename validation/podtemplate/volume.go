package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// volumes checks the volumes and keeps the valid ones, for references to them.
func (c *checker) volumes(path *fieldpath.Path, list []corev1.Volume) {
	for i := range list {
		volume, before := &list[i], len(c.errs)
		p := path.Index(i)
		c.volumeSource(p, volume)
		c.required(p, "name", volume.Name)
		c.dnsLabel(p, "name", volume.Name)
		if c.volume(volume.Name) != nil {
			c.add(field.Duplicate(p.Field("name"), volume.Name))
		}
		if len(c.errs) == before {
			c.validVolumes.put(volume)
		}
	}
}

// volume returns the valid volume called name, or nil. As in kube-apiserver, a reference to an
// invalid volume is an error.
func (c *checker) volume(name string) *corev1.Volume {
	return c.validVolumes.get(name)
}

// volumesByName holds volumes by their names. It allocates only for more than eight volumes, which
// it keeps in a map.
type volumesByName struct {
	few  [8]*corev1.Volume
	n    int
	many map[string]*corev1.Volume
}

// put adds a volume. Its name must be new.
func (v *volumesByName) put(volume *corev1.Volume) {
	switch {
	case v.many != nil:
		v.many[volume.Name] = volume
	case v.n < len(v.few):
		v.few[v.n] = volume
		v.n++
	default:
		v.many = make(map[string]*corev1.Volume, 2*len(v.few))
		for _, known := range append(v.few[:], volume) {
			v.many[known.Name] = known
		}
	}
}

// get returns the volume called name, or nil.
func (v *volumesByName) get(name string) *corev1.Volume {
	if v.many != nil {
		return v.many[name]
	}
	for _, volume := range v.few[:v.n] {
		if volume.Name == name {
			return volume
		}
	}
	return nil
}

// volumeSource checks that the volume at path has exactly one source, and checks that source. If
// there are several, it checks the first, in the order below, and forbids the others.
//
// kube-apiserver writes some names in two ways: one in the path of the Forbidden error, the first
// argument below, and one in the paths of other errors.
func (c *checker) volumeSource(path *fieldpath.Path, volume *corev1.Volume) {
	var one singleSource
	s := &volume.VolumeSource
	if one.takes(c, path, "emptyDir", s.EmptyDir != nil) {
		c.emptyDir(path.Child("emptyDir"), s.EmptyDir)
	}
	if one.takes(c, path, "hostPath", s.HostPath != nil) {
		c.hostPath(path.Child("hostPath"), s.HostPath)
	}
	if one.takes(c, path, "gitRepo", s.GitRepo != nil) {
		c.gitRepo(path.Child("gitRepo"), s.GitRepo)
	}
	if one.takes(c, path, "gcePersistentDisk", s.GCEPersistentDisk != nil) {
		c.gcePersistentDisk(path.Child("persistentDisk"), s.GCEPersistentDisk)
	}
	if one.takes(c, path, "awsElasticBlockStore", s.AWSElasticBlockStore != nil) {
		c.awsElasticBlockStore(path.Child("awsElasticBlockStore"), s.AWSElasticBlockStore)
	}
	if one.takes(c, path, "secret", s.Secret != nil) {
		c.secretVolume(path.Child("secret"), s.Secret)
	}
	if one.takes(c, path, "nfs", s.NFS != nil) {
		c.nfs(path.Child("nfs"), s.NFS)
	}
	if one.takes(c, path, "iscsi", s.ISCSI != nil) {
		c.iscsi(path.Child("iscsi"), s.ISCSI)
	}
	if one.takes(c, path, "glusterfs", s.Glusterfs != nil) {
		c.glusterfs(path.Child("glusterfs"), s.Glusterfs)
	}
	if one.takes(c, path, "flocker", s.Flocker != nil) {
		c.flocker(path.Child("flocker"), s.Flocker)
	}
	if one.takes(c, path, "persistentVolumeClaim", s.PersistentVolumeClaim != nil) {
		c.required(path.Child("persistentVolumeClaim"), "claimName", s.PersistentVolumeClaim.ClaimName)
	}
	if one.takes(c, path, "rbd", s.RBD != nil) {
		c.rbd(path.Child("rbd"), s.RBD)
	}
	if one.takes(c, path, "cinder", s.Cinder != nil) {
		c.cinder(path.Child("cinder"), s.Cinder)
	}
	if one.takes(c, path, "cephFS", s.CephFS != nil) {
		c.cephfs(path.Child("cephfs"), s.CephFS)
	}
	if one.takes(c, path, "quobyte", s.Quobyte != nil) {
		c.quobyte(path.Child("quobyte"), s.Quobyte)
	}
	if one.takes(c, path, "downwarAPI", s.DownwardAPI != nil) { // sic
		c.downwardAPIVolume(path.Child("downwardAPI"), s.DownwardAPI)
	}
	if one.takes(c, path, "fc", s.FC != nil) {
		c.fc(path.Child("fc"), s.FC)
	}
	if one.takes(c, path, "flexVolume", s.FlexVolume != nil) {
		c.flexVolume(path.Child("flexVolume"), s.FlexVolume)
	}
	if one.takes(c, path, "configMap", s.ConfigMap != nil) {
		c.configMapVolume(path.Child("configMap"), s.ConfigMap)
	}
	if one.takes(c, path, "azureFile", s.AzureFile != nil) {
		c.azureFile(path.Child("azureFile"), s.AzureFile)
	}
	if one.takes(c, path, "vsphereVolume", s.VsphereVolume != nil) {
		c.required(path.Child("vsphereVolume"), "volumePath", s.VsphereVolume.VolumePath)
	}
	if one.takes(c, path, "photonPersistentDisk", s.PhotonPersistentDisk != nil) {
		c.required(path.Child("photonPersistentDisk"), "pdID", s.PhotonPersistentDisk.PdID)
	}
	if one.takes(c, path, "portworxVolume", s.PortworxVolume != nil) {
		c.required(path.Child("portworxVolume"), "volumeID", s.PortworxVolume.VolumeID)
	}
	if one.takes(c, path, "azureDisk", s.AzureDisk != nil) {
		c.azureDisk(path.Child("azureDisk"), s.AzureDisk)
	}
	if one.takes(c, path, "storageos", s.StorageOS != nil) {
		c.storageos(path.Child("storageos"), s.StorageOS)
	}
	if one.takes(c, path, "projected", s.Projected != nil) {
		c.projected(path.Child("projected"), s.Projected)
	}
	if one.takes(c, path, "scaleIO", s.ScaleIO != nil) {
		c.scaleIO(path.Child("scaleIO"), s.ScaleIO)
	}
	if one.takes(c, path, "csi", s.CSI != nil) {
		c.csi(path.Child("csi"), s.CSI)
	}
	if one.takes(c, path, "ephemeral", s.Ephemeral != nil) {
		c.ephemeralVolume(path.Child("ephemeral"), s.Ephemeral)
	}
	if one.takes(c, path, "image", s.Image != nil) {
		c.imageVolume(path.Child("image"), s.Image)
	}
	if !one.found {
		c.add(field.Required(path.Field(), "needs a source, such as emptyDir or persistentVolumeClaim"))
	}
	c.iscsiVolumeName(path, volume)
}

// singleSource lets a volume have only one source.
type singleSource struct {
	found bool
}

// takes reports whether the source called name, a child of path, is set and the first one. It
// records an error if another source is set, too.
func (one *singleSource) takes(c *checker, path *fieldpath.Path, name string, set bool) bool {
	if !set {
		return false
	}
	if one.found {
		c.add(field.Forbidden(path.Field(name), "must not be set: the volume already has another source"))
		return false
	}
	one.found = true
	return true
}
