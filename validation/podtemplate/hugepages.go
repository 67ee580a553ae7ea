package podtemplate

import (
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/jobapi/jobapi/validation/internal/amount"
	"github.com/jobapi/jobapi/validation/internal/containers"
)

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
func splitsHugePages(spec *corev1.PodSpec) bool {
	if splitsHugePage(spec.Overhead) {
		return true
	}
	for i := range containers.Count(spec) {
		resources := &containers.At(spec, i).Resources
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
