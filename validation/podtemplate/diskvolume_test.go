package podtemplate

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

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
		{name: "OpenStack, nothing given", change: volume(corev1.VolumeSource{Cinder: &corev1.CinderVolumeSource{SecretRef: &corev1.LocalObjectReference{}}}),
			want: field.ErrorList{
				field.Required(inVolume("cinder.volumeID"), "must be set"),
				field.Required(inVolume("cinder.secretRef.name"), "must be set"),
			}},
		{name: "vSphere", change: volume(corev1.VolumeSource{VsphereVolume: &corev1.VsphereVirtualDiskVolumeSource{VolumePath: "a"}})},
		{name: "vSphere, nothing given", change: volume(corev1.VolumeSource{VsphereVolume: &corev1.VsphereVirtualDiskVolumeSource{}}),
			want: field.ErrorList{field.Required(inVolume("vsphereVolume.volumePath"), "must be set")}},
		{name: "Photon", change: volume(corev1.VolumeSource{PhotonPersistentDisk: &corev1.PhotonPersistentDiskVolumeSource{PdID: "a"}})},
		{name: "Photon, nothing given", change: volume(corev1.VolumeSource{PhotonPersistentDisk: &corev1.PhotonPersistentDiskVolumeSource{}}),
			want: field.ErrorList{field.Required(inVolume("photonPersistentDisk.pdID"), "must be set")}},
		{name: "Portworx", change: volume(corev1.VolumeSource{PortworxVolume: &corev1.PortworxVolumeSource{VolumeID: "a"}})},
		{name: "Portworx, nothing given", change: volume(corev1.VolumeSource{PortworxVolume: &corev1.PortworxVolumeSource{}}),
			want: field.ErrorList{field.Required(inVolume("portworxVolume.volumeID"), "must be set")}},
		{name: "ScaleIO", change: volume(corev1.VolumeSource{ScaleIO: &corev1.ScaleIOVolumeSource{Gateway: "a", System: "a", VolumeName: "a"}})},
		{name: "ScaleIO, nothing given", change: volume(corev1.VolumeSource{ScaleIO: &corev1.ScaleIOVolumeSource{}}),
			want: field.ErrorList{
				field.Required(inVolume("scaleIO.gateway"), "must be set"),
				field.Required(inVolume("scaleIO.system"), "must be set"),
				field.Required(inVolume("scaleIO.volumeName"), "must be set"),
			}},
		{name: "a claim", change: volume(corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: "Any Name"}})},
		{name: "a claim, nothing given", change: volume(corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{}}),
			want: field.ErrorList{field.Required(inVolume("persistentVolumeClaim.claimName"), "must be set")}},
	})
}

func TestAzureFile(t *testing.T) {
	runRules(t, []ruleTest{
		{name: "share", change: volume(corev1.VolumeSource{AzureFile: &corev1.AzureFileVolumeSource{SecretName: "a", ShareName: "a"}})},
		{name: "nothing given", change: volume(corev1.VolumeSource{AzureFile: &corev1.AzureFileVolumeSource{}}),
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
		{name: "nothing given", change: volume(corev1.VolumeSource{AzureDisk: &corev1.AzureDiskVolumeSource{}}),
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
