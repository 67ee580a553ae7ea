package podtemplate

import corev1 "k8s.io/api/core/v1"

// tolerance says which rules the template broke already before an update. Such a rule came
// after objects that break it, so kube-apiserver does not hold it against them. The zero
// value is that of a new template: nothing is tolerated.
type tolerance struct {
	// The deletion cost in the annotations is no number.
	deletionCost bool
	// A container asks for a part of a huge page.
	partOfHugePage bool
	// An init container that is no sidecar is restarted to change its resources.
	restartToResizeInit bool
	// A toleration compares numbers: its operator is Lt or Gt.
	numericTolerations bool
	// A required node affinity compares with values that no label has.
	nodeAffinityValues bool
	// A selector of a pod affinity or anti-affinity is invalid.
	podAffinityValues bool
	// The selector of a spread constraint is invalid.
	spreadSelectors bool
	// The matchLabelKeys of a spread constraint are invalid.
	spreadLabelKeys bool
	// A sysctl belongs to a namespace that the pod shares with the host.
	hostSysctls bool
	// A container without privilege escalation adds CAP_SYS_ADMIN.
	sysAdmin bool
	// A pod with its own user namespace has the host's network.
	hostNetworkOwnUsers bool
	// A pod with its own user namespace has block devices.
	volumeDevicesOwnUsers bool
	// An image volume names no image.
	emptyImageReference bool
	// The path of a projected service account token leads out of the volume.
	outsideTokenPath bool
}

// tolerate returns what to tolerate in an update of old.
func tolerate(old *corev1.PodTemplateSpec) tolerance {
	if old == nil {
		return tolerance{}
	}
	return tolerance{
		deletionCost:          hasBadDeletionCost(old.Annotations),
		partOfHugePage:        splitsHugePages(&old.Spec),
		restartToResizeInit:   restartsToResizeInit(&old.Spec),
		numericTolerations:    comparesTaints(old.Spec.Tolerations),
		nodeAffinityValues:    requiresNoLabelValue(old.Spec.Affinity),
		podAffinityValues:     breaksPodAffinitySelectors(old.Spec.Affinity),
		spreadSelectors:       breaksSpreadSelectors(old.Spec.TopologySpreadConstraints),
		spreadLabelKeys:       breaksSpreadLabelKeys(old.Spec.TopologySpreadConstraints),
		hostSysctls:           breaksHostSysctls(&old.Spec),
		sysAdmin:              breaksNoPrivilegeEscalation(&old.Spec),
		hostNetworkOwnUsers:   old.Spec.HostNetwork && hasOwnUsers(&old.Spec),
		volumeDevicesOwnUsers: givesVolumeDevicesToOwnUsers(&old.Spec),
		emptyImageReference:   hasEmptyImageReference(old.Spec.Volumes),
		outsideTokenPath:      hasOutsideTokenPath(old.Spec.Volumes),
	}
}
