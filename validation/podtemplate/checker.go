package podtemplate

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/labelrules"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

// checker goes over one template and collects what it finds. Its methods are the rules: each
// file has those of one area, and a method is named after the field that it is about.
type checker struct {
	meta *metav1.ObjectMeta
	spec *corev1.PodSpec
	old  tolerance
	errs field.ErrorList

	// validVolumes are those that mounts and others can refer to.
	validVolumes volumesByName
	// anyVolumes are all, valid or not, made when the first is asked for.
	anyVolumes map[string]*corev1.Volume
	// claimNames are those of the pod's resource claims, made when the first is asked for.
	claimNames map[string]struct{}
	// containerNames are those of the containers so far, of all kinds.
	containerNames smallset.Set[string]
}

// add records errors.
func (c *checker) add(errs ...*field.Error) {
	c.errs = append(c.errs, errs...)
}

// invalid records an Invalid error for each of msgs, as apimachinery's name checks return
// them: none if value is fine. It takes a string since making it an interface value costs
// memory, which only an error is worth.
func (c *checker) invalid(path *fieldpath.Path, value string, msgs []string) {
	for _, msg := range msgs {
		c.add(field.Invalid(path.Field(), value, msg))
	}
}

// required records an error unless the field called name, a child of path, has a value.
func (c *checker) required(path *fieldpath.Path, name, value string) {
	if value == "" {
		c.add(field.Required(path.Field(name), "must be set"))
	}
}

// given says whether the field called name is set.
type given struct {
	name string
	set  bool
}

// sort orders the errors from the one at start on: those that came out of a map, whose order
// changes from run to run. It makes the text of each only once: there may be many.
func (c *checker) sort(start int) {
	errs := c.errs[start:]
	if len(errs) < 2 {
		return
	}
	texts := make(map[*field.Error]string, len(errs))
	for _, err := range errs {
		texts[err] = err.Error()
	}
	slices.SortFunc(errs, func(a, b *field.Error) int { return strings.Compare(texts[a], texts[b]) })
}

// labelSelector checks a selector of pods or other objects. With anyValue the values of its
// expressions are not checked.
func (c *checker) labelSelector(path *fieldpath.Path, selector *metav1.LabelSelector, anyValue bool) {
	c.add(labelrules.Selector(selector, anyValue, path)...)
}

// labels checks that each key and value can be that of a label. Which one is wrong, the errors
// say in their values: their path is that of the map.
func (c *checker) labels(path *fieldpath.Path, labels map[string]string) {
	c.add(labelrules.Labels(labels, path)...)
}
