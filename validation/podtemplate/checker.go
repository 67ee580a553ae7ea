package podtemplate

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/labelrules"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/features"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

// checker goes over one template and collects errors. Its methods are the rules. A method is
// named after the field that it checks, and its first argument is the path of that field.
type checker struct {
	meta    *metav1.ObjectMeta
	spec    *corev1.PodSpec
	ratchet ratchet
	errs    field.ErrorList

	// features are the release and the gates of the server.
	features features.Set
	// ignoresDropped reports that fields which [DropDisabledFields] removes have no rules.
	ignoresDropped bool
	// oldResponders are the eviction responders of the old template.
	oldResponders []corev1.EvictionResponder

	// validVolumes are the volumes that containers may refer to.
	validVolumes volumesByName
	// anyVolumes are all volumes, valid or not. It is built when it is first needed.
	anyVolumes map[string]*corev1.Volume
	// claimNames are the names of the pod's resource claims. It is built when it is first needed.
	claimNames map[string]struct{}
	// containerNames are the names of the containers checked so far, of all kinds.
	containerNames smallset.Set[string]
}

// optional is the name of a field and whether it is set.
type optional struct {
	name string
	set  bool
}

func (c *checker) add(errs ...*field.Error) {
	c.errs = append(c.errs, errs...)
}

// invalid records an Invalid error for each message of a check of names, which has none if value
// is valid. It takes a string so that a valid value isn't boxed, which would allocate.
func (c *checker) invalid(path *fieldpath.Path, value string, msgs []string) {
	for _, msg := range msgs {
		c.add(field.Invalid(path.Field(), value, msg))
	}
}

// required records an error if the field called name, a child of path, is empty.
func (c *checker) required(path *fieldpath.Path, name, value string) {
	if value == "" {
		c.add(field.Required(path.Field(name), "must be set"))
	}
}

// dnsLabel checks the field called name, a child of path, unless it is empty.
func (c *checker) dnsLabel(path *fieldpath.Path, name, value string) {
	if value != "" {
		c.invalid(path.Child(name), value, names.DNS1123Label(value))
	}
}

// dnsSubdomain checks the field called name, a child of path, unless it is empty.
func (c *checker) dnsSubdomain(path *fieldpath.Path, name, value string) {
	if value != "" {
		c.invalid(path.Child(name), value, names.DNS1123Subdomain(value))
	}
}

// optionalDNSSubdomain is dnsSubdomain for a field that may be nil but not empty.
func (c *checker) optionalDNSSubdomain(path *fieldpath.Path, name string, value *string) {
	if value != nil {
		c.invalid(path.Child(name), *value, names.DNS1123Subdomain(*value))
	}
}

// labelSelector checks a selector. With anyValue it doesn't check the values of expressions.
func (c *checker) labelSelector(path *fieldpath.Path, selector *metav1.LabelSelector, anyValue bool) {
	c.add(labelrules.Selector(selector, anyValue, path)...)
}

// labels checks a map of labels. The path of the errors is that of the map; their values say
// which label they are about.
func (c *checker) labels(path *fieldpath.Path, labels map[string]string) {
	c.add(labelrules.Labels(labels, path)...)
}

// sort sorts the errors from index start on. Rules that range over a map need it, because the
// order of a map changes from run to run.
func (c *checker) sort(start int) {
	errs := c.errs[start:]
	if len(errs) < 2 {
		return
	}
	// There may be many errors, so each text is built only once.
	texts := make(map[*field.Error]string, len(errs))
	for _, err := range errs {
		texts[err] = err.Error()
	}
	slices.SortFunc(errs, func(a, b *field.Error) int { return strings.Compare(texts[a], texts[b]) })
}
