package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// fileKeyRef checks a reference to a variable in a file, which another container of the pod
// has written to an emptyDir.
func (c *checker) fileKeyRef(path *fieldpath.Path, ref *corev1.FileKeySelector) {
	if p := path.Child("key"); ref.Key == "" {
		c.add(field.Required(p.Field(), "must be set"))
	} else {
		c.invalid(p, ref.Key, validation.IsRelaxedEnvVarName(ref.Key))
	}
	c.required(path, "path", ref.Path)
	c.noBacksteps(path.Child("path"), ref.Path)
	c.required(path, "volumeName", ref.VolumeName)
	c.dnsLabel(path, "volumeName", ref.VolumeName)
	if volume := c.anyVolume(ref.VolumeName); volume == nil {
		c.add(field.NotFound(path.Field("volumeName"), ref.VolumeName))
	} else if volume.EmptyDir == nil {
		c.add(field.Invalid(path.Field("volumeName"), ref.VolumeName, "must be a volume of type emptyDir"))
	}
}

// anyVolume returns the volume called name, valid or not, the last one if there are several, or
// nil if there is none.
func (c *checker) anyVolume(name string) *corev1.Volume {
	if c.anyVolumes == nil {
		c.anyVolumes = make(map[string]*corev1.Volume, len(c.spec.Volumes))
		for i := range c.spec.Volumes {
			c.anyVolumes[c.spec.Volumes[i].Name] = &c.spec.Volumes[i]
		}
	}
	return c.anyVolumes[name]
}
