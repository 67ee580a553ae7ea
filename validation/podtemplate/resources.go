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

// resources checks the requests, limits and claims of a container.
func (c *checker) resources(path *fieldpath.Path, r *corev1.ResourceRequirements) {
	c.requestsAndLimits(path, r, false)
	c.claims(path.Child("claims"), r.Claims)
}

// overhead checks the resources that the pod needs besides those of its containers. As in
// kube-apiserver, the errors are at overhead.limits.
func (c *checker) overhead(path *fieldpath.Path, overhead corev1.ResourceList) {
	c.requestsAndLimits(path, &corev1.ResourceRequirements{Limits: overhead}, false)
}

// requestsAndLimits checks the requests and limits of a container, or of the pod as a whole.
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
			c.add(field.Required(limits.Field(), fmt.Sprintf("%s needs a limit that equals the request", name)))
		case limited && !exceedable && amount.Compare(quantity, limit) != 0:
			c.add(field.Invalid(requests.Field(), amount.Text(quantity), fmt.Sprintf("must equal the limit of %s, which is %s", name, amount.Text(limit))))
		case limited && amount.Compare(quantity, limit) > 0:
			c.add(field.Invalid(requests.Field(), amount.Text(quantity), fmt.Sprintf("must not exceed the limit of %s, which is %s", name, amount.Text(limit))))
		}
	}
	if hugePages && !hasCPUOrMemory(r.Limits) && !hasCPUOrMemory(r.Requests) {
		c.add(field.Forbidden(path.Field(), "huge pages require a request or limit of cpu or memory"))
	}
	c.sort(start)
}

// resource checks one request or limit of a container or pod.
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
		c.add(field.Invalid(path.Field(), amount.Text(quantity), "must be a multiple of the page size"))
	}
}

func hasCPUOrMemory(list corev1.ResourceList) bool {
	_, cpu := list[corev1.ResourceCPU]
	_, memory := list[corev1.ResourceMemory]
	return cpu || memory
}

var (
	// containerResourceNames are the resources of containers, besides huge pages and those with a
	// domain in their name.
	containerResourceNames = []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory, corev1.ResourceEphemeralStorage}

	// podResourceNames are the resources of a pod as a whole. The last one is a prefix.
	podResourceNames = []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory, corev1.ResourceHugePagesPrefix}

	// countedResourceNames are the resources of quotas that count objects.
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

	// measuredResourceNames are the other resources of quotas, besides huge pages.
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

// isHugePages reports whether name is hugepages-<size>.
func isHugePages(name corev1.ResourceName) bool {
	return strings.HasPrefix(string(name), corev1.ResourceHugePagesPrefix)
}

// isStandard reports whether Kubernetes defines the name, if only for quotas.
func isStandard(name corev1.ResourceName) bool {
	return slices.Contains(measuredResourceNames, name) || slices.Contains(countedResourceNames, name) ||
		isHugePages(name) || strings.HasPrefix(string(name), corev1.ResourceRequestsHugePagesPrefix)
}

// isNative reports whether the name has no domain or the domain of Kubernetes.
func isNative(name corev1.ResourceName) bool {
	return !strings.Contains(string(name), "/") || strings.Contains(string(name), corev1.ResourceDefaultNamespacePrefix)
}

// isExtended reports whether a qualified name is that of an extended resource, which a device
// plugin or an administrator adds: its domain isn't Kubernetes' own, and is short enough for the
// prefix "requests." of quotas.
func isExtended(name corev1.ResourceName) bool {
	const inQuota = corev1.DefaultResourceRequestsPrefix
	domain := strings.IndexByte(string(name), '/')
	return !isNative(name) && !strings.HasPrefix(string(name), inQuota) && domain <= labels.MaxPrefixLength-len(inQuota)
}

// isInteger reports whether amounts of the resource are whole numbers.
func isInteger(name corev1.ResourceName) bool {
	return slices.Contains(countedResourceNames, name) || isExtended(name)
}

// mayExceedRequest reports whether the limit of the resource may be greater than the request.
// Native resources can be overcommitted, except for huge pages.
func mayExceedRequest(name corev1.ResourceName) bool {
	return isNative(name) && !isHugePages(name)
}

// whyNotInContainer returns why name can't be a resource of a container, or nil if it can.
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
		return []string{"needs a domain of at most 244 characters that doesn't begin with requests."}
	}
	return nil
}

// isInPod reports whether name can be a resource of a pod as a whole.
func isInPod(name corev1.ResourceName) bool {
	return name == corev1.ResourceCPU || name == corev1.ResourceMemory || isHugePages(name)
}

// whyNoResource returns why name can't be a resource at all, or nil if it can.
func whyNoResource(name corev1.ResourceName) []string {
	if msgs := names.QualifiedName(string(name)); msgs != nil {
		return msgs
	}
	if !strings.Contains(string(name), "/") && !isStandard(name) {
		return []string{"must be a resource that Kubernetes defines, or <domain>/<name>"}
	}
	return nil
}

// fitsHugePages reports whether quantity is a whole number of the pages of the resource called
// hugepages-<size>.
func fitsHugePages(name corev1.ResourceName, quantity resource.Quantity) bool {
	page := pageSize(strings.TrimPrefix(string(name), corev1.ResourceHugePagesPrefix))
	return page != 0 && amount.Value(quantity)%page == 0
}

// pageSize parses the size of a page in bytes. It returns 0 if the size is invalid, or if it
// overflows to 0, in which case kube-apiserver divides by zero.
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

// isFarExponent reports whether text ends in an exponent so small that the number is a fraction, or
// so great that it overflows. ParseQuantity would write out all of its digits.
func isFarExponent(text string) bool {
	i := strings.IndexAny(text, "eE")
	if i < 0 {
		return false
	}
	parsed, err := strconv.ParseInt(text[i+1:], 10, 64)
	exponent := int(int32(parsed)) // ParseQuantity ignores the upper half, too
	return err == nil && (exponent < -len(text) || exponent > len(text)+64)
}

// hasPartialHugePages reports whether the pod or a container asks for a fraction of a huge page.
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

// resizePolicy checks whether a container restarts when its resources change. As in
// kube-apiserver, most errors have no index in their path.
func (c *checker) resizePolicy(path *fieldpath.Path, list []corev1.ContainerResizePolicy) {
	var seen smallset.Set[corev1.ResourceName]
	for i := range list {
		policy := &list[i]
		if !seen.Insert(policy.ResourceName) {
			c.add(field.Duplicate(path.Index(i).Field(), policy.ResourceName))
		}
		if policy.ResourceName == "" {
			c.add(field.Required(path.Field(), "each element needs a resourceName"))
		} else {
			c.add(enum.Validate(path, policy.ResourceName, resizableResources)...)
		}
		if policy.RestartPolicy == "" {
			c.add(field.Required(path.Field(), "each element needs a restartPolicy"))
		} else {
			c.add(enum.Validate(path, policy.RestartPolicy, resizePolicies)...)
		}
		if c.spec.RestartPolicy == corev1.RestartPolicyNever && policy.RestartPolicy != corev1.NotRequired {
			c.add(field.Invalid(path.Field(), policy.RestartPolicy, "must be NotRequired, because the pod has restartPolicy: Never"))
		}
	}
}

// noRestartToResize forbids restarting an init container that isn't a sidecar to resize it: it would
// start all over.
func (c *checker) noRestartToResize(path *fieldpath.Path, list []corev1.ContainerResizePolicy) {
	if c.ratchet.restartToResizeInit {
		return
	}
	for i := range list {
		if list[i].RestartPolicy == corev1.RestartContainer {
			c.add(field.Invalid(path.Index(i).Field("restartPolicy"), list[i].RestartPolicy, "must not be RestartContainer, except in a sidecar"))
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
