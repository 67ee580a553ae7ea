package podtemplate

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/amount"
)

// resources checks what a container asks for.
func (c *checker) resources(path *fieldpath.Path, r *corev1.ResourceRequirements) {
	c.requestsAndLimits(path, r, false)
	c.claims(path.Child("claims"), r.Claims)
}

// overhead checks what the pod needs beside its containers. As in kube-apiserver, its errors
// are those of limits.
func (c *checker) overhead(path *fieldpath.Path, overhead corev1.ResourceList) {
	c.requestsAndLimits(path, &corev1.ResourceRequirements{Limits: overhead}, false)
}

// requestsAndLimits checks the amounts that a container, or a pod as a whole, asks for.
func (c *checker) requestsAndLimits(path *fieldpath.Path, r *corev1.ResourceRequirements, ofPod bool) {
	start := len(c.errs)
	limits := path.Child("limits")
	requests := path.Child("requests")
	hugePages := false
	for name, quantity := range r.Limits {
		hugePages = hugePages || isHugePages(name)
		c.resource(limits.Key(string(name)), name, quantity, ofPod)
	}
	for name, quantity := range r.Requests {
		hugePages = hugePages || isHugePages(name)
		c.resource(requests.Key(string(name)), name, quantity, ofPod)

		limit, limited := r.Limits[name]
		switch exceedable := mayExceedRequest(name); {
		case !limited && !exceedable:
			c.add(field.Required(limits.Field(), fmt.Sprintf("%s must have a limit, the same as the request", name)))
		case limited && !exceedable && amount.Compare(quantity, limit) != 0:
			c.add(field.Invalid(requests.Field(), amount.Text(quantity), fmt.Sprintf("must be the limit of %s, %s", name, amount.Text(limit))))
		case limited && amount.Compare(quantity, limit) > 0:
			c.add(field.Invalid(requests.Field(), amount.Text(quantity), fmt.Sprintf("must not be greater than the limit of %s, %s", name, amount.Text(limit))))
		}
	}
	if hugePages && !hasCPUOrMemory(r.Limits) && !hasCPUOrMemory(r.Requests) {
		c.add(field.Forbidden(path.Field(), "huge pages need a request or limit of cpu or memory beside them"))
	}
	c.sort(start)
}

// resource checks one amount of a container or pod.
func (c *checker) resource(path *fieldpath.Path, name corev1.ResourceName, quantity resource.Quantity, ofPod bool) {
	if !ofPod {
		c.invalid(path, string(name), whyNotInContainer(name))
	} else if msgs := whyNoResource(name); msgs != nil {
		c.invalid(path, string(name), msgs)
	} else if !isInPod(name) {
		c.add(field.NotSupported(path.Field(), name, podResourceNames))
	}
	if quantity.Sign() < 0 {
		c.add(field.Invalid(path.Field(), amount.Text(quantity), "must not be negative"))
	}
	if isInteger(name) && !amount.IsWhole(quantity) {
		c.add(field.Invalid(path.Field(), amount.Text(quantity), "must be a whole number"))
	}
	if isHugePages(name) && !c.old.partOfHugePage && !fitsHugePages(name, quantity) {
		c.add(field.Invalid(path.Field(), amount.Text(quantity), "must be a multiple of the page size in the name"))
	}
}

func hasCPUOrMemory(list corev1.ResourceList) bool {
	_, cpu := list[corev1.ResourceCPU]
	_, memory := list[corev1.ResourceMemory]
	return cpu || memory
}
