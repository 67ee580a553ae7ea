package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

func (c *checker) readinessGates(path *fieldpath.Path, list []corev1.PodReadinessGate) {
	for i := range list {
		c.invalid(path.Index(i).Child("conditionType"), string(list[i].ConditionType), names.QualifiedName(string(list[i].ConditionType)))
	}
}

// schedulingGates checks the names of the gates. The errors are at the gates themselves, as
// the API server has them.
func (c *checker) schedulingGates(path *fieldpath.Path, list []corev1.PodSchedulingGate) {
	var earlier smallset.Set[string]
	for i := range list {
		element := path.Index(i)
		c.invalid(element, list[i].Name, names.QualifiedName(list[i].Name))
		if !earlier.Insert(list[i].Name) {
			c.add(field.Duplicate(element.Field(), list[i].Name))
		}
	}
}
