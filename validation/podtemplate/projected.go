package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

// projected checks a volume of files from several sources.
func (c *checker) projected(path *fieldpath.Path, s *corev1.ProjectedVolumeSource) {
	c.fileMode(path, "defaultMode", s.DefaultMode)
	var files projectedFiles
	sources := path.Child("sources")
	for i := range s.Sources {
		c.projection(sources.Index(i), &s.Sources[i], &files)
		if token := s.Sources[i].ServiceAccountToken; token != nil {
			c.serviceAccountTokenPath(path, token.Path)
		}
	}
	for _, file := range files.repeated {
		c.add(field.Invalid(path.Field(), file, "must not be the path of two files"))
	}
}

// projection checks one source: at most one kind of it is given.
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
	}
	if s.ClusterTrustBundle != nil {
		kinds++
		c.clusterTrustBundle(path.Child("clusterTrustBundle"), s.ClusterTrustBundle, files)
	}
	if s.PodCertificate != nil {
		kinds++
		c.podCertificate(path.Child("podCertificate"), s.PodCertificate, files)
	}
	if kinds > 1 {
		c.add(field.Forbidden(path.Field(), "must be of one kind: make a source of each"))
	}
}

// How long a token can be asked for.
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
		c.add(field.Invalid(path.Field("expirationSeconds"), *seconds, "must be 600 (ten minutes) or more"))
	case *seconds > maxTokenSeconds:
		c.add(field.Invalid(path.Field("expirationSeconds"), *seconds, "must be 4294967296 (2^32) or less"))
	}
}

// serviceAccountTokenPath checks the file of a token. As in kube-apiserver, path is that of
// the volume, and another file may have the same path.
func (c *checker) serviceAccountTokenPath(path *fieldpath.Path, file string) {
	c.required(path, "path", file)
	if !c.old.outsideTokenPath {
		c.filePath(path.Child("path"), file)
	}
}

// hasOutsideTokenPath reports whether a projected token is written where files of a volume
// may not be.
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

// projectedFiles are the files of a projected volume. The nil *projectedFiles is for sources
// whose files may have the same path.
type projectedFiles struct {
	seen     smallset.Set[string]
	repeated []string
}

func (f *projectedFiles) add(file string) {
	if f != nil && !f.seen.Insert(file) {
		f.repeated = append(f.repeated, file)
	}
}
