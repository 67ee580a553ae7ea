package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// volumes checks the volumes, and keeps the valid ones for those who refer to them.
func (c *checker) volumes(path *fieldpath.Path, list []corev1.Volume) {
	for i := range list {
		volume, before := &list[i], len(c.errs)
		p := path.Index(i)
		c.volumeSource(p, volume)
		c.required(p, "name", volume.Name)
		c.dnsLabel(p, "name", volume.Name)
		if c.volume(volume.Name) != nil {
			c.add(field.Duplicate(p.Field("name"), volume.Name))
		}
		if len(c.errs) == before {
			c.validVolumes.put(volume)
		}
	}
}

// volume returns the volume called name, or nil if there is none. As in kube-apiserver, one
// that is invalid does not count.
func (c *checker) volume(name string) *corev1.Volume {
	return c.validVolumes.get(name)
}

// volumesByName holds volumes by their names. A few cost no memory; with many, as in hostile
// input, finding one costs no more time than in a map.
type volumesByName struct {
	few  [8]*corev1.Volume
	n    int
	many map[string]*corev1.Volume
}

// put adds a volume whose name is new.
func (v *volumesByName) put(volume *corev1.Volume) {
	switch {
	case v.many != nil:
		v.many[volume.Name] = volume
	case v.n < len(v.few):
		v.few[v.n] = volume
		v.n++
	default:
		v.many = make(map[string]*corev1.Volume, 2*len(v.few))
		for _, known := range append(v.few[:], volume) {
			v.many[known.Name] = known
		}
	}
}

// get returns the volume called name, or nil.
func (v *volumesByName) get(name string) *corev1.Volume {
	if v.many != nil {
		return v.many[name]
	}
	for _, volume := range v.few[:v.n] {
		if volume.Name == name {
			return volume
		}
	}
	return nil
}
