package podtemplate

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/internal/enum"
)

// awsElasticBlockStore checks an AWS disk.
func (c *checker) awsElasticBlockStore(path *fieldpath.Path, s *corev1.AWSElasticBlockStoreVolumeSource) {
	c.required(path, "volumeID", s.VolumeID)
	c.partition(path, s.Partition)
}

// gcePersistentDisk checks a Google Cloud disk.
func (c *checker) gcePersistentDisk(path *fieldpath.Path, s *corev1.GCEPersistentDiskVolumeSource) {
	c.required(path, "pdName", s.PDName)
	c.partition(path, s.Partition)
}

const maxPartition = 255

// partition checks the field partition below path. 0 is the whole disk.
func (c *checker) partition(path *fieldpath.Path, partition int32) {
	if partition < 0 || partition > maxPartition {
		c.add(field.Invalid(path.Field("partition"), partition, validation.InclusiveRangeError(0, maxPartition)))
	}
}

// azureFile checks an Azure file share.
func (c *checker) azureFile(path *fieldpath.Path, s *corev1.AzureFileVolumeSource) {
	c.required(path, "secretName", s.SecretName)
	c.required(path, "shareName", s.ShareName)
}

var (
	azureCachingModes = []corev1.AzureDataDiskCachingMode{
		corev1.AzureDataDiskCachingNone,
		corev1.AzureDataDiskCachingReadOnly,
		corev1.AzureDataDiskCachingReadWrite,
	}
	azureDiskKinds = []corev1.AzureDataDiskKind{
		corev1.AzureDedicatedBlobDisk,
		corev1.AzureManagedDisk,
		corev1.AzureSharedBlobDisk,
	}
	azureManagedDiskURIs = []string{
		"/subscriptions/{subscription}/resourcegroups/{group}/providers/microsoft.compute/disks/{disk}",
	}
	azureBlobDiskURIs = []string{"https://{account}.blob.core.windows.net/{container}/{disk}.vhd"}
)

// azureDisk checks an Azure disk, which is either a managed resource or a file.
func (c *checker) azureDisk(path *fieldpath.Path, s *corev1.AzureDiskVolumeSource) {
	c.required(path, "diskName", s.DiskName)
	c.required(path, "diskURI", s.DataDiskURI)
	if s.CachingMode != nil {
		c.add(enum.Validate(path.Child("cachingMode"), *s.CachingMode, azureCachingModes)...)
	}
	if s.Kind == nil {
		return
	}
	uri := path.Child("diskURI")
	c.add(enum.Validate(path.Child("kind"), *s.Kind, azureDiskKinds)...)
	switch managed := *s.Kind == corev1.AzureManagedDisk; {
	case managed && !strings.HasPrefix(s.DataDiskURI, "/subscriptions/"):
		c.add(field.NotSupported(uri.Field(), s.DataDiskURI, azureManagedDiskURIs))
	case !managed && !strings.HasPrefix(s.DataDiskURI, "https://"):
		c.add(field.NotSupported(uri.Field(), s.DataDiskURI, azureBlobDiskURIs))
	}
}

// cinder checks an OpenStack disk.
func (c *checker) cinder(path *fieldpath.Path, s *corev1.CinderVolumeSource) {
	c.required(path, "volumeID", s.VolumeID)
	c.secretRef(path, s.SecretRef)
}

// scaleIO checks a ScaleIO volume.
func (c *checker) scaleIO(path *fieldpath.Path, s *corev1.ScaleIOVolumeSource) {
	c.required(path, "gateway", s.Gateway)
	c.required(path, "system", s.System)
	c.required(path, "volumeName", s.VolumeName)
}

// secretRef checks the optional field secretRef below path.
func (c *checker) secretRef(path *fieldpath.Path, ref *corev1.LocalObjectReference) {
	if ref != nil {
		c.required(path.Child("secretRef"), "name", ref.Name)
	}
}

// maxCSIDriver is the length of the longest name of a CSI driver.
const maxCSIDriver = 63

// csi checks a volume that a CSI driver provides.
func (c *checker) csi(path *fieldpath.Path, s *corev1.CSIVolumeSource) {
	c.required(path, "driver", s.Driver)
	if s.Driver != "" || c.features.Minor() < 35 { // which has two errors for an empty name
		c.invalid(path.Child("driver"), s.Driver, names.DNS1123Subdomain(strings.ToLower(s.Driver)))
	}
	if len(s.Driver) > maxCSIDriver {
		c.add(field.TooLong(path.Field("driver"), s.Driver, maxCSIDriver))
	}
	ref := s.NodePublishSecretRef
	switch {
	case ref == nil:
	case ref.Name == "":
		c.add(field.Required(path.Field("nodePublishSecretRef", "name"), "must be set"))
	default:
		c.invalid(path.Child("name"), ref.Name, names.DNS1123Subdomain(ref.Name))
	}
}

// flexVolume checks a volume of a driver that is installed on the nodes.
func (c *checker) flexVolume(path *fieldpath.Path, s *corev1.FlexVolumeSource) {
	c.required(path, "driver", s.Driver)
	options := path.Child("options")
	start := len(c.errs)
	for key := range s.Options {
		if isReservedOption(key) {
			c.add(field.Invalid(options.Key(key).Field(), key, "must not have the reserved prefix kubernetes.io or k8s.io"))
		}
	}
	c.sort(start)
}

// isReservedOption reports whether the option is reserved for the kubelet.
func isReservedOption(key string) bool {
	prefix, _, _ := strings.Cut(key, "/")
	prefix = strings.ToLower(prefix)
	for _, reserved := range [...]string{"kubernetes.io", "k8s.io"} {
		if rest, ok := strings.CutSuffix(prefix, reserved); ok && (rest == "" || strings.HasSuffix(rest, ".")) {
			return true
		}
	}
	return false
}

// flocker checks a Flocker dataset, which has either a name or a UUID.
func (c *checker) flocker(path *fieldpath.Path, s *corev1.FlockerVolumeSource) {
	switch name, uuid := s.DatasetName != "", s.DatasetUUID != ""; {
	case !name && !uuid:
		c.add(field.Required(path.Field(), "needs datasetName or datasetUUID"))
	case name && uuid:
		c.add(field.Invalid(path.Field(), s.DatasetUUID, "must not have both datasetName and datasetUUID"))
	}
	if strings.Contains(s.DatasetName, "/") {
		c.add(field.Invalid(path.Field("datasetName"), s.DatasetName, "must not contain '/'"))
	}
}

// storageos checks a StorageOS volume.
func (c *checker) storageos(path *fieldpath.Path, s *corev1.StorageOSVolumeSource) {
	c.required(path, "volumeName", s.VolumeName)
	c.dnsLabel(path, "volumeName", s.VolumeName)
	c.dnsLabel(path, "volumeNamespace", s.VolumeNamespace)
	c.secretRef(path, s.SecretRef)
}

// gitRepo checks a clone of a git repository.
func (c *checker) gitRepo(path *fieldpath.Path, s *corev1.GitRepoVolumeSource) {
	c.required(path, "repository", s.Repository)
	c.localPath(path.Child("directory"), s.Directory)
}
