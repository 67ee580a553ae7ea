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
)

// clusterTrustBundle checks the certificates of one ClusterTrustBundle or all of a signer.
func (c *checker) clusterTrustBundle(path *fieldpath.Path, s *corev1.ClusterTrustBundleProjection, files *projectedFiles) {
	switch {
	case s.Name != nil && s.SignerName != nil:
		c.add(field.Invalid(path.Field(), *s.SignerName, "must not have both name and signerName"))
	case s.Name != nil:
		c.required(path, "name", *s.Name)
		c.trustBundleName(path, *s.Name)
		if s.LabelSelector != nil {
			c.add(field.Invalid(path.Field("labelSelector"), s.LabelSelector, "must not be given beside name"))
		}
	case s.SignerName != nil:
		c.signerName(path.Child("signerName"), *s.SignerName)
		c.labelSelector(path.Child("labelSelector"), s.LabelSelector, false)
	default:
		c.add(field.Required(path.Field(), "must have name or signerName"))
	}
	c.required(path, "path", s.Path)
	c.filePath(path.Child("path"), s.Path)
	files.add(s.Path)
}

// trustBundleName checks the name of a ClusterTrustBundle: a DNS subdomain. That of a signer
// has the signer's name and a ':' before it, with ':' for '/' in the signer's name.
func (c *checker) trustBundleName(path *fieldpath.Path, name string) {
	p := path.Child("name")
	last := name
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		last = name[i+1:]
		if signer := name[:i]; signer == "" || strings.Contains(signer, "/") {
			c.add(field.Invalid(p.Field(), name, "must be a name, or a signer with ':' for '/', ':' and a name"))
			return
		}
	}
	c.invalid(p, name, names.DNS1123Subdomain(last))
}

var certificateKeyTypes = []string{"ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519", "RSA3072", "RSA4096"}

// How long a certificate may be asked for: the signers of Kubernetes give them for a day.
const (
	minCertificateSeconds             = 60 * 60
	maxCertificateSeconds             = 91 * 24 * 60 * 60
	maxCertificateSecondsByKubernetes = 24 * 60 * 60
)

// podCertificate checks a key and certificate that the kubelet requests for the pod.
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
		c.add(field.Required(path.Field(), "must have credentialBundlePath, or keyPath and certificateChainPath"))
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

// userAnnotations checks what the signer is told: keys are like those of annotations, but
// always with a prefix.
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

// maxSignerName leaves room for a domain, a slash and the name of an object with its
// namespace.
const maxSignerName = validation.DNS1123SubdomainMaxLength + 1 +
	validation.DNS1123LabelMaxLength + 1 + validation.DNS1123SubdomainMaxLength

// signerName checks the name of a signer of certificates: example.com/name.
func (c *checker) signerName(path *fieldpath.Path, name string) {
	if name == "" {
		c.add(field.Required(path.Field(), "must be set"))
		return
	}
	domain, rest, ok := strings.Cut(name, "/")
	if !ok || strings.Contains(rest, "/") {
		c.add(field.Invalid(path.Field(), name, "must be a domain and a name with one '/' between them: example.com/name"))
		return
	}
	if len(domain) > validation.DNS1123SubdomainMaxLength {
		c.add(field.TooLong(path.Field(), domain, validation.DNS1123SubdomainMaxLength))
	}
	if len(name) > maxSignerName {
		c.add(field.TooLong(path.Field(), name, maxSignerName))
	}
	if !strings.Contains(domain, ".") {
		c.add(field.Invalid(path.Field(), domain, "must be a domain of two parts at least: example.com"))
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
