package podtemplate

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/internal/amount"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

// podResources checks the resources of the pod as a whole, also against those of its containers.
func (c *checker) podResources(path *fieldpath.Path, r *corev1.ResourceRequirements) {
	if r == nil {
		return
	}
	if c.spec.OS != nil && c.spec.OS.Name == corev1.Windows {
		c.add(field.Forbidden(path.Field(), "can't be set with os.name: windows"))
		return
	}
	claims := path.Child("claims")
	if r.Claims != nil {
		c.add(field.Forbidden(claims.Field(), "must be set in containers instead"))
	}
	c.claims(claims, r.Claims)
	c.requestsAndLimits(path, r, true)
	c.containersFitPod(path, r)
}

// containersFitPod checks that the pod as a whole has enough for its containers.
func (c *checker) containersFitPod(path *fieldpath.Path, r *corev1.ResourceRequirements) {
	start := len(c.errs)
	requests := path.Child("requests")
	limits := path.Child("limits")
	for name, sum := range sumOfContainers(c.spec, requestsOf) {
		if most, ok := r.Requests[name]; ok && sum.Compare(amount.Of(most)) > 0 {
			c.add(field.Invalid(requests.Key(string(name)).Field(), amount.Text(most), "must not be less than what the containers request in total, "+sum.String()))
		}
	}
	for name, sum := range sumOfContainers(c.spec, limitsOf) {
		if most, ok := r.Limits[name]; ok && isHugePages(name) && sum.Compare(amount.Of(most)) > 0 {
			c.add(field.Invalid(limits.Key(string(name)).Field(), amount.Text(most), "must not be less than the limits of the containers in total, "+sum.String()))
		}
	}
	for i := range c.spec.Containers {
		p := path.Child("containers").Index(i)
		for name, limit := range c.spec.Containers[i].Resources.Limits {
			if most, ok := r.Limits[name]; ok && amount.Compare(limit, most) > 0 {
				c.add(field.Invalid(p.Key(string(name)).Field("limits"), amount.Text(limit), "must not exceed the limit of the pod, "+amount.Text(most)))
			}
		}
	}
	c.sort(start)
}

func requestsOf(container *corev1.Container) corev1.ResourceList { return container.Resources.Requests }

func limitsOf(container *corev1.Container) corev1.ResourceList { return container.Resources.Limits }

// sumOfContainers returns the most of each resource that the containers have at the same time:
// either when all main containers run together with all sidecars, or when an init container runs
// together with the sidecars before it.
func sumOfContainers(spec *corev1.PodSpec, of func(*corev1.Container) corev1.ResourceList) map[corev1.ResourceName]amount.Sum {
	sum := map[corev1.ResourceName]amount.Sum{}
	sidecars := map[corev1.ResourceName]amount.Sum{}
	starting := map[corev1.ResourceName]amount.Sum{}
	for i := range spec.Containers {
		for name, quantity := range of(&spec.Containers[i]) {
			sum[name] = sum[name].Plus(amount.Of(quantity))
		}
	}
	for i := range spec.InitContainers {
		init := &spec.InitContainers[i]
		for name, quantity := range of(init) {
			now := sidecars[name].Plus(amount.Of(quantity))
			if isSidecar(init) {
				sidecars[name] = now
			}
			starting[name] = greater(starting[name], now)
		}
	}
	for name, quantity := range sidecars {
		sum[name] = sum[name].Plus(quantity)
	}
	for name, quantity := range starting {
		sum[name] = greater(sum[name], quantity)
	}
	return sum
}

func greater(a, b amount.Sum) amount.Sum {
	if a.Compare(b) >= 0 {
		return a
	}
	return b
}

// resourceClaims checks the claims of the pod, which its containers share.
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
			c.add(field.Invalid(p.Field(), claim.Name, "needs either resourceClaimName or resourceClaimTemplateName"))
		}
		c.optionalDNSSubdomain(p, "resourceClaimName", claim.ResourceClaimName)
		c.optionalDNSSubdomain(p, "resourceClaimTemplateName", claim.ResourceClaimTemplateName)
	}
}

// claims checks which of the pod's resource claims a container uses. It uses a claim as a whole or
// single requests of it, and nothing twice.
func (c *checker) claims(path *fieldpath.Path, list []corev1.ResourceClaim) {
	if len(list) == 0 {
		return
	}
	used := make(map[string]bool, len(list)) // keys are claim or claim/request
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
			err.Detail = "must name one of the pod's resourceClaims"
			c.add(err)
		}
	}
}

// hasClaim reports whether the pod has a resource claim with the name.
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
