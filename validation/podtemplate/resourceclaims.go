package podtemplate

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

// resourceClaims checks the claims of devices that the containers of the pod share.
func (c *checker) resourceClaims(path *fieldpath.Path, list []corev1.PodResourceClaim) {
	var seen smallset.Set[string]
	for i := range list {
		claim := &list[i]
		p := path.Index(i)
		name := p.Child("name")
		switch {
		case claim.Name == "":
			c.add(field.Required(name.Field(), "must be set"))
		case !seen.Insert(claim.Name):
			c.add(field.Duplicate(name.Field(), claim.Name))
		default:
			c.invalid(name, claim.Name, names.DNS1123Label(claim.Name))
		}
		if (claim.ResourceClaimName == nil) == (claim.ResourceClaimTemplateName == nil) {
			c.add(field.Invalid(p.Field(), claim.Name, "must have either resourceClaimName or resourceClaimTemplateName"))
		}
		c.optionalDNSSubdomain(p, "resourceClaimName", claim.ResourceClaimName)
		c.optionalDNSSubdomain(p, "resourceClaimTemplateName", claim.ResourceClaimTemplateName)
	}
}

// claims checks which of the pod's resource claims a container uses: each whole, or one or
// more of its requests, but nothing twice.
func (c *checker) claims(path *fieldpath.Path, list []corev1.ResourceClaim) {
	if len(list) == 0 {
		return
	}
	used := make(map[string]bool, len(list)) // by claim, or claim/request
	usedInPart := make(map[string]bool, len(list))
	for i, claim := range list {
		p := path.Index(i)
		if claim.Name == "" {
			c.add(field.Required(p.Field(), "must have a name"))
			continue
		}
		key, part := claim.Name, claim.Request != ""
		if part && !used[claim.Name] {
			key += "/" + claim.Request
			c.invalid(p.Child("request"), claim.Request, names.DNS1123Label(claim.Request))
		}
		if used[key] || !part && usedInPart[claim.Name] {
			c.add(field.Duplicate(p.Field(), key))
		}
		used[key] = true
		if whole, _, ok := strings.Cut(key, "/"); ok {
			usedInPart[whole] = true
		}
		if !c.hasClaim(claim.Name) {
			err := field.NotFound(p.Field(), claim.Name)
			err.Detail = "must be the name of one of the pod's resourceClaims"
			c.add(err)
		}
	}
}

// hasClaim reports whether the pod has a resource claim called name.
func (c *checker) hasClaim(name string) bool {
	if c.claimNames == nil {
		c.claimNames = make(map[string]struct{}, len(c.spec.ResourceClaims))
		for i := range c.spec.ResourceClaims {
			c.claimNames[c.spec.ResourceClaims[i].Name] = struct{}{}
		}
	}
	_, ok := c.claimNames[name]
	return ok
}
