package conformance

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func projected(sources ...corev1.VolumeProjection) corev1.VolumeSource {
	return corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{Sources: sources}}
}

func tokenAt(path string) corev1.VolumeProjection {
	return corev1.VolumeProjection{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{Path: path}}
}

// projections returns variants of each kind of projected source.
func projections() []corev1.VolumeProjection {
	secret := &corev1.SecretProjection{LocalObjectReference: corev1.LocalObjectReference{Name: "a"}, Items: []corev1.KeyToPath{{Key: "a", Path: "a"}}}
	configMap := &corev1.ConfigMapProjection{LocalObjectReference: corev1.LocalObjectReference{Name: "a"}, Items: []corev1.KeyToPath{{Key: "a", Path: "a"}}}
	downwardAPI := &corev1.DownwardAPIProjection{Items: []corev1.DownwardAPIVolumeFile{{Path: "a", FieldRef: &corev1.ObjectFieldSelector{FieldPath: "metadata.name"}}}}
	token := &corev1.ServiceAccountTokenProjection{Path: "a"}
	bundle := &corev1.ClusterTrustBundleProjection{Name: new("a"), Path: "a"}
	certificate := &corev1.PodCertificateProjection{SignerName: "a.b/c", KeyType: "ED25519", CredentialBundlePath: "a"}
	sources := []corev1.VolumeProjection{
		{},
		{Secret: secret},
		{ConfigMap: configMap},
		{DownwardAPI: downwardAPI},
		{ServiceAccountToken: token},
		{ClusterTrustBundle: bundle},
		{PodCertificate: certificate},
		{Secret: secret, ConfigMap: configMap},
		{Secret: secret, DownwardAPI: downwardAPI, ServiceAccountToken: token},
		{ClusterTrustBundle: bundle, PodCertificate: certificate},
		{Secret: &corev1.SecretProjection{Items: []corev1.KeyToPath{{}}}},
		{ConfigMap: &corev1.ConfigMapProjection{Items: []corev1.KeyToPath{{}}}},
		{ConfigMap: &corev1.ConfigMapProjection{Items: []corev1.KeyToPath{{User: new(int64(-1)), Mode: new(int32(0o1000)), Key: "a", Path: "b"}}}},
		{DownwardAPI: &corev1.DownwardAPIProjection{Items: []corev1.DownwardAPIVolumeFile{{}}}},
		{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{}},
		{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{Path: "a", Name: new("a"), SignerName: new("")}},
		{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{Path: "a", Name: new("a"), LabelSelector: &metav1.LabelSelector{}}},
		{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{Path: "a", SignerName: new("a.b/c"), LabelSelector: badSelector()}},
		{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{Path: "a", SignerName: new("a.b/c"), User: new(int64(-1))}},
		{PodCertificate: &corev1.PodCertificateProjection{}},
		{PodCertificate: &corev1.PodCertificateProjection{SignerName: "a.b/c", KeyType: "ED25519", KeyPath: "a", CertificateChainPath: "a", CredentialBundlePath: "a"}},
		{PodCertificate: &corev1.PodCertificateProjection{SignerName: "a.b/c", KeyType: "ED25519", KeyPath: "a", CertificateChainPath: "b", User: new(int64(-1))}},
	}
	for _, path := range filePaths {
		sources = append(sources,
			corev1.VolumeProjection{Secret: &corev1.SecretProjection{LocalObjectReference: corev1.LocalObjectReference{Name: "a"}, Items: []corev1.KeyToPath{{Path: path}}}},
			corev1.VolumeProjection{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{Path: path}},
			corev1.VolumeProjection{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{Name: new("a"), Path: path}},
			corev1.VolumeProjection{PodCertificate: &corev1.PodCertificateProjection{SignerName: "a.b/c", KeyType: "ED25519", CredentialBundlePath: path}},
			corev1.VolumeProjection{PodCertificate: &corev1.PodCertificateProjection{SignerName: "a.b/c", KeyType: "ED25519", KeyPath: path}},
			corev1.VolumeProjection{PodCertificate: &corev1.PodCertificateProjection{SignerName: "a.b/c", KeyType: "ED25519", CertificateChainPath: path}},
		)
	}
	for _, seconds := range []int64{-1, 0, 599, 600, 1 << 32, 1<<32 + 1} {
		sources = append(sources, corev1.VolumeProjection{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{Path: "a", ExpirationSeconds: &seconds, User: new(int64(-1))}})
	}
	for _, name := range []string{"", "a", "A", "a.b", ":", ":a", "a:", "a:b", "a:b:c", "a.b:c:A", "a/b:c", "A:b", "::a", strings.Repeat("a", 254), "b:" + strings.Repeat("a", 253)} {
		sources = append(sources, corev1.VolumeProjection{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{Path: "a", Name: &name}})
	}
	for _, name := range []string{
		"", "/", "a", "a/b", "a.b/c", "a.b/c/d", "a.b/", "/c", "A.b/c", "a.b/C", "a..b/c", "a.b/c..d", "a.b/c.d", "a.b-/c", "a.b/c-",
		strings.Repeat("a.", 127) + "b/c", strings.Repeat("a.", 126) + "b/c", strings.Repeat("a", 64) + ".b/c",
		"a.b/" + strings.Repeat("a", 254), "a.b/" + strings.Repeat("a", 253), "a.b/" + strings.Repeat("a", 253) + "." + strings.Repeat("a", 253),
		"a.b/" + strings.Repeat("a.", 283) + "b", "a.b/" + strings.Repeat("a.", 283) + "bc", "a.b/" + strings.Repeat("a.", 282) + "b",
		"kubernetes.io/a", "a.kubernetes.io/a", "xkubernetes.io/a", "kubernetes.io",
	} {
		sources = append(sources,
			corev1.VolumeProjection{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{Path: "a", SignerName: &name}},
			corev1.VolumeProjection{PodCertificate: &corev1.PodCertificateProjection{SignerName: name, KeyType: "RSA3072", KeyPath: "a"}},
		)
		for _, seconds := range []int32{-1, 0, 3599, 3600, 24 * 3600, 24*3600 + 1, 91 * 24 * 3600, 91*24*3600 + 1} {
			sources = append(sources, corev1.VolumeProjection{PodCertificate: &corev1.PodCertificateProjection{
				SignerName: name, KeyType: "RSA4096", KeyPath: "a", MaxExpirationSeconds: &seconds}})
		}
	}
	for _, keyType := range []string{"RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519", "", "RSA2048", "ed25519"} {
		sources = append(sources, corev1.VolumeProjection{PodCertificate: &corev1.PodCertificateProjection{SignerName: "a.b/c", KeyType: keyType, KeyPath: "a"}})
	}
	for _, key := range []string{"", "a", "a.b/c", "A.B/C", "a/b/c", "/", "a/", "/a", "a_b/c", strings.Repeat("a", 64), "a/" + strings.Repeat("a", 64)} {
		sources = append(sources, corev1.VolumeProjection{PodCertificate: &corev1.PodCertificateProjection{
			SignerName: "a.b/c", KeyType: "ED25519", KeyPath: "a", UserAnnotations: map[string]string{key: "", "ok.com/a": ""}}})
	}
	for _, size := range []int{256 << 10, 256<<10 - len("ok.com/a")} {
		sources = append(sources, corev1.VolumeProjection{PodCertificate: &corev1.PodCertificateProjection{
			SignerName: "a.b/c", KeyType: "ED25519", KeyPath: "a", UserAnnotations: map[string]string{"ok.com/a": strings.Repeat("a", size)}}})
	}
	return sources
}
