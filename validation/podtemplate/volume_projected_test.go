package podtemplate

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// The messages of apimachinery for "-" as a DNS label and as a DNS subdomain.
var (
	notALabel     = validation.IsDNS1123Label("-")[0]
	notASubdomain = validation.IsDNS1123Subdomain("-")[0]
)

func TestClusterTrustBundle(t *testing.T) {
	bundle := func(b corev1.ClusterTrustBundleProjection) func(*corev1.PodTemplateSpec) {
		return projection(corev1.VolumeProjection{ClusterTrustBundle: &b})
	}
	path := inVolume("projected.sources[0].clusterTrustBundle")
	const badName = "must be <name> or <signer>:<name>, with ':' for '/' in the signer"
	selector := &metav1.LabelSelector{MatchLabels: map[string]string{"-": ""}}
	runRules(t, []ruleTest{
		{name: "by name", change: bundle(corev1.ClusterTrustBundleProjection{Path: "a", Name: new("a.b")})},
		{name: "by name, of a signer", change: bundle(corev1.ClusterTrustBundleProjection{Path: "a", Name: new("a.b:c:d")})},
		{name: "by signer", change: bundle(corev1.ClusterTrustBundleProjection{Path: "a", SignerName: new("a.b/c"), LabelSelector: &metav1.LabelSelector{}})},
		{name: "nothing set", change: bundle(corev1.ClusterTrustBundleProjection{}),
			want: field.ErrorList{
				field.Required(path, "needs name or signerName"),
				field.Required(path.Child("path"), "must be set"),
			}},
		{name: "both name and signer", change: bundle(corev1.ClusterTrustBundleProjection{Path: "a", Name: new("-"), SignerName: new("a.b/c")}),
			want: field.ErrorList{field.Invalid(path, "a.b/c", "must not have both name and signerName")}},
		{name: "empty name", change: bundle(corev1.ClusterTrustBundleProjection{Path: "a", Name: new("")}),
			want: field.ErrorList{
				field.Required(path.Child("name"), "must be set"),
				field.Invalid(path.Child("name"), "", notASubdomain),
			}},
		{name: "bad name", change: bundle(corev1.ClusterTrustBundleProjection{Path: "a", Name: new("a.b:c:-")}),
			want: field.ErrorList{field.Invalid(path.Child("name"), "a.b:c:-", notASubdomain)}},
		{name: "name without the signer before the colon", change: bundle(corev1.ClusterTrustBundleProjection{Path: "a", Name: new(":a")}),
			want: field.ErrorList{field.Invalid(path.Child("name"), ":a", badName)}},
		{name: "name with a slash in the signer", change: bundle(corev1.ClusterTrustBundleProjection{Path: "a", Name: new("a.b/c:d")}),
			want: field.ErrorList{field.Invalid(path.Child("name"), "a.b/c:d", badName)}},
		{name: "name and selector", change: bundle(corev1.ClusterTrustBundleProjection{Path: "a", Name: new("a"), LabelSelector: selector}),
			want: field.ErrorList{field.Invalid(path.Child("labelSelector"), selector, "must not be set together with name")}},
		{name: "bad signer and selector", change: bundle(corev1.ClusterTrustBundleProjection{Path: "a", SignerName: new(""), LabelSelector: selector}),
			want: field.ErrorList{
				field.Required(path.Child("signerName"), "must be set"),
				badLabelKey(path.Child("labelSelector", "matchLabels")),
			}},
		{name: "path outside", change: bundle(corev1.ClusterTrustBundleProjection{Path: "/a", Name: new("a")}),
			want: field.ErrorList{field.Invalid(path.Child("path"), "/a", badFilePath)}},
	})
}

func validCertificate(path string) *corev1.PodCertificateProjection {
	return &corev1.PodCertificateProjection{SignerName: "a.b/c", KeyType: "ED25519", CredentialBundlePath: path}
}

func TestPodCertificate(t *testing.T) {
	certificate := func(change func(*corev1.PodCertificateProjection)) func(*corev1.PodTemplateSpec) {
		c := validCertificate("a")
		change(c)
		return projection(corev1.VolumeProjection{PodCertificate: c})
	}
	path := inVolume("projected.sources[0].podCertificate")
	seconds := func(signer string, n int32) func(*corev1.PodTemplateSpec) {
		return certificate(func(c *corev1.PodCertificateProjection) { c.SignerName, c.MaxExpirationSeconds = signer, &n })
	}
	annotations := func(key string) func(*corev1.PodTemplateSpec) {
		return certificate(func(c *corev1.PodCertificateProjection) {
			c.UserAnnotations = map[string]string{key: "a", "example.com/ok": "a"}
		})
	}
	runRules(t, []ruleTest{
		{name: "bundle", change: certificate(func(*corev1.PodCertificateProjection) {})},
		{name: "key and chain", change: certificate(func(c *corev1.PodCertificateProjection) {
			c.CredentialBundlePath, c.KeyPath, c.CertificateChainPath = "", "a", "b"
		})},
		{name: "nothing set", change: certificate(func(c *corev1.PodCertificateProjection) { *c = corev1.PodCertificateProjection{} }),
			want: field.ErrorList{
				field.Required(path.Child("signerName"), "must be set"),
				field.NotSupported(path.Child("keyType"), "", certificateKeyTypes),
				field.Required(path, "needs credentialBundlePath, or keyPath and certificateChainPath"),
			}},
		{name: "paths outside", change: certificate(func(c *corev1.PodCertificateProjection) {
			c.CredentialBundlePath, c.KeyPath, c.CertificateChainPath = "/a", "..", "..a"
		}),
			want: field.ErrorList{
				field.Invalid(path.Child("credentialBundlePath"), "/a", badFilePath),
				field.Invalid(path.Child("keyPath"), "..", badFilePath),
				field.Invalid(path.Child("certificateChainPath"), "..a", badFilePath),
			}},
		{name: "an hour", change: seconds("a.b/c", 3600)},
		{name: "91 days", change: seconds("a.b/c", 7862400)},
		{name: "a day of Kubernetes", change: seconds("a.kubernetes.io/c", 86400)},
		{name: "less than an hour", change: seconds("a.b/c", 3599),
			want: field.ErrorList{field.Invalid(path.Child("maxExpirationSeconds"), int32(3599), "must be between 3600 and 7862400, inclusive")}},
		{name: "more than 91 days", change: seconds("a.b/c", 7862401),
			want: field.ErrorList{field.Invalid(path.Child("maxExpirationSeconds"), int32(7862401), "must be between 3600 and 7862400, inclusive")}},
		{name: "more than a day of Kubernetes", change: seconds("kubernetes.io/c", 86401),
			want: field.ErrorList{field.Invalid(path.Child("maxExpirationSeconds"), int32(86401), "must be between 3600 and 86400, inclusive")}},
		{name: "annotation in any case", change: annotations("Example.com/A")},
		{name: "annotation without prefix", change: annotations("A"),
			want: field.ErrorList{field.Invalid(path.Child("userAnnotations"), "a", "must be a domain-prefixed key (such as \"acme.io/foo\")")}},
		{name: "annotation with a bad key", change: annotations("-"),
			want: field.ErrorList{field.Invalid(path.Child("userAnnotations"), "-", notAKey)}},
		{name: "annotations too long", change: certificate(func(c *corev1.PodCertificateProjection) {
			c.UserAnnotations = map[string]string{"a.b/c": strings.Repeat("a", 256<<10)}
		}),
			want: field.ErrorList{field.TooLong(path.Child("userAnnotations"), "", 256<<10)}},
	})
}

func TestSignerName(t *testing.T) {
	const twoParts = "must be a domain of at least two parts, such as example.com"
	path := at("signerName")
	for _, test := range []struct {
		name, signer string
		want         field.ErrorList
	}{
		{name: "domain and name", signer: "example.com/name"},
		{name: "name with dots", signer: "example.com/namespace.name"},
		{name: "the longest", signer: strings.Repeat("a.", 126) + "a/" + strings.Repeat("a", 63) + "." + strings.Repeat("a", 253)},
		{name: "none", want: field.ErrorList{field.Required(path, "must be set")}},
		{name: "no slash", signer: "example.com",
			want: field.ErrorList{field.Invalid(path, "example.com", "must be <domain>/<name>")}},
		{name: "two slashes", signer: "example.com/a/b",
			want: field.ErrorList{field.Invalid(path, "example.com/a/b", "must be <domain>/<name>")}},
		{name: "one part", signer: "example/a", want: field.ErrorList{field.Invalid(path, "example", twoParts)}},
		{name: "bad parts", signer: "-.-.com/-.-",
			want: field.ErrorList{field.Invalid(path, "-", notALabel), field.Invalid(path, "-", notASubdomain)}},
		{name: "domain too long", signer: strings.Repeat("a.", 127) + "a/a", want: field.ErrorList{field.TooLong(path, "", 253)}},
		{name: "too long", signer: "a.b/" + strings.Repeat("a.", 290) + "a", want: field.ErrorList{field.TooLong(path, "", 571)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var c checker
			c.signerName(fieldpath.From(path), test.signer)
			compareErrors(t, test.want, c.errs)
		})
	}
}

// projection adds a volume called data with the sources.
func projection(sources ...corev1.VolumeProjection) func(*corev1.PodTemplateSpec) {
	return volume(corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{Sources: sources}})
}

// fileOf returns a source with one file of the Secret a, at path.
func fileOf(path string) corev1.VolumeProjection {
	return corev1.VolumeProjection{Secret: &corev1.SecretProjection{
		LocalObjectReference: corev1.LocalObjectReference{Name: "a"}, Items: []corev1.KeyToPath{{Key: "a", Path: path}}}}
}

func TestProjected(t *testing.T) {
	const twice = "must be unique: two files have this path"
	name := &corev1.ObjectFieldSelector{APIVersion: "v1", FieldPath: "metadata.name"}
	runRules(t, []ruleTest{
		{name: "nothing", change: projection()},
		{name: "an empty source", change: projection(corev1.VolumeProjection{})},
		{name: "default mode", change: volume(corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{DefaultMode: new(int32(-1))}}),
			want: field.ErrorList{field.Invalid(inVolume("projected.defaultMode"), int32(-1), badFileMode)}},
		{name: "files that differ", change: projection(fileOf("a"), fileOf("b"))},
		{name: "no names", change: projection(
			corev1.VolumeProjection{Secret: &corev1.SecretProjection{}}, corev1.VolumeProjection{ConfigMap: &corev1.ConfigMapProjection{}}),
			want: field.ErrorList{
				field.Required(inVolume("projected.sources[0].secret.name"), "must be set"),
				field.Required(inVolume("projected.sources[1].configMap.name"), "must be set"),
			}},
		{name: "two kinds in one source", change: projection(corev1.VolumeProjection{
			DownwardAPI: &corev1.DownwardAPIProjection{}, ServiceAccountToken: validToken("a")}),
			want: field.ErrorList{field.Forbidden(inVolume("projected.sources[0]"), "must be of one kind only; use one source for each kind")}},
		{name: "bad items", change: projection(
			fileOf("/a"),
			corev1.VolumeProjection{DownwardAPI: &corev1.DownwardAPIProjection{Items: []corev1.DownwardAPIVolumeFile{{Path: "../a", FieldRef: name}}}}),
			want: field.ErrorList{
				field.Invalid(inVolume("projected.sources[0].secret.items[0].path"), "/a", badFilePath),
				field.Invalid(inVolume("projected.sources[1].downwardAPI.path"), "../a", badFilePath),
			}},
		{name: "one path from every kind", change: projection(
			fileOf("a"),
			corev1.VolumeProjection{ConfigMap: &corev1.ConfigMapProjection{
				LocalObjectReference: corev1.LocalObjectReference{Name: "a"}, Items: []corev1.KeyToPath{{Key: "a", Path: "a"}}}},
			corev1.VolumeProjection{DownwardAPI: &corev1.DownwardAPIProjection{Items: []corev1.DownwardAPIVolumeFile{{Path: "a", FieldRef: name}}}},
			corev1.VolumeProjection{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{Name: new("a"), Path: "a"}},
			corev1.VolumeProjection{PodCertificate: validCertificate("a")},
		),
			want: field.ErrorList{
				field.Invalid(inVolume("projected"), "a", twice),
				field.Invalid(inVolume("projected"), "a", twice),
				field.Invalid(inVolume("projected"), "a", twice),
				field.Invalid(inVolume("projected"), "a", twice),
			}},
	})
}

func validToken(path string) *corev1.ServiceAccountTokenProjection {
	return &corev1.ServiceAccountTokenProjection{Path: path, ExpirationSeconds: new(int64(3600))}
}

func TestServiceAccountToken(t *testing.T) {
	token := func(path string, seconds *int64) func(*corev1.PodTemplateSpec) {
		return projection(corev1.VolumeProjection{
			ServiceAccountToken: &corev1.ServiceAccountTokenProjection{Path: path, ExpirationSeconds: seconds}})
	}
	seconds := inVolume("projected.sources[0].serviceAccountToken.expirationSeconds")
	path := inVolume("projected.path")
	runRules(t, []ruleTest{
		{name: "ten minutes", change: token("a", new(int64(600)))},
		{name: "the longest", change: token("a", new(int64(1<<32)))},
		{name: "path of another file", change: projection(fileOf("a"), corev1.VolumeProjection{ServiceAccountToken: validToken("a")})},
		{name: "nothing set", change: token("", nil),
			want: field.ErrorList{field.Required(seconds, "must be set"), field.Required(path, "must be set")}},
		{name: "shorter than ten minutes", change: token("a", new(int64(599))),
			want: field.ErrorList{field.Invalid(seconds, int64(599), "must be at least 600 (ten minutes)")}},
		{name: "longer than the longest", change: token("a", new(int64(1<<32+1))),
			want: field.ErrorList{field.Invalid(seconds, int64(1<<32+1), "must be at most 4294967296 (2^32)")}},
		{name: "path outside", change: token("a/../..", new(int64(600))),
			want: field.ErrorList{field.Invalid(path, "a/../..", badFilePath)}},
	})
	valid := new(int64(600))
	runUpdates(t, []updateTest{
		{name: "of a path outside", old: token("../a", valid), update: token("/b", valid)},
		{name: "of a path outside, to none", old: token("../a", valid), update: token("", valid),
			want: field.ErrorList{field.Required(path, "must be set")}},
		{name: "of a path inside", old: token("a", valid), update: token("/a", valid),
			want: field.ErrorList{field.Invalid(path, "/a", badFilePath)}},
		{name: "of another volume", old: volumes(emptyDir("a")), update: token("/a", valid),
			want: field.ErrorList{field.Invalid(path, "/a", badFilePath)}},
	})
}
