package warnings

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// volumeFile is a file in a volume. In a projected volume it also names the source of the file.
type volumeFile struct {
	path   string
	source string
	name   *string // of the source; not all sources have one
}

// String returns the path and what is known about the source.
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

// files warns about overlapping files in the volume. As in kube-apiserver, these warnings have no
// field and begin with the name of the volume.
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
				w.warnWithoutField(fmt.Sprintf("%s: sources[%d] is empty", title, i))
			} else {
				files = append(files, projectedFiles(&s.Sources[i])...)
			}
		}
		w.overlaps(title, files)
	}
}

// volumeTitle returns the beginning of a warning about the volume.
func volumeTitle(volume *corev1.Volume, kind string) string {
	return "volume " + quote(volume.Name) + " (" + kind + ")"
}

// overlaps warns about each pair of files with the same path, and about each pair of which one
// has the path of a directory around the other.
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
			w.warnWithoutField(title + ": overlapping paths " + file.String() + " and " + files[other].String())
		}
	}
}

// projectedFiles returns the files that a projected volume gets from s. A source of several
// kinds is invalid; kube-apiserver then looks at the first kind that names files.
func projectedFiles(s *corev1.VolumeProjection) []volumeFile {
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

// fileTree finds overlapping files without comparing every pair. It takes time and memory in
// proportion to the text of the paths.
type fileTree struct {
	// entries has, for each name in a directory, the index of its node. The root is node 0.
	entries map[entry]int
	nodes   []fileNode
}

// entry is a name in the directory at a node.
type entry struct {
	directory int
	name      string
}

// fileNode is a file or directory. It holds the numbers of the files with exactly this path, and
// of those with this path or one below it.
type fileNode struct {
	here, below []int
}

func newFileTree() *fileTree {
	return &fileTree{entries: map[entry]int{}, nodes: make([]fileNode, 1)}
}

// add adds a file and returns the numbers of at most maxConflicts earlier files that overlap it:
// files at path, at a directory around it or below it. Numbers must increase from call to call.
func (t *fileTree) add(path string, number int) []int {
	nodes := t.nodesOf(path)
	var found []int
	for _, directory := range nodes[:len(nodes)-1] {
		if len(found) < maxConflicts {
			found = append(found, t.nodes[directory].here...)
		}
	}
	last := &t.nodes[nodes[len(nodes)-1]]
	found = append(found, last.below...)
	slices.Sort(found)

	last.here = appendConflict(last.here, number)
	for _, i := range nodes {
		t.nodes[i].below = appendConflict(t.nodes[i].below, number)
	}
	return found[:min(len(found), maxConflicts)]
}

// nodesOf returns the nodes of path, from the outermost directory to the file, and makes those
// that are missing.
func (t *fileTree) nodesOf(path string) []int {
	var nodes []int
	directory := 0
	for name := range strings.SplitSeq(path, "/") {
		key := entry{directory, name}
		node, ok := t.entries[key]
		if !ok {
			node = len(t.nodes)
			t.nodes = append(t.nodes, fileNode{})
			t.entries[key] = node
		}
		nodes = append(nodes, node)
		directory = node
	}
	return nodes
}
