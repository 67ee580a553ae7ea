package conformance

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// parts are the pieces of random text. Some matter to a rule, some don't.
var parts = []string{
	"", "a", "A", "0", "-", "_", ".", "..", "/", "../", ":", ",", " ", "\n", "é", "\\", "[", "]", "['", "']", "1", "443",
	"iqn", "iqn.2001-04.", "eui.0123456789abcdef", "naa.", "0123456789abcdef", "kubernetes.io", ".k8s.io", "example.com/",
	"metadata.labels", "metadata.annotations", "spec.host", "metadata.name", strings.Repeat("a", 63), strings.Repeat("a.", 100),
}

// TestTemplateVolumesWithRandomText compares templates with random text in every field of volumes
// that has a syntax.
func TestTemplateVolumesWithRandomText(t *testing.T) {
	random := newSource(t).random
	text := func() string {
		var b strings.Builder
		for range 1 + random.IntN(6) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		return b.String()
	}
	for range rounds(3000) {
		template := smallTemplate()
		for name, source := range map[string]corev1.VolumeSource{
			"hostpath": {HostPath: &corev1.HostPathVolumeSource{Path: text()}},
			"gitrepo":  {GitRepo: &corev1.GitRepoVolumeSource{Repository: "a", Directory: text()}},
			"nfs":      {NFS: &corev1.NFSVolumeSource{Server: "a", Path: text()}},
			"iscsi":    {ISCSI: &corev1.ISCSIVolumeSource{TargetPortal: "a", IQN: text(), InitiatorName: new(text())}},
			"flex":     {FlexVolume: &corev1.FlexVolumeSource{Driver: "a", Options: map[string]string{text(): "", text(): ""}}},
			"quobyte":  {Quobyte: &corev1.QuobyteVolumeSource{Registry: text(), Tenant: text(), Volume: "a"}},
			"flocker":  {Flocker: &corev1.FlockerVolumeSource{DatasetName: text()}},
			"csi":      {CSI: &corev1.CSIVolumeSource{Driver: text(), NodePublishSecretRef: &corev1.LocalObjectReference{Name: text()}}},
			"storage":  {StorageOS: &corev1.StorageOSVolumeSource{VolumeName: text(), VolumeNamespace: text()}},
			"azure":    {AzureDisk: &corev1.AzureDiskVolumeSource{DiskName: "a", DataDiskURI: text()}},
			"secret":   {Secret: &corev1.SecretVolumeSource{SecretName: "a", Items: []corev1.KeyToPath{{Key: "a", Path: text()}}}},
			"field": {DownwardAPI: &corev1.DownwardAPIVolumeSource{Items: []corev1.DownwardAPIVolumeFile{
				{Path: text(), FieldRef: &corev1.ObjectFieldSelector{FieldPath: text()}}}}},
			"signer": projected(
				tokenAt(text()),
				corev1.VolumeProjection{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{Path: text(), Name: new(text())}},
				corev1.VolumeProjection{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{Path: text(), SignerName: new(text())}},
				corev1.VolumeProjection{PodCertificate: &corev1.PodCertificateProjection{
					SignerName: text(), KeyType: "ED25519", KeyPath: text(), UserAnnotations: map[string]string{text(): text(), text(): ""},
					MaxExpirationSeconds: new(random.Int32())}},
			),
		} {
			addVolume(template, name, source)
		}
		addEnv(template, corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: text()}})
		addEnv(template, corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: "metadata.labels['" + text() + "']"}})
		addEnv(template, corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: "metadata.annotations['" + text() + "']"}})
		if !compareTemplate(t, template) {
			t.FailNow()
		}
	}
}
