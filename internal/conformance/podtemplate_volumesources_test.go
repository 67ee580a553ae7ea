package conformance

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var badNames = []string{"", "A", "a.b", "-", strings.Repeat("a", 64)}

// filePaths has valid and invalid paths.
var filePaths = []string{"", "a", "a/b", "./a", "/", "/a", "/..", "..", "../a", "a/..", "a/../b", "..a", "...", "a..", "a/..b", `..\a`}

// validSources returns a valid source of each kind, in the order of the API.
func validSources() []corev1.VolumeSource {
	return []corev1.VolumeSource{
		{HostPath: &corev1.HostPathVolumeSource{Path: "/a"}},
		{EmptyDir: &corev1.EmptyDirVolumeSource{}},
		{GCEPersistentDisk: &corev1.GCEPersistentDiskVolumeSource{PDName: "a"}},
		{AWSElasticBlockStore: &corev1.AWSElasticBlockStoreVolumeSource{VolumeID: "a"}},
		{GitRepo: &corev1.GitRepoVolumeSource{Repository: "a"}},
		{Secret: &corev1.SecretVolumeSource{SecretName: "a"}},
		{NFS: &corev1.NFSVolumeSource{Server: "a", Path: "/a"}},
		{ISCSI: &corev1.ISCSIVolumeSource{TargetPortal: "a", IQN: "iqn.2001-04.com.example:a"}},
		{Glusterfs: &corev1.GlusterfsVolumeSource{EndpointsName: "a", Path: "a"}},
		{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: "a"}},
		{RBD: &corev1.RBDVolumeSource{CephMonitors: []string{"a"}, RBDImage: "a"}},
		{FlexVolume: &corev1.FlexVolumeSource{Driver: "a"}},
		{Cinder: &corev1.CinderVolumeSource{VolumeID: "a"}},
		{CephFS: &corev1.CephFSVolumeSource{Monitors: []string{"a"}}},
		{Flocker: &corev1.FlockerVolumeSource{DatasetName: "a"}},
		{DownwardAPI: &corev1.DownwardAPIVolumeSource{}},
		{FC: &corev1.FCVolumeSource{WWIDs: []string{"a"}}},
		{AzureFile: &corev1.AzureFileVolumeSource{SecretName: "a", ShareName: "a"}},
		{ConfigMap: &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: "a"}}},
		{VsphereVolume: &corev1.VsphereVirtualDiskVolumeSource{VolumePath: "a"}},
		{Quobyte: &corev1.QuobyteVolumeSource{Registry: "a:1", Volume: "a"}},
		{AzureDisk: &corev1.AzureDiskVolumeSource{DiskName: "a", DataDiskURI: "https://a"}},
		{PhotonPersistentDisk: &corev1.PhotonPersistentDiskVolumeSource{PdID: "a"}},
		{Projected: &corev1.ProjectedVolumeSource{}},
		{PortworxVolume: &corev1.PortworxVolumeSource{VolumeID: "a"}},
		{ScaleIO: &corev1.ScaleIOVolumeSource{Gateway: "a", System: "a", VolumeName: "a"}},
		{StorageOS: &corev1.StorageOSVolumeSource{VolumeName: "a"}},
		{CSI: &corev1.CSIVolumeSource{Driver: "a"}},
		claim(metav1.ObjectMeta{}, *validClaim()),
		{Image: &corev1.ImageVolumeSource{Reference: "a"}},
	}
}

// otherSources returns variants of each kind of source.
func otherSources() []corev1.VolumeSource {
	sources := []corev1.VolumeSource{
		{HostPath: &corev1.HostPathVolumeSource{}},
		{HostPath: &corev1.HostPathVolumeSource{Type: new(corev1.HostPathType("bad"))}},
		{HostPath: &corev1.HostPathVolumeSource{Path: "a", Type: new(corev1.HostPathType("bad"))}},
		{EmptyDir: &corev1.EmptyDirVolumeSource{SizeLimit: new(resource.MustParse("-1"))}},
		{EmptyDir: &corev1.EmptyDirVolumeSource{SizeLimit: new(resource.MustParse("0"))}},
		{EmptyDir: &corev1.EmptyDirVolumeSource{SizeLimit: new(resource.MustParse("1Gi")), Mode: new(int32(-1))}},
		{GCEPersistentDisk: &corev1.GCEPersistentDiskVolumeSource{Partition: -1}},
		{GCEPersistentDisk: &corev1.GCEPersistentDiskVolumeSource{PDName: "a", Partition: 255}},
		{GCEPersistentDisk: &corev1.GCEPersistentDiskVolumeSource{PDName: "a", Partition: 256}},
		{AWSElasticBlockStore: &corev1.AWSElasticBlockStoreVolumeSource{Partition: -1}},
		{AWSElasticBlockStore: &corev1.AWSElasticBlockStoreVolumeSource{VolumeID: "a", Partition: 255}},
		{AWSElasticBlockStore: &corev1.AWSElasticBlockStoreVolumeSource{VolumeID: "a", Partition: 256}},
		{GitRepo: &corev1.GitRepoVolumeSource{}},
		{Secret: &corev1.SecretVolumeSource{}},
		{Secret: &corev1.SecretVolumeSource{DefaultUser: new(int64(-1))}},
		{ConfigMap: &corev1.ConfigMapVolumeSource{}},
		{NFS: &corev1.NFSVolumeSource{}},
		{NFS: &corev1.NFSVolumeSource{Server: "a", Path: "a"}},
		{ISCSI: &corev1.ISCSIVolumeSource{}},
		{ISCSI: &corev1.ISCSIVolumeSource{TargetPortal: "a", IQN: "iqn.2001-04.com.example:a", Lun: -1, SessionCHAPAuth: true}},
		{ISCSI: &corev1.ISCSIVolumeSource{TargetPortal: "a", IQN: "iqn.2001-04.com.example:a", Lun: 255, DiscoveryCHAPAuth: true}},
		{ISCSI: &corev1.ISCSIVolumeSource{TargetPortal: "a", IQN: "iqn.2001-04.com.example:a", Lun: 256, DiscoveryCHAPAuth: true,
			SecretRef: &corev1.LocalObjectReference{}}},
		{ISCSI: &corev1.ISCSIVolumeSource{TargetPortal: strings.Repeat("a", 64-len("iscsi:")), IQN: "iqn.2001-04.com.example:a",
			InitiatorName: new("iqn.2001-04.com.example:b")}},
		{ISCSI: &corev1.ISCSIVolumeSource{TargetPortal: strings.Repeat("a", 65-len("iscsi:")), IQN: "iqn.2001-04.com.example:a",
			InitiatorName: new("iqn.2001-04.com.example:b")}},
		{ISCSI: &corev1.ISCSIVolumeSource{TargetPortal: strings.Repeat("a", 65-len("iscsi:")), IQN: "iqn.2001-04.com.example:a"}},
		{Glusterfs: &corev1.GlusterfsVolumeSource{}},
		{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{}},
		{RBD: &corev1.RBDVolumeSource{}},
		{FlexVolume: &corev1.FlexVolumeSource{}},
		{Cinder: &corev1.CinderVolumeSource{}},
		{Cinder: &corev1.CinderVolumeSource{VolumeID: "a", SecretRef: &corev1.LocalObjectReference{}}},
		{Cinder: &corev1.CinderVolumeSource{VolumeID: "a", SecretRef: &corev1.LocalObjectReference{Name: "A"}}},
		{CephFS: &corev1.CephFSVolumeSource{}},
		{CephFS: &corev1.CephFSVolumeSource{Monitors: []string{""}, SecretRef: &corev1.LocalObjectReference{}}},
		{Flocker: &corev1.FlockerVolumeSource{}},
		{Flocker: &corev1.FlockerVolumeSource{DatasetUUID: "a/b"}},
		{Flocker: &corev1.FlockerVolumeSource{DatasetName: "a", DatasetUUID: "a"}},
		{Flocker: &corev1.FlockerVolumeSource{DatasetName: "a/b"}},
		{FC: &corev1.FCVolumeSource{}},
		{FC: &corev1.FCVolumeSource{TargetWWNs: []string{"a"}, WWIDs: []string{"b"}}},
		{FC: &corev1.FCVolumeSource{TargetWWNs: []string{"a"}}},
		{FC: &corev1.FCVolumeSource{TargetWWNs: []string{"a"}, Lun: new(int32(-1))}},
		{FC: &corev1.FCVolumeSource{TargetWWNs: []string{"a"}, Lun: new(int32(0))}},
		{FC: &corev1.FCVolumeSource{TargetWWNs: []string{"a"}, Lun: new(int32(255))}},
		{FC: &corev1.FCVolumeSource{TargetWWNs: []string{"a"}, Lun: new(int32(256))}},
		{FC: &corev1.FCVolumeSource{WWIDs: []string{"a"}, Lun: new(int32(256))}},
		{AzureFile: &corev1.AzureFileVolumeSource{}},
		{VsphereVolume: &corev1.VsphereVirtualDiskVolumeSource{}},
		{Quobyte: &corev1.QuobyteVolumeSource{}},
		{Quobyte: &corev1.QuobyteVolumeSource{Registry: "a", Volume: "a"}},
		{Quobyte: &corev1.QuobyteVolumeSource{Registry: "a:1,b:2", Volume: "a", Tenant: strings.Repeat("a", 64)}},
		{Quobyte: &corev1.QuobyteVolumeSource{Registry: "a:1,b,c", Volume: "a"}},
		{Quobyte: &corev1.QuobyteVolumeSource{Registry: "a:1,", Volume: "a"}},
		{Quobyte: &corev1.QuobyteVolumeSource{Registry: "a", Volume: "a", Tenant: strings.Repeat("a", 65)}},
		{Quobyte: &corev1.QuobyteVolumeSource{Volume: "a", Tenant: strings.Repeat("a", 65)}},
		{AzureDisk: &corev1.AzureDiskVolumeSource{}},
		{PhotonPersistentDisk: &corev1.PhotonPersistentDiskVolumeSource{}},
		{PortworxVolume: &corev1.PortworxVolumeSource{}},
		{ScaleIO: &corev1.ScaleIOVolumeSource{}},
		{StorageOS: &corev1.StorageOSVolumeSource{}},
		{StorageOS: &corev1.StorageOSVolumeSource{SecretRef: &corev1.LocalObjectReference{}}},
		{StorageOS: &corev1.StorageOSVolumeSource{SecretRef: &corev1.LocalObjectReference{Name: "A"}, VolumeName: "a", VolumeNamespace: "a"}},
		{CSI: &corev1.CSIVolumeSource{}},
		{CSI: &corev1.CSIVolumeSource{Driver: "A.B", NodePublishSecretRef: &corev1.LocalObjectReference{}}},
		{CSI: &corev1.CSIVolumeSource{Driver: strings.Repeat("a", 63), NodePublishSecretRef: &corev1.LocalObjectReference{Name: "A"}}},
		{CSI: &corev1.CSIVolumeSource{Driver: strings.Repeat("a", 64), NodePublishSecretRef: &corev1.LocalObjectReference{Name: "a"}}},
		{CSI: &corev1.CSIVolumeSource{Driver: strings.Repeat("-", 64)}},
		{CSI: &corev1.CSIVolumeSource{Driver: "a_b"}},
		{Ephemeral: &corev1.EphemeralVolumeSource{}},
		{Image: &corev1.ImageVolumeSource{}},
		{Image: &corev1.ImageVolumeSource{Reference: "a", PullPolicy: "bad"}},
		{Image: &corev1.ImageVolumeSource{Reference: "a", PullPolicy: corev1.PullNever}},
		{Projected: &corev1.ProjectedVolumeSource{DefaultUser: new(int64(-1))}},
		{DownwardAPI: &corev1.DownwardAPIVolumeSource{DefaultUser: new(int64(-1))}},
		{DownwardAPI: &corev1.DownwardAPIVolumeSource{Items: []corev1.DownwardAPIVolumeFile{{}}}},
		{DownwardAPI: &corev1.DownwardAPIVolumeSource{Items: []corev1.DownwardAPIVolumeFile{{
			Path: "a", FieldRef: &corev1.ObjectFieldSelector{}, ResourceFieldRef: &corev1.ResourceFieldSelector{}}}}},
		{DownwardAPI: &corev1.DownwardAPIVolumeSource{Items: []corev1.DownwardAPIVolumeFile{
			{Path: "a", FieldRef: &corev1.ObjectFieldSelector{FieldPath: "metadata.name"}},
			{Path: "a", FieldRef: &corev1.ObjectFieldSelector{FieldPath: "metadata.name"}}}}},
	}
	for _, t := range []corev1.HostPathType{"", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"} {
		sources = append(sources, corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: "a", Type: &t}})
	}
	for _, path := range filePaths {
		sources = append(sources,
			corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: path}},
			corev1.VolumeSource{GitRepo: &corev1.GitRepoVolumeSource{Repository: "a", Directory: path}},
			corev1.VolumeSource{NFS: &corev1.NFSVolumeSource{Server: "a", Path: path}},
			corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: "a", Items: []corev1.KeyToPath{{Path: path}}}},
			corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: "a"},
				Items: []corev1.KeyToPath{{Key: "a", Path: path}}}},
			corev1.VolumeSource{DownwardAPI: &corev1.DownwardAPIVolumeSource{Items: []corev1.DownwardAPIVolumeFile{{Path: path}}}},
		)
	}
	for _, mode := range []int32{-1, 0, 0o777, 0o1000} {
		sources = append(sources,
			corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: "a", DefaultMode: &mode}},
			corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: "a", Items: []corev1.KeyToPath{{Key: "a", Path: "a", Mode: &mode}}}},
			corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{DefaultMode: &mode}},
			corev1.VolumeSource{DownwardAPI: &corev1.DownwardAPIVolumeSource{DefaultMode: &mode}},
			corev1.VolumeSource{DownwardAPI: &corev1.DownwardAPIVolumeSource{Items: []corev1.DownwardAPIVolumeFile{{Mode: &mode}}}},
			corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{DefaultMode: &mode}},
		)
	}
	for _, name := range []string{
		"iqn.2001-04.com.example:a", "iqn.2001-04.com.example:a:b", "iqn.2001-04.com.example:a,b", "iqn.2001-04.com.example:a b",
		"iqn.2001-04.com.example", "iqn.2001-04.com.example:", "iqn.2001-04.com_example:a", "iqn.2001-04.:a", "iqn.2001-4.com:a",
		"iqn", "iqn then iqn.2001-04.com:a", "iqniqn.2001-04.com:a", "iqn\niqn.2001-04.com:a", "iqn.2001-04.com:a\n", "xiqn.2001-04.com:a",
		"iqn.2001-04.com,:a", "iqn.2001-04.a,iqn.2001-04.com:a", "iqn.2001-04.-:é",
		"eui.0123456789abcdef", "eui-0123456789ABCDEF", "eui.0123456789abcde", "eui.0123456789abcdef0", "eui.0123456789abcde_", "euié0123456789abcdef",
		"naa.0123456789abcdef0123456789abcdef", "naa.0123456789abcdef0123456789abcde", "naa.0123456789abcdef0123456789abcdef0",
		"EUI.0123456789abcdef", "a", "", "naa", "eui",
	} {
		sources = append(sources,
			corev1.VolumeSource{ISCSI: &corev1.ISCSIVolumeSource{TargetPortal: "a", IQN: name}},
			corev1.VolumeSource{ISCSI: &corev1.ISCSIVolumeSource{TargetPortal: "a", IQN: "eui.0123456789abcdef", InitiatorName: &name}},
		)
	}
	for _, key := range []string{
		"a", "kubernetes.io", "k8s.io/a", "K8S.io/a", "a.k8s.io/b/c", "xk8s.io/a", "kubernetes.io.example.com/a", "a/k8s.io",
		"a.KUBERNETES.IO", "/k8s.io", "", "/", ".k8s.io",
	} {
		sources = append(sources, corev1.VolumeSource{FlexVolume: &corev1.FlexVolumeSource{Driver: "a", Options: map[string]string{key: "", "ok": "a"}}})
	}
	for _, caching := range []corev1.AzureDataDiskCachingMode{"", "None", "ReadOnly", "ReadWrite", "bad"} {
		sources = append(sources, corev1.VolumeSource{AzureDisk: &corev1.AzureDiskVolumeSource{DiskName: "a", DataDiskURI: "https://a", CachingMode: &caching}})
	}
	for _, kind := range []corev1.AzureDataDiskKind{"", "Shared", "Dedicated", "Managed", "bad"} {
		for _, uri := range []string{"", "a", "https://a", "/subscriptions/a", " https://a"} {
			sources = append(sources, corev1.VolumeSource{AzureDisk: &corev1.AzureDiskVolumeSource{DiskName: "a", DataDiskURI: uri, Kind: &kind}})
		}
	}
	for _, name := range badNames {
		sources = append(sources,
			corev1.VolumeSource{StorageOS: &corev1.StorageOSVolumeSource{VolumeName: name, VolumeNamespace: "a"}},
			corev1.VolumeSource{StorageOS: &corev1.StorageOSVolumeSource{VolumeName: "a", VolumeNamespace: name}},
		)
	}
	return sources
}
