package podtemplate

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// volumeFile is a file in a volume, and in a projected one the source that it comes from.
type volumeFile struct {
	path   string
	source string
	// name is that of the source, which not all have.
	name *string
}

// String returns the path and what is known of the source.
func (f *volumeFile) String() string {
	switch {
	case f.source == "":
		return quote(f.path)
	case f.name == nil:
		return quote(f.path) + " (" + f.source + ")"
	default:
		return quote(f.path) + " (" + f.source + " " + quote(*f.name) + ")"
	}
}

// files warns of files of the volume that are in each other's way. As in kube-apiserver, the
// warnings name the volume in place of a path.
func (w *warner) files(volume *corev1.Volume) {
	if s := volume.ConfigMap; s != nil && len(s.Items) > 1 {
		w.overlaps(volumeTitle(volume, "ConfigMap "+quote(s.Name)), keyFiles(s.Items, "", nil))
	}
	if s := volume.Secret; s != nil && len(s.Items) > 1 {
		w.overlaps(volumeTitle(volume, "Secret "+quote(s.SecretName)), keyFiles(s.Items, "", nil))
	}
	if s := volume.DownwardAPI; s != nil && len(s.Items) > 1 {
		w.overlaps(volumeTitle(volume, "DownwardAPI"), downwardFiles(s.Items, ""))
	}
	if s := volume.Projected; s != nil {
		title := volumeTitle(volume, "Projected")
		var files []volumeFile
		for i := range s.Sources {
			if s.Sources[i] == (corev1.VolumeProjection{}) {
				w.add(fmt.Sprintf("%s: sources[%d] is empty", title, i))
			} else {
				files = append(files, projectedVolumeFiles(&s.Sources[i])...)
			}
		}
		w.overlaps(title, files)
	}
}

// volumeTitle returns what warnings about a volume of some kind begin with.
func volumeTitle(volume *corev1.Volume, kind string) string {
	return "volume " + quote(volume.Name) + " (" + kind + ")"
}

// overlaps warns of pairs of files of which one is where the other, or a directory around it,
// has to be.
func (w *warner) overlaps(title string, files []volumeFile) {
	tree := newFileTree()
	for i := range files {
		file := &files[i]
		file.path = strings.TrimRight(file.path, "/")
		if file.path == "" {
			continue
		}
		for _, other := range tree.add(file.path, i) {
			if !w.hasRoom() {
				return
			}
			w.add(title + ": overlapping paths " + file.String() + " and " + files[other].String())
		}
	}
}

// projectedVolumeFiles returns the files that a projected volume has from s. Of several kinds
// of sources in one, which is invalid, the first that names files counts.
func projectedVolumeFiles(s *corev1.VolumeProjection) []volumeFile {
	switch {
	case s.ConfigMap != nil && s.ConfigMap.Items != nil:
		return keyFiles(s.ConfigMap.Items, "ConfigMap", &s.ConfigMap.Name)
	case s.Secret != nil && s.Secret.Items != nil:
		return keyFiles(s.Secret.Items, "Secret", &s.Secret.Name)
	case s.DownwardAPI != nil && s.DownwardAPI.Items != nil:
		return downwardFiles(s.DownwardAPI.Items, "DownwardAPI")
	case s.ServiceAccountToken != nil:
		return []volumeFile{{path: s.ServiceAccountToken.Path, source: "ServiceAccountToken"}}
	case s.ClusterTrustBundle != nil:
		name := s.ClusterTrustBundle.Name
		if name == nil {
			name = s.ClusterTrustBundle.SignerName
		}
		return []volumeFile{{path: s.ClusterTrustBundle.Path, source: "ClusterTrustBundle", name: name}}
	case s.PodCertificate != nil:
		return []volumeFile{
			{path: s.PodCertificate.CertificateChainPath, source: "PodCertificate chain"},
			{path: s.PodCertificate.KeyPath, source: "PodCertificate key"},
			{path: s.PodCertificate.CredentialBundlePath, source: "PodCertificate credential bundle"},
		}
	}
	return nil
}

func keyFiles(items []corev1.KeyToPath, source string, name *string) []volumeFile {
	files := make([]volumeFile, len(items))
	for i := range items {
		files[i] = volumeFile{items[i].Path, source, name}
	}
	return files
}

func downwardFiles(items []corev1.DownwardAPIVolumeFile, source string) []volumeFile {
	files := make([]volumeFile, len(items))
	for i := range items {
		files[i] = volumeFile{path: items[i].Path, source: source}
	}
	return files
}
