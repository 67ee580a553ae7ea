package podtemplate

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/enum"
)

// secretVolume checks a volume of files from a Secret.
func (c *checker) secretVolume(path *fieldpath.Path, s *corev1.SecretVolumeSource) {
	c.required(path, "secretName", s.SecretName)
	c.fileMode(path, "defaultMode", s.DefaultMode)
	c.fileOwner(path, "defaultUser", s.DefaultUser)
	c.keysToPaths(path, s.Items, nil)
}

// configMapVolume checks a volume of files from a ConfigMap.
func (c *checker) configMapVolume(path *fieldpath.Path, s *corev1.ConfigMapVolumeSource) {
	c.required(path, "name", s.Name)
	c.fileMode(path, "defaultMode", s.DefaultMode)
	c.fileOwner(path, "defaultUser", s.DefaultUser)
	c.keysToPaths(path, s.Items, nil)
}

// keysToPaths checks the items of the Secret or ConfigMap at path. files are those of the projected
// volume, or nil in other volumes.
func (c *checker) keysToPaths(path *fieldpath.Path, list []corev1.KeyToPath, files *projectedFiles) {
	for i := range list {
		item := &list[i]
		p := path.Child("items").Index(i)
		c.required(p, "key", item.Key)
		c.required(p, "path", item.Path)
		c.filePath(p.Child("path"), item.Path)
		c.fileMode(p, "mode", item.Mode)
		c.fileOwner(p, "user", item.User)
		if item.Path != "" {
			files.add(item.Path)
		}
	}
}

// downwardAPIVolume checks a volume of files from fields of the pod.
func (c *checker) downwardAPIVolume(path *fieldpath.Path, s *corev1.DownwardAPIVolumeSource) {
	c.fileMode(path, "defaultMode", s.DefaultMode)
	c.fileOwner(path, "defaultUser", s.DefaultUser)
	c.downwardAPIFiles(path, s.Items, nil)
}

// downwardAPIFiles checks the items of the source at path. As in kube-apiserver, the paths of the
// errors lack items and the index.
func (c *checker) downwardAPIFiles(path *fieldpath.Path, list []corev1.DownwardAPIVolumeFile, files *projectedFiles) {
	for i := range list {
		item := &list[i]
		c.required(path, "path", item.Path)
		c.filePath(path.Child("path"), item.Path)
		switch {
		case item.FieldRef != nil:
			c.fieldRef(path.Child("fieldRef"), item.FieldRef, fieldsInVolume)
			if item.ResourceFieldRef != nil {
				c.add(field.Invalid(path.Field(), item.Path, "must not have both fieldRef and resourceFieldRef"))
			}
		case item.ResourceFieldRef != nil:
			c.resourceFieldRef(path.Child("resourceFieldRef"), item.ResourceFieldRef, true)
		default:
			c.add(field.Required(path.Field(), "each item needs fieldRef or resourceFieldRef"))
		}
		c.fileMode(path, "mode", item.Mode)
		c.fileOwner(path, "user", item.User)
		if item.Path != "" {
			files.add(item.Path)
		}
	}
}

var hostPathTypes = []corev1.HostPathType{
	corev1.HostPathUnset,
	corev1.HostPathBlockDev,
	corev1.HostPathCharDev,
	corev1.HostPathDirectory,
	corev1.HostPathDirectoryOrCreate,
	corev1.HostPathFile,
	corev1.HostPathFileOrCreate,
	corev1.HostPathSocket,
}

// hostPath checks a file or directory of the node.
func (c *checker) hostPath(path *fieldpath.Path, s *corev1.HostPathVolumeSource) {
	if s.Path == "" {
		c.required(path, "path", s.Path)
		return
	}
	c.noBacksteps(path.Child("path"), s.Path)
	if s.Type != nil && !slices.Contains(hostPathTypes, *s.Type) {
		c.add(field.NotSupported(path.Field("type"), *s.Type, hostPathTypes))
	}
}

// emptyDir checks a directory that lives as long as the pod.
func (c *checker) emptyDir(path *fieldpath.Path, s *corev1.EmptyDirVolumeSource) {
	if s.SizeLimit != nil && s.SizeLimit.Sign() < 0 {
		c.add(field.Forbidden(path.Field("sizeLimit"), "must not be negative"))
	}
	if s.Mode != nil && (*s.Mode < 0 || *s.Mode > 0o1777) && !c.ignoresDropped {
		c.add(field.Invalid(path.Field("mode"), *s.Mode, "must be between 0 and 01777 (octal), which is 1023 (decimal)"))
	}
}

// imageVolume checks a volume of files from an image.
func (c *checker) imageVolume(path *fieldpath.Path, s *corev1.ImageVolumeSource) {
	if !c.ratchet.emptyImageReference {
		c.required(path, "reference", s.Reference)
	}
	c.add(enum.ValidateRequired(path.Child("pullPolicy"), s.PullPolicy, pullPolicies)...)
}

// hasEmptyImageReference reports whether an image volume names no image.
func hasEmptyImageReference(volumes []corev1.Volume) bool {
	for i := range volumes {
		if image := volumes[i].Image; image != nil && image.Reference == "" {
			return true
		}
	}
	return false
}

// noBacksteps checks a path that can't contain '..'.
func (c *checker) noBacksteps(path *fieldpath.Path, value string) {
	if hasBackstep(value) {
		c.add(field.Invalid(path.Field(), value, "must not contain '..'"))
	}
}

// localPath checks a path relative to a volume.
func (c *checker) localPath(path *fieldpath.Path, value string) {
	switch {
	case strings.HasPrefix(value, "/"):
		c.add(field.Invalid(path.Field(), value, "must be relative to the volume"))
	case hasBackstep(value):
		c.add(field.Invalid(path.Field(), value, "must not contain '..'"))
	}
}

// filePath checks the path of a file that the kubelet writes into a volume. Names that begin with
// two dots are reserved for the kubelet.
func (c *checker) filePath(path *fieldpath.Path, value string) {
	if !isFilePath(value) {
		c.add(field.Invalid(path.Field(), value, "must be relative, must not contain '..' and must not begin with '..'"))
	}
}

func isFilePath(value string) bool {
	return !strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "..") && !hasBackstep(value)
}

// hasBackstep reports whether a part of the path is "..".
func hasBackstep(path string) bool {
	for {
		part, rest, more := strings.Cut(path, "/")
		if part == ".." {
			return true
		}
		if !more {
			return false
		}
		path = rest
	}
}

// fileMode checks the permissions in the field called name, a child of path.
func (c *checker) fileMode(path *fieldpath.Path, name string, mode *int32) {
	if mode != nil && (*mode < 0 || *mode > 0o777) {
		c.add(field.Invalid(path.Field(name), *mode, "must be between 0 and 0777 (octal), which is 511 (decimal)"))
	}
}

// fileOwner checks the user in the field called name, a child of path.
func (c *checker) fileOwner(path *fieldpath.Path, name string, user *int64) {
	if !c.ignoresDropped {
		c.userID(path, name, user)
	}
}
