package podtemplate

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/labels"
)

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
