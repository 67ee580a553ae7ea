package podtemplate

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func TestCSI(t *testing.T) {
	source := func(driver string, secret *corev1.LocalObjectReference) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{CSI: &corev1.CSIVolumeSource{Driver: driver, NodePublishSecretRef: secret}})
	}
	long := strings.Repeat("a", 64)
	runRules(t, []ruleTest{
		{name: "driver in any case", change: source("Example.com", &corev1.LocalObjectReference{Name: "a.b"})},
		{name: "nothing set", change: source("", &corev1.LocalObjectReference{}),
			want: field.ErrorList{
				field.Required(inVolume("csi.driver"), "must be set"),
				field.Required(inVolume("csi.nodePublishSecretRef.name"), "must be set"),
			}},
		{name: "bad names", change: source("-", &corev1.LocalObjectReference{Name: "-"}),
			want: field.ErrorList{
				field.Invalid(inVolume("csi.driver"), "-", notASubdomain),
				field.Invalid(inVolume("csi.name"), "-", notASubdomain),
			}},
		{name: "driver too long", change: source(long, nil),
			want: field.ErrorList{field.TooLong(inVolume("csi.driver"), "", 63)}},
	})
}

func TestFlexVolume(t *testing.T) {
	source := func(driver string, options ...string) func(*corev1.PodTemplateSpec) {
		m := map[string]string{}
		for _, option := range options {
			m[option] = ""
		}
		return volume(corev1.VolumeSource{FlexVolume: &corev1.FlexVolumeSource{Driver: driver, Options: m}})
	}
	const reserved = "must not have the reserved prefix kubernetes.io or k8s.io"
	path := inVolume("flexVolume.options")
	runRules(t, []ruleTest{
		{name: "options", change: source("a", "a", "notk8s.io/a", "k8s.io.example.com/a", "a/k8s.io")},
		{name: "no driver", change: source(""),
			want: field.ErrorList{field.Required(inVolume("flexVolume.driver"), "must be set")}},
		{name: "reserved options", change: source("a", "k8s.io", "A.Kubernetes.io/a/b"),
			want: field.ErrorList{
				field.Invalid(path.Key("k8s.io"), "k8s.io", reserved),
				field.Invalid(path.Key("A.Kubernetes.io/a/b"), "A.Kubernetes.io/a/b", reserved),
			}},
	})
}

func TestFlocker(t *testing.T) {
	source := func(name, uuid string) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{Flocker: &corev1.FlockerVolumeSource{DatasetName: name, DatasetUUID: uuid}})
	}
	runRules(t, []ruleTest{
		{name: "name", change: source("a", "")},
		{name: "UUID", change: source("", "a/b")},
		{name: "nothing set", change: source("", ""),
			want: field.ErrorList{field.Required(inVolume("flocker"), "needs datasetName or datasetUUID")}},
		{name: "both, with a slash", change: source("a/b", "a"),
			want: field.ErrorList{
				field.Invalid(inVolume("flocker"), "a", "must not have both datasetName and datasetUUID"),
				field.Invalid(inVolume("flocker.datasetName"), "a/b", "must not contain '/'"),
			}},
	})
}

func TestStorageOS(t *testing.T) {
	source := func(name, namespace string, secret *corev1.LocalObjectReference) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{StorageOS: &corev1.StorageOSVolumeSource{
			VolumeName: name, VolumeNamespace: namespace, SecretRef: secret}})
	}
	runRules(t, []ruleTest{
		{name: "name and namespace", change: source("a", "a", &corev1.LocalObjectReference{Name: "a"})},
		{name: "nothing set", change: source("", "", &corev1.LocalObjectReference{}),
			want: field.ErrorList{
				field.Required(inVolume("storageos.volumeName"), "must be set"),
				field.Required(inVolume("storageos.secretRef.name"), "must be set"),
			}},
		{name: "bad names", change: source("-", "-", nil),
			want: field.ErrorList{
				field.Invalid(inVolume("storageos.volumeName"), "-", notALabel),
				field.Invalid(inVolume("storageos.volumeNamespace"), "-", notALabel),
			}},
	})
}

func TestGitRepo(t *testing.T) {
	source := func(repository, directory string) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{GitRepo: &corev1.GitRepoVolumeSource{Repository: repository, Directory: directory}})
	}
	path := inVolume("gitRepo.directory")
	runRules(t, []ruleTest{
		{name: "into the volume itself", change: source("a", "")},
		{name: "into a directory that starts with dots", change: source("a", "..a/b")},
		{name: "no repository", change: source("", "."),
			want: field.ErrorList{field.Required(inVolume("gitRepo.repository"), "must be set")}},
		{name: "absolute", change: source("a", "/a"),
			want: field.ErrorList{field.Invalid(path, "/a", "must be relative to the volume")}},
		{name: "out of the volume", change: source("a", "a/../.."),
			want: field.ErrorList{field.Invalid(path, "a/../..", "must not contain '..'")}},
	})
}

func TestCloudDisks(t *testing.T) {
	const partition = "must be between 0 and 255, inclusive"
	runRules(t, []ruleTest{
		{name: "AWS", change: volume(corev1.VolumeSource{AWSElasticBlockStore: &corev1.AWSElasticBlockStoreVolumeSource{VolumeID: "a", Partition: 255}})},
		{name: "AWS, all wrong", change: volume(corev1.VolumeSource{AWSElasticBlockStore: &corev1.AWSElasticBlockStoreVolumeSource{Partition: 256}}),
			want: field.ErrorList{
				field.Required(inVolume("awsElasticBlockStore.volumeID"), "must be set"),
				field.Invalid(inVolume("awsElasticBlockStore.partition"), int32(256), partition),
			}},
		{name: "Google", change: volume(corev1.VolumeSource{GCEPersistentDisk: &corev1.GCEPersistentDiskVolumeSource{PDName: "a"}})},
		{name: "Google, all wrong", change: volume(corev1.VolumeSource{GCEPersistentDisk: &corev1.GCEPersistentDiskVolumeSource{Partition: -1}}),
			want: field.ErrorList{
				field.Required(inVolume("persistentDisk.pdName"), "must be set"),
				field.Invalid(inVolume("persistentDisk.partition"), int32(-1), partition),
			}},
		{name: "OpenStack", change: volume(corev1.VolumeSource{Cinder: &corev1.CinderVolumeSource{VolumeID: "a", SecretRef: &corev1.LocalObjectReference{Name: "a"}}})},
		{name: "OpenStack, nothing set", change: volume(corev1.VolumeSource{Cinder: &corev1.CinderVolumeSource{SecretRef: &corev1.LocalObjectReference{}}}),
			want: field.ErrorList{
				field.Required(inVolume("cinder.volumeID"), "must be set"),
				field.Required(inVolume("cinder.secretRef.name"), "must be set"),
			}},
		{name: "vSphere", change: volume(corev1.VolumeSource{VsphereVolume: &corev1.VsphereVirtualDiskVolumeSource{VolumePath: "a"}})},
		{name: "vSphere, nothing set", change: volume(corev1.VolumeSource{VsphereVolume: &corev1.VsphereVirtualDiskVolumeSource{}}),
			want: field.ErrorList{field.Required(inVolume("vsphereVolume.volumePath"), "must be set")}},
		{name: "Photon", change: volume(corev1.VolumeSource{PhotonPersistentDisk: &corev1.PhotonPersistentDiskVolumeSource{PdID: "a"}})},
		{name: "Photon, nothing set", change: volume(corev1.VolumeSource{PhotonPersistentDisk: &corev1.PhotonPersistentDiskVolumeSource{}}),
			want: field.ErrorList{field.Required(inVolume("photonPersistentDisk.pdID"), "must be set")}},
		{name: "Portworx", change: volume(corev1.VolumeSource{PortworxVolume: &corev1.PortworxVolumeSource{VolumeID: "a"}})},
		{name: "Portworx, nothing set", change: volume(corev1.VolumeSource{PortworxVolume: &corev1.PortworxVolumeSource{}}),
			want: field.ErrorList{field.Required(inVolume("portworxVolume.volumeID"), "must be set")}},
		{name: "ScaleIO", change: volume(corev1.VolumeSource{ScaleIO: &corev1.ScaleIOVolumeSource{Gateway: "a", System: "a", VolumeName: "a"}})},
		{name: "ScaleIO, nothing set", change: volume(corev1.VolumeSource{ScaleIO: &corev1.ScaleIOVolumeSource{}}),
			want: field.ErrorList{
				field.Required(inVolume("scaleIO.gateway"), "must be set"),
				field.Required(inVolume("scaleIO.system"), "must be set"),
				field.Required(inVolume("scaleIO.volumeName"), "must be set"),
			}},
		{name: "a claim", change: volume(corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: "Any Name"}})},
		{name: "a claim, nothing set", change: volume(corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{}}),
			want: field.ErrorList{field.Required(inVolume("persistentVolumeClaim.claimName"), "must be set")}},
	})
}

func TestAzureFile(t *testing.T) {
	runRules(t, []ruleTest{
		{name: "share", change: volume(corev1.VolumeSource{AzureFile: &corev1.AzureFileVolumeSource{SecretName: "a", ShareName: "a"}})},
		{name: "nothing set", change: volume(corev1.VolumeSource{AzureFile: &corev1.AzureFileVolumeSource{}}),
			want: field.ErrorList{
				field.Required(inVolume("azureFile.secretName"), "must be set"),
				field.Required(inVolume("azureFile.shareName"), "must be set"),
			}},
	})
}

func TestAzureDisk(t *testing.T) {
	disk := func(kind corev1.AzureDataDiskKind, uri string) func(*corev1.PodTemplateSpec) {
		return volume(corev1.VolumeSource{AzureDisk: &corev1.AzureDiskVolumeSource{DiskName: "a", DataDiskURI: uri, Kind: &kind}})
	}
	uri := inVolume("azureDisk.diskURI")
	runRules(t, []ruleTest{
		{name: "managed", change: disk(corev1.AzureManagedDisk, "/subscriptions/a")},
		{name: "shared", change: disk(corev1.AzureSharedBlobDisk, "https://a")},
		{name: "dedicated", change: disk(corev1.AzureDedicatedBlobDisk, "https://a")},
		{name: "nothing set", change: volume(corev1.VolumeSource{AzureDisk: &corev1.AzureDiskVolumeSource{}}),
			want: field.ErrorList{
				field.Required(inVolume("azureDisk.diskName"), "must be set"),
				field.Required(uri, "must be set"),
			}},
		{name: "managed, at an address", change: disk(corev1.AzureManagedDisk, "https://a"),
			want: field.ErrorList{field.NotSupported(uri, "https://a", azureManagedDiskURIs)}},
		{name: "shared, without address", change: disk(corev1.AzureSharedBlobDisk, "/subscriptions/a"),
			want: field.ErrorList{field.NotSupported(uri, "/subscriptions/a", azureBlobDiskURIs)}},
		{name: "no such kind", change: disk("Hired", "https://a"),
			want: field.ErrorList{field.NotSupported(inVolume("azureDisk.kind"), corev1.AzureDataDiskKind("Hired"), azureDiskKinds)}},
		{name: "no such caching", change: volume(corev1.VolumeSource{AzureDisk: &corev1.AzureDiskVolumeSource{
			DiskName: "a", DataDiskURI: "a", CachingMode: new(corev1.AzureDataDiskCachingMode("Never"))}}),
			want: field.ErrorList{field.NotSupported(inVolume("azureDisk.cachingMode"), corev1.AzureDataDiskCachingMode("Never"), azureCachingModes)}},
	})
}
