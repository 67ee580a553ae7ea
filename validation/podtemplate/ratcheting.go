package podtemplate

import corev1 "k8s.io/api/core/v1"

// ratchet says which rules the old template of an update already breaks. These rules are newer
// than objects that break them, so kube-apiserver doesn't apply them to the new template, either.
// The zero value is for a new template: all rules apply.
type ratchet struct {
	// deletionCost: the annotation with the deletion cost isn't an integer.
	deletionCost bool
	// partialHugePages: a container asks for a fraction of a huge page.
	partialHugePages bool
	// restartToResizeInit: an init container that isn't a sidecar restarts to be resized.
	restartToResizeInit bool
	// numericTolerations: a toleration has the operator Lt or Gt.
	numericTolerations bool
	// nodeAffinityValues: a required node affinity has a value that no label can have.
	nodeAffinityValues bool
	// podAffinitySelectors: a selector of a pod affinity or anti-affinity is invalid.
	podAffinitySelectors bool
	// spreadSelectors: the selector of a spread constraint is invalid.
	spreadSelectors bool
	// spreadLabelKeys: the matchLabelKeys of a spread constraint are invalid.
	spreadLabelKeys bool
	// hostSysctls: a sysctl belongs to a namespace that the pod shares with the host.
	hostSysctls bool
	// sysAdmin: a container that forbids privilege escalation adds CAP_SYS_ADMIN.
	sysAdmin bool
	// hostNetworkWithOwnUsers: a pod with its own user namespace uses the host's network.
	hostNetworkWithOwnUsers bool
	// volumeDevicesWithOwnUsers: a pod with its own user namespace has block devices.
	volumeDevicesWithOwnUsers bool
	// emptyImageReference: an image volume names no image.
	emptyImageReference bool
	// outsideTokenPath: the path of a projected service account token leaves the volume.
	outsideTokenPath bool
}

// ratchetFor returns the rules not to apply in an update of old, which may be nil.
func ratchetFor(old *corev1.PodTemplateSpec) ratchet {
	if old == nil {
		return ratchet{}
	}
	return ratchet{
		deletionCost:              hasBadDeletionCost(old.Annotations),
		partialHugePages:          hasPartialHugePages(&old.Spec),
		restartToResizeInit:       restartsToResizeInit(&old.Spec),
		numericTolerations:        hasNumericTolerations(old.Spec.Tolerations),
		nodeAffinityValues:        hasBadNodeAffinityValues(old.Spec.Affinity),
		podAffinitySelectors:      hasBadPodAffinitySelectors(old.Spec.Affinity),
		spreadSelectors:           hasBadSpreadSelectors(old.Spec.TopologySpreadConstraints),
		spreadLabelKeys:           hasBadSpreadLabelKeys(old.Spec.TopologySpreadConstraints),
		hostSysctls:               hasHostSysctls(&old.Spec),
		sysAdmin:                  hasSysAdminWithoutEscalation(&old.Spec),
		hostNetworkWithOwnUsers:   old.Spec.HostNetwork && hasOwnUsers(&old.Spec),
		volumeDevicesWithOwnUsers: hasVolumeDevicesWithOwnUsers(&old.Spec),
		emptyImageReference:       hasEmptyImageReference(old.Spec.Volumes),
		outsideTokenPath:          hasOutsideTokenPath(old.Spec.Volumes),
	}
}
