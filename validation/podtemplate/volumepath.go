package podtemplate

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// noBacksteps checks a path that must stay below where it starts.
func (c *checker) noBacksteps(path *fieldpath.Path, value string) {
	if hasBackstep(value) {
		c.add(field.Invalid(path.Field(), value, "must not contain '..'"))
	}
}

// localPath checks the path of a directory in a volume.
func (c *checker) localPath(path *fieldpath.Path, value string) {
	switch {
	case strings.HasPrefix(value, "/"):
		c.add(field.Invalid(path.Field(), value, "must be relative: it is a path in the volume"))
	case hasBackstep(value):
		c.add(field.Invalid(path.Field(), value, "must not contain '..'"))
	}
}

// filePath checks the path of a file that the kubelet writes into a volume. The names that
// start with two dots are its own.
func (c *checker) filePath(path *fieldpath.Path, value string) {
	if !isFilePath(value) {
		c.add(field.Invalid(path.Field(), value, "must be relative, without '..' as a part or at its beginning"))
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
		c.add(field.Invalid(path.Field(name), *mode, "must be from 0 to 0777 (octal), or 511 (decimal)"))
	}
}
