package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

var pullPolicies = []corev1.PullPolicy{corev1.PullAlways, corev1.PullIfNotPresent, corev1.PullNever}

// pullPolicy checks when to pull the image of a container or volume.
func (c *checker) pullPolicy(path *fieldpath.Path, policy corev1.PullPolicy) {
	if policy == "" {
		c.add(field.Required(path.Field(), "must be given"))
		return
	}
	oneOf(c, path, policy, pullPolicies)
}
