// Package containers goes over the containers of a pod, whatever list they are in.
//
// Every container has a number: the init containers come first, then the containers, then the
// ephemeral containers.
package containers

import corev1 "k8s.io/api/core/v1"

// Count returns the number of containers of all kinds.
func Count(spec *corev1.PodSpec) int {
	return len(spec.InitContainers) + len(spec.Containers) + len(spec.EphemeralContainers)
}

// At returns container n. It panics unless 0 <= n < Count(spec).
func At(spec *corev1.PodSpec, n int) *corev1.Container {
	if n < len(spec.InitContainers) {
		return &spec.InitContainers[n]
	}
	n -= len(spec.InitContainers)
	if n < len(spec.Containers) {
		return &spec.Containers[n]
	}
	n -= len(spec.Containers)
	return (*corev1.Container)(&spec.EphemeralContainers[n].EphemeralContainerCommon)
}

// Position returns the list of container n, by its name in the API, and the index in that list.
func Position(spec *corev1.PodSpec, n int) (list string, index int) {
	if n < len(spec.InitContainers) {
		return "initContainers", n
	}
	n -= len(spec.InitContainers)
	if n < len(spec.Containers) {
		return "containers", n
	}
	return "ephemeralContainers", n - len(spec.Containers)
}
