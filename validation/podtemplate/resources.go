package podtemplate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/validation/internal/amount"
	"github.com/jobapi/jobapi/validation/internal/containers"
	"github.com/jobapi/jobapi/validation/internal/enum"
	"github.com/jobapi/jobapi/validation/internal/smallset"
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
	if isHugePages(name) && !c.ratchet.partialHugePages && !fitsHugePages(name, quantity) {
		c.add(field.Invalid(path.Field(), amount.Text(quantity), "must be a multiple of the page size in the name"))
	}
}

func hasCPUOrMemory(list corev1.ResourceList) bool {
	_, cpu := list[corev1.ResourceCPU]
	_, memory := list[corev1.ResourceMemory]
	return cpu || memory
}

var (
	// containerResourceNames are what containers can ask for, beside huge pages and what has
	// a domain in its name.
	containerResourceNames = []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory, corev1.ResourceEphemeralStorage}

	// podResourceNames are what pods can ask for as a whole. The last is the prefix of many.
	podResourceNames = []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory, corev1.ResourceHugePagesPrefix}

	// countedResourceNames are those of quotas that are numbers of objects.
	countedResourceNames = []corev1.ResourceName{
		corev1.ResourcePods,
		corev1.ResourceQuotas,
		corev1.ResourceServices,
		corev1.ResourceReplicationControllers,
		corev1.ResourceSecrets,
		corev1.ResourceConfigMaps,
		corev1.ResourcePersistentVolumeClaims,
		corev1.ResourceServicesNodePorts,
		corev1.ResourceServicesLoadBalancers,
	}

	// measuredResourceNames are those of quotas that are amounts, beside huge pages.
	measuredResourceNames = []corev1.ResourceName{
		corev1.ResourceCPU,
		corev1.ResourceMemory,
		corev1.ResourceEphemeralStorage,
		corev1.ResourceRequestsCPU,
		corev1.ResourceRequestsMemory,
		corev1.ResourceRequestsEphemeralStorage,
		corev1.ResourceLimitsCPU,
		corev1.ResourceLimitsMemory,
		corev1.ResourceLimitsEphemeralStorage,
		corev1.ResourceStorage,
		corev1.ResourceRequestsStorage,
	}
)

// isHugePages reports whether name is hugepages- and a page size.
func isHugePages(name corev1.ResourceName) bool {
	return strings.HasPrefix(string(name), corev1.ResourceHugePagesPrefix)
}

// isStandard reports whether Kubernetes defines the name, for quotas at least.
func isStandard(name corev1.ResourceName) bool {
	return slices.Contains(measuredResourceNames, name) || slices.Contains(countedResourceNames, name) ||
		isHugePages(name) || strings.HasPrefix(string(name), corev1.ResourceRequestsHugePagesPrefix)
}

// isNative reports whether the name belongs to Kubernetes: it has no domain, or that of
// Kubernetes.
func isNative(name corev1.ResourceName) bool {
	return !strings.Contains(string(name), "/") || strings.Contains(string(name), corev1.ResourceDefaultNamespacePrefix)
}

// isExtended reports whether a qualified name is that of a resource that a device plugin or an
// administrator brings: its domain is not that of Kubernetes, and leaves room for the
// requests. that quotas put before it.
func isExtended(name corev1.ResourceName) bool {
	const inQuota = corev1.DefaultResourceRequestsPrefix
	domain := strings.IndexByte(string(name), '/')
	return !isNative(name) && !strings.HasPrefix(string(name), inQuota) && domain <= labels.MaxPrefixLength-len(inQuota)
}

// isInteger reports whether there is no half of the resource.
func isInteger(name corev1.ResourceName) bool {
	return slices.Contains(countedResourceNames, name) || isExtended(name)
}

// mayExceedRequest reports whether the limit of the resource may be greater than the request:
// what is native is shared, but for huge pages.
func mayExceedRequest(name corev1.ResourceName) bool {
	return isNative(name) && !isHugePages(name)
}

// whyNotInContainer returns what keeps name from being a resource of a container, nil if
// nothing does.
func whyNotInContainer(name corev1.ResourceName) []string {
	if slices.Contains(containerResourceNames, name) {
		return nil
	}
	if msgs := names.QualifiedName(string(name)); msgs != nil {
		return msgs
	}
	switch {
	case !strings.Contains(string(name), "/") && !isHugePages(name):
		return []string{"must be cpu, memory, ephemeral-storage, hugepages-<size> or <domain>/<name>"}
	case !isNative(name) && !isExtended(name):
		return []string{"must have a domain of at most 244 characters that does not begin with requests."}
	}
	return nil
}

// isInPod reports whether name can be a resource of a pod as a whole.
func isInPod(name corev1.ResourceName) bool {
	return name == corev1.ResourceCPU || name == corev1.ResourceMemory || isHugePages(name)
}

// whyNoResource returns what keeps name from being a resource at all, nil if nothing does.
func whyNoResource(name corev1.ResourceName) []string {
	if msgs := names.QualifiedName(string(name)); msgs != nil {
		return msgs
	}
	if !strings.Contains(string(name), "/") && !isStandard(name) {
		return []string{"must be a resource of Kubernetes or <domain>/<name>"}
	}
	return nil
}

// fitsHugePages reports whether the quantity of the resource called hugepages-<size> is a
// number of whole pages.
func fitsHugePages(name corev1.ResourceName, quantity resource.Quantity) bool {
	page := pageSize(strings.TrimPrefix(string(name), corev1.ResourceHugePagesPrefix))
	return page != 0 && amount.Value(quantity)%page == 0
}

// pageSize returns the bytes of a page whose size is called text, and 0 if no page can have
// it, or if the size overflows and nothing is left of it: kube-apiserver then divides by zero.
func pageSize(text string) int64 {
	if isFarExponent(text) {
		return 0
	}
	size, err := resource.ParseQuantity(text)
	if err != nil || size.Sign() <= 0 || !amount.IsWhole(size) {
		return 0
	}
	return size.Value()
}

// isFarExponent reports whether text ends in an exponent that makes the number before it a
// fraction, or a multiple of 2 to the 64th. ParseQuantity would write out all of its digits.
func isFarExponent(text string) bool {
	i := strings.IndexAny(text, "eE")
	if i < 0 {
		return false
	}
	parsed, err := strconv.ParseInt(text[i+1:], 10, 64)
	exponent := int(int32(parsed)) // ParseQuantity ignores the upper half as well
	return err == nil && (exponent < -len(text) || exponent > len(text)+64)
}

// splitsHugePages reports whether some container of the pod asks for a part of a huge page.
func hasPartialHugePages(spec *corev1.PodSpec) bool {
	if hasPartialHugePage(spec.Overhead) {
		return true
	}
	for i := range containers.Count(spec) {
		resources := &containers.At(spec, i).Resources
		if hasPartialHugePage(resources.Limits) || hasPartialHugePage(resources.Requests) {
			return true
		}
	}
	return false
}

func hasPartialHugePage(list corev1.ResourceList) bool {
	for name, quantity := range list {
		if isHugePages(name) && !fitsHugePages(name, quantity) {
			return true
		}
	}
	return false
}

var (
	resizableResources = []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory}
	resizePolicies     = []corev1.ResourceResizeRestartPolicy{corev1.NotRequired, corev1.RestartContainer}
)

// resizePolicy checks what happens to a container when its resources change. As in
// kube-apiserver, most errors do not say which of the list they are about.
func (c *checker) resizePolicy(path *fieldpath.Path, list []corev1.ContainerResizePolicy) {
	var seen smallset.Set[corev1.ResourceName]
	for i := range list {
		policy := &list[i]
		if !seen.Insert(policy.ResourceName) {
			c.add(field.Duplicate(path.Index(i).Field(), policy.ResourceName))
		}
		if policy.ResourceName == "" {
			c.add(field.Required(path.Field(), "each must have a resourceName"))
		} else {
			c.add(enum.Validate(path, policy.ResourceName, resizableResources)...)
		}
		if policy.RestartPolicy == "" {
			c.add(field.Required(path.Field(), "each must have a restartPolicy"))
		} else {
			c.add(enum.Validate(path, policy.RestartPolicy, resizePolicies)...)
		}
		if c.spec.RestartPolicy == corev1.RestartPolicyNever && policy.RestartPolicy != corev1.NotRequired {
			c.add(field.Invalid(path.Field(), policy.RestartPolicy, "must be NotRequired, since the pod has restartPolicy Never"))
		}
	}
}

// noRestartToResize forbids to restart an init container that the pod waits for: it would run
// again from its start.
func (c *checker) noRestartToResize(path *fieldpath.Path, list []corev1.ContainerResizePolicy) {
	if c.ratchet.restartToResizeInit {
		return
	}
	for i := range list {
		if list[i].RestartPolicy == corev1.RestartContainer {
			c.add(field.Invalid(path.Index(i).Field("restartPolicy"), list[i].RestartPolicy, "needs an init container with restartPolicy Always"))
		}
	}
}

// restartsToResizeInit reports whether an init container breaks [checker.noRestartToResize].
func restartsToResizeInit(spec *corev1.PodSpec) bool {
	for i := range spec.InitContainers {
		if init := &spec.InitContainers[i]; !isSidecar(init) {
			for _, policy := range init.ResizePolicy {
				if policy.RestartPolicy == corev1.RestartContainer {
					return true
				}
			}
		}
	}
	return false
}
