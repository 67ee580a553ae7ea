package podtemplate

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/amount"
)

// The units in which a resource can be told, in canonical form. The zero quantity stands
// for 1.
var (
	unitsOfCPU  = []string{"1m", "1"}
	unitsOfSize = []string{"1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"}
)

// containerResources are the resources that a resourceFieldRef can name, beside huge pages.
var containerResources = []string{
	"limits.cpu",
	"limits.ephemeral-storage",
	"limits.memory",
	"requests.cpu",
	"requests.ephemeral-storage",
	"requests.memory",
}

// resourceFieldRef checks a reference to a resource of a container. In env, where ofOther is
// false, that can be the container itself, which needs no name.
func (c *checker) resourceFieldRef(path *fieldpath.Path, ref *corev1.ResourceFieldSelector, ofOther bool) {
	known := slices.Contains(containerResources, ref.Resource) || isHugePagesField(ref.Resource)
	switch {
	case ofOther && ref.ContainerName == "":
		c.add(field.Required(path.Field("containerName"), "must be given: a volume has no container of its own"))
	case ref.Resource == "":
		c.add(field.Required(path.Field("resource"), "must be set"))
	case !known:
		c.add(field.NotSupported(path.Field("resource"), ref.Resource, containerResources))
	}
	if !known || ref.Divisor.IsZero() {
		return
	}
	units := unitsOfSize
	if ref.Resource == "limits.cpu" || ref.Resource == "requests.cpu" {
		units = unitsOfCPU
	}
	if text := amount.Text(ref.Divisor); !slices.Contains(units, text) {
		c.add(field.Invalid(path.Field("divisor"), text, "must be one of "+strings.Join(units, ", ")))
	}
}

func isHugePagesField(resource string) bool {
	return strings.HasPrefix(resource, "limits.hugepages-") || strings.HasPrefix(resource, "requests.hugepages-")
}
