package podtemplate

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/internal/enum"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

// projected checks a volume of files from several sources.
func (c *checker) projected(path *fieldpath.Path, s *corev1.ProjectedVolumeSource) {
	c.fileMode(path, "defaultMode", s.DefaultMode)
	c.fileOwner(path, "defaultUser", s.DefaultUser)
	var files projectedFiles
	for i := range s.Sources {
		c.projection(path.Child("sources").Index(i), &s.Sources[i], &files)
		if token := s.Sources[i].ServiceAccountToken; token != nil {
			c.serviceAccountTokenPath(path, token.Path)
		}
	}
	for _, file := range files.repeated {
		c.add(field.Invalid(path.Field(), file, "must be unique: two files have this path"))
	}
}

// projection checks one source, which can be of one kind only.
func (c *checker) projection(path *fieldpath.Path, s *corev1.VolumeProjection, files *projectedFiles) {
	kinds := 0
	if s.Secret != nil {
		kinds++
		p := path.Child("secret")
		c.required(p, "name", s.Secret.Name)
		c.keysToPaths(p, s.Secret.Items, files)
	}
	if s.ConfigMap != nil {
		kinds++
		p := path.Child("configMap")
		c.required(p, "name", s.ConfigMap.Name)
		c.keysToPaths(p, s.ConfigMap.Items, files)
	}
	if s.DownwardAPI != nil {
		kinds++
		c.downwardAPIFiles(path.Child("downwardAPI"), s.DownwardAPI.Items, files)
	}
	if s.ServiceAccountToken != nil {
		kinds++
		c.serviceAccountToken(path.Child("serviceAccountToken"), s.ServiceAccountToken)
		c.fileOwner(path.Child("serviceAccountToken"), "user", s.ServiceAccountToken.User)
	}
	if s.ClusterTrustBundle != nil {
		kinds++
		c.clusterTrustBundle(path.Child("clusterTrustBundle"), s.ClusterTrustBundle, files)
		c.fileOwner(path.Child("clusterTrustBundle"), "user", s.ClusterTrustBundle.User)
	}
	if s.PodCertificate != nil {
		kinds++
		c.podCertificate(path.Child("podCertificate"), s.PodCertificate, files)
		c.fileOwner(path.Child("podCertificate"), "user", s.PodCertificate.User)
	}
	if kinds > 1 {
		c.add(field.Forbidden(path.Field(), "must be of one kind only; use one source for each kind"))
	}
}

// The bounds for the lifetime of a token.
const (
	minTokenSeconds = 10 * 60
	maxTokenSeconds = 1 << 32
)

// serviceAccountToken checks a token of the pod's service account.
func (c *checker) serviceAccountToken(path *fieldpath.Path, s *corev1.ServiceAccountTokenProjection) {
	switch seconds := s.ExpirationSeconds; {
	case seconds == nil:
		c.add(field.Required(path.Field("expirationSeconds"), "must be set"))
	case *seconds < minTokenSeconds:
		c.add(field.Invalid(path.Field("expirationSeconds"), *seconds, "must be at least 600 (ten minutes)"))
	case *seconds > maxTokenSeconds:
		c.add(field.Invalid(path.Field("expirationSeconds"), *seconds, "must be at most 4294967296 (2^32)"))
	}
}

// serviceAccountTokenPath checks the path of the file of a token. As in kube-apiserver, the errors
// are at the volume, and another file may have the same path.
func (c *checker) serviceAccountTokenPath(path *fieldpath.Path, file string) {
	c.required(path, "path", file)
	if !c.ratchet.outsideTokenPath {
		c.filePath(path.Child("path"), file)
	}
}

// hasOutsideTokenPath reports whether the path of a projected token is invalid for a file of a
// volume.
func hasOutsideTokenPath(volumes []corev1.Volume) bool {
	for i := range volumes {
		if volumes[i].Projected == nil {
			continue
		}
		sources := volumes[i].Projected.Sources
		for j := range sources {
			if token := sources[j].ServiceAccountToken; token != nil && !isFilePath(token.Path) {
				return true
			}
		}
	}
	return false
}

// projectedFiles collects the paths of the files of a projected volume. A nil *projectedFiles
// ignores them, for other volumes, whose files may have the same path.
type projectedFiles struct {
	seen     smallset.Set[string]
	repeated []string
}

func (f *projectedFiles) add(file string) {
	if f != nil && !f.seen.Insert(file) {
		f.repeated = append(f.repeated, file)
	}
}

// clusterTrustBundle checks a file with the certificates of one ClusterTrustBundle, or of all those
// of a signer.
func (c *checker) clusterTrustBundle(path *fieldpath.Path, s *corev1.ClusterTrustBundleProjection, files *projectedFiles) {
	switch {
	case s.Name != nil && s.SignerName != nil:
		c.add(field.Invalid(path.Field(), *s.SignerName, "must not have both name and signerName"))
	case s.Name != nil:
		c.required(path, "name", *s.Name)
		c.trustBundleName(path, *s.Name)
		if s.LabelSelector != nil {
			c.add(field.Invalid(path.Field("labelSelector"), s.LabelSelector, "must not be set together with name"))
		}
	case s.SignerName != nil:
		c.signerName(path.Child("signerName"), *s.SignerName)
		c.labelSelector(path.Child("labelSelector"), s.LabelSelector, false)
	default:
		c.add(field.Required(path.Field(), "needs name or signerName"))
	}
	c.required(path, "path", s.Path)
	c.filePath(path.Child("path"), s.Path)
	files.add(s.Path)
}

// trustBundleName checks the name of a ClusterTrustBundle. It is a DNS subdomain. If the bundle
// belongs to a signer, the name begins with the signer's name and ':', with ':' in place of '/'.
func (c *checker) trustBundleName(path *fieldpath.Path, name string) {
	p := path.Child("name")
	last := name
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		last = name[i+1:]
		if signer := name[:i]; signer == "" || strings.Contains(signer, "/") {
			c.add(field.Invalid(p.Field(), name, "must be <name> or <signer>:<name>, with ':' for '/' in the signer"))
			return
		}
	}
	c.invalid(p, name, names.DNS1123Subdomain(last))
}

var certificateKeyTypes = []string{"ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519", "RSA3072", "RSA4096"}

// The bounds for the lifetime of a certificate. Kubernetes' own signers have a lower maximum.
const (
	minCertificateSeconds             = 60 * 60
	maxCertificateSeconds             = 91 * 24 * 60 * 60
	maxCertificateSecondsByKubernetes = 24 * 60 * 60
)

// podCertificate checks files with a key and certificate that the kubelet requests for the pod.
func (c *checker) podCertificate(path *fieldpath.Path, s *corev1.PodCertificateProjection, files *projectedFiles) {
	c.signerName(path.Child("signerName"), s.SignerName)
	c.add(enum.Validate(path.Child("keyType"), s.KeyType, certificateKeyTypes)...)
	c.userAnnotations(path.Child("userAnnotations"), s.UserAnnotations)
	if seconds := s.MaxExpirationSeconds; seconds != nil {
		most := int32(maxCertificateSeconds)
		if isKubernetesSigner(s.SignerName) {
			most = maxCertificateSecondsByKubernetes
		}
		if *seconds < minCertificateSeconds || *seconds > most {
			c.add(field.Invalid(path.Field("maxExpirationSeconds"), *seconds,
				validation.InclusiveRangeError(minCertificateSeconds, int(most))))
		}
	}
	if s.CredentialBundlePath == "" && s.KeyPath == "" && s.CertificateChainPath == "" {
		c.add(field.Required(path.Field(), "needs credentialBundlePath, or keyPath and certificateChainPath"))
	}
	c.certificateFile(path, "credentialBundlePath", s.CredentialBundlePath, files)
	c.certificateFile(path, "keyPath", s.KeyPath, files)
	c.certificateFile(path, "certificateChainPath", s.CertificateChainPath, files)
}

// certificateFile checks the path of a file in the field called name, a child of path.
func (c *checker) certificateFile(path *fieldpath.Path, name, file string, files *projectedFiles) {
	if file == "" {
		return
	}
	c.filePath(path.Child(name), file)
	files.add(file)
}

// userAnnotations checks annotations for the signer. Their keys must have a prefix.
func (c *checker) userAnnotations(path *fieldpath.Path, annotations map[string]string) {
	start := len(c.errs)
	for key := range annotations {
		lower := strings.ToLower(key)
		if names.QualifiedName(lower) != nil || !strings.Contains(lower, "/") {
			c.add(validation.IsDomainPrefixedKey(path.Field(), lower)...)
		}
	}
	c.sort(start)
	if apivalidation.ValidateAnnotationsSize(annotations) != nil {
		c.add(field.TooLong(path.Field(), "", apivalidation.TotalAnnotationSizeLimitB))
	}
}

// maxSignerName is the length of a domain, a slash, a namespace, a dot and a name.
const maxSignerName = validation.DNS1123SubdomainMaxLength + 1 +
	validation.DNS1123LabelMaxLength + 1 + validation.DNS1123SubdomainMaxLength

// signerName checks the name of a signer of certificates, such as example.com/name.
func (c *checker) signerName(path *fieldpath.Path, name string) {
	if name == "" {
		c.add(field.Required(path.Field(), "must be set"))
		return
	}
	domain, rest, ok := strings.Cut(name, "/")
	if !ok || strings.Contains(rest, "/") {
		c.add(field.Invalid(path.Field(), name, "must be <domain>/<name>"))
		return
	}
	if len(domain) > validation.DNS1123SubdomainMaxLength {
		c.add(field.TooLong(path.Field(), domain, validation.DNS1123SubdomainMaxLength))
	}
	if len(name) > maxSignerName {
		c.add(field.TooLong(path.Field(), name, maxSignerName))
	}
	if !strings.Contains(domain, ".") {
		c.add(field.Invalid(path.Field(), domain, "must be a domain of at least two parts, such as example.com"))
	}
	for part := range strings.SplitSeq(domain, ".") {
		if msgs := names.DNS1123Label(part); msgs != nil {
			c.invalid(path, part, msgs)
			break
		}
	}
	for part := range strings.SplitSeq(rest, ".") {
		if msgs := names.DNS1123Subdomain(part); msgs != nil {
			c.invalid(path, part, msgs)
			break
		}
	}
}

// isKubernetesSigner reports whether the signer is one of Kubernetes' own.
func isKubernetesSigner(name string) bool {
	domain, _, _ := strings.Cut(name, "/")
	return domain == "kubernetes.io" || strings.HasSuffix(domain, ".kubernetes.io")
}
