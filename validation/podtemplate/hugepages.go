package podtemplate

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// fitsHugePages reports whether the quantity of the resource called hugepages-<size> is a
// number of whole pages.
func fitsHugePages(name corev1.ResourceName, quantity resource.Quantity) bool {
	size, err := resource.ParseQuantity(strings.TrimPrefix(string(name), corev1.ResourceHugePagesPrefix))
	if err != nil || size.Sign() <= 0 || size.MilliValue()%1000 != 0 {
		return false
	}
	return quantity.Value()%size.Value() == 0
}

// splitsHugePages reports whether some container of the pod asks for a part of a huge page.
func splitsHugePages(spec *corev1.PodSpec) bool {
	if splitsHugePage(spec.Overhead) {
		return true
	}
	for i := range containerCount(spec) {
		resources := &containerAt(spec, i).Resources
		if splitsHugePage(resources.Limits) || splitsHugePage(resources.Requests) {
			return true
		}
	}
	return false
}

func splitsHugePage(list corev1.ResourceList) bool {
	for name, quantity := range list {
		if isHugePages(name) && !fitsHugePages(name, quantity) {
			return true
		}
	}
	return false
}
