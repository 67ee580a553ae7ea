package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
)

// resourceClaims checks the claims of devices that the containers of the pod share.
func (c *checker) resourceClaims(path *fieldpath.Path, list []corev1.PodResourceClaim) {
	var seen distinct[string]
	for i := range list {
		claim, p := &list[i], path.Index(i)
		name := p.Child("name")
		switch {
		case claim.Name == "":
			c.add(field.Required(name.Field(), "must be given"))
		case seen.repeats(claim.Name):
			c.add(field.Duplicate(name.Field(), claim.Name))
		default:
			c.invalid(&name, claim.Name, names.DNS1123Label(claim.Name))
		}
		if (claim.ResourceClaimName == nil) == (claim.ResourceClaimTemplateName == nil) {
			c.add(field.Invalid(p.Field(), claim.Name, "must have either resourceClaimName or resourceClaimTemplateName"))
		}
		c.claimedName(&p, "resourceClaimName", claim.ResourceClaimName)
		c.claimedName(&p, "resourceClaimTemplateName", claim.ResourceClaimTemplateName)
	}
}

// claimedName checks the name of an object in the field called name, a child of path.
func (c *checker) claimedName(path *fieldpath.Path, name string, object *string) {
	if object != nil {
		p := path.Child(name)
		c.invalid(&p, *object, names.DNS1123Subdomain(*object))
	}
}
