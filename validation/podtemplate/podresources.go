package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// podResources checks what the pod asks for as a whole, and that its containers get by with it.
func (c *checker) podResources(path *fieldpath.Path, r *corev1.ResourceRequirements) {
	if r == nil {
		return
	}
	if c.spec.OS != nil && c.spec.OS.Name == corev1.Windows {
		c.add(field.Forbidden(path.Field(), "must not be given for a windows pod"))
		return
	}
	claims := path.Child("claims")
	if r.Claims != nil {
		c.add(field.Forbidden(claims.Field(), "must be those of containers"))
	}
	c.claims(&claims, r.Claims)
	c.requestsAndLimits(path, r, true)
	c.containersFitPod(path, r)
}

// containersFitPod checks that the pod as a whole has no less than its containers.
func (c *checker) containersFitPod(path *fieldpath.Path, r *corev1.ResourceRequirements) {
	defer c.sort(len(c.errs))
	requests, limits := path.Child("requests"), path.Child("limits")
	for name, sum := range sumOfContainers(c.spec, requestsOf) {
		if most, ok := r.Requests[name]; ok && sum.Cmp(most) > 0 {
			p := requests.Key(string(name))
			c.add(field.Invalid(p.Field(), most.String(), "must not be less than the containers request together, "+sum.String()))
		}
	}
	for name, sum := range sumOfContainers(c.spec, limitsOf) {
		if most, ok := r.Limits[name]; ok && isHugePages(name) && sum.Cmp(most) > 0 {
			p := limits.Key(string(name))
			c.add(field.Invalid(p.Field(), most.String(), "must not be less than the limits of the containers together, "+sum.String()))
		}
	}
	containers := path.Child("containers")
	for i := range c.spec.Containers {
		p := containers.Index(i)
		for name, limit := range c.spec.Containers[i].Resources.Limits {
			if most, ok := r.Limits[name]; ok && limit.Cmp(most) > 0 {
				p := p.Key(string(name))
				c.add(field.Invalid(p.Field("limits"), limit.String(), "must not be greater than the limit of the pod, "+most.String()))
			}
		}
	}
}

func requestsOf(container *corev1.Container) corev1.ResourceList { return container.Resources.Requests }

func limitsOf(container *corev1.Container) corev1.ResourceList { return container.Resources.Limits }

// sumOfContainers returns the most of each resource that the containers have at one time:
// either all containers run beside all sidecars, or an init container runs beside the
// sidecars that were started before it.
func sumOfContainers(spec *corev1.PodSpec, of func(*corev1.Container) corev1.ResourceList) map[corev1.ResourceName]resource.Quantity {
	sum := map[corev1.ResourceName]resource.Quantity{}
	sidecars := map[corev1.ResourceName]resource.Quantity{}
	starting := map[corev1.ResourceName]resource.Quantity{}
	for i := range spec.Containers {
		for name, quantity := range of(&spec.Containers[i]) {
			sum[name] = plus(sum[name], quantity)
		}
	}
	for i := range spec.InitContainers {
		init := &spec.InitContainers[i]
		for name, quantity := range of(init) {
			now := plus(sidecars[name], quantity)
			if isSidecar(init) {
				sidecars[name] = now
			}
			starting[name] = greater(starting[name], now)
		}
	}
	for name, quantity := range sidecars {
		sum[name] = plus(sum[name], quantity)
	}
	for name, quantity := range starting {
		sum[name] = greater(sum[name], quantity)
	}
	return sum
}

// plus returns the sum of both in memory of its own.
func plus(a, b resource.Quantity) resource.Quantity {
	a = a.DeepCopy()
	a.Add(b)
	return a
}

func greater(a, b resource.Quantity) resource.Quantity {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}
