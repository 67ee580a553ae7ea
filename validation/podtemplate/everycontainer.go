package podtemplate

import corev1 "k8s.io/api/core/v1"

// containerCount returns how many containers of all kinds the pod has.
func containerCount(spec *corev1.PodSpec) int {
	return len(spec.InitContainers) + len(spec.Containers) + len(spec.EphemeralContainers)
}

// containerAt returns the container at i, which counts through the init containers, then the
// others and the ephemeral ones.
func containerAt(spec *corev1.PodSpec, i int) *corev1.Container {
	if i < len(spec.InitContainers) {
		return &spec.InitContainers[i]
	}
	i -= len(spec.InitContainers)
	if i < len(spec.Containers) {
		return &spec.Containers[i]
	}
	i -= len(spec.Containers)
	return (*corev1.Container)(&spec.EphemeralContainers[i].EphemeralContainerCommon)
}

// containerPlace returns which list of containers the one is in that containerAt finds at n,
// and where in it.
func containerPlace(spec *corev1.PodSpec, n int) (list string, i int) {
	if n < len(spec.InitContainers) {
		return "initContainers", n
	}
	n -= len(spec.InitContainers)
	if n < len(spec.Containers) {
		return "containers", n
	}
	return "ephemeralContainers", n - len(spec.Containers)
}
