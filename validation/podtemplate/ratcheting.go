package podtemplate

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/validation/features"
)

// ratchet says which rules don't apply. Most are rules that the old template of an update already
// breaks: they are newer than objects that break them, so kube-apiserver doesn't apply them to the
// new template, either. The others are those that a release or its gates lack.
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
	// spreadLabelKeys: the matchLabelKeys of a spread constraint are invalid. An older rule then
	// takes the place of this one.
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
	// separateSpreadLabelKeys: matchLabelKeys of a spread constraint break the older rule for them.
	separateSpreadLabelKeys bool
	// restartRules: a container has its own restart policy, or an init container has one that isn't
	// Always or has rules.
	restartRules bool
	// restartAllContainers: a rule restarts all containers, or a sidecar has rules.
	restartAllContainers bool
	// sidecarResizePolicy: a sidecar has a resize policy.
	sidecarResizePolicy bool
	// seLinuxChangePolicy: the pod has any policy.
	seLinuxChangePolicy bool
}

// relaxed returns the rules not to apply in an update of old, which may be nil, on a server with
// these features.
func relaxed(old *corev1.PodTemplateSpec, set features.Set) ratchet {
	r := ratchetFor(old)
	minor := set.Minor()
	if minor < 35 { // which doesn't know these features, not even in old
		r.numericTolerations, r.hostNetworkWithOwnUsers, r.restartAllContainers = false, false, false
	}
	r.restartToResizeInit = r.restartToResizeInit || minor < 36
	r.sysAdmin = r.sysAdmin && minor >= 37
	r.emptyImageReference = r.emptyImageReference || minor < 37
	for _, f := range [...]struct {
		gate  features.Gate
		on    bool // the value of the gate that takes the rule away
		field *bool
	}{
		{features.PodDeletionCost, false, &r.deletionCost},
		{features.TaintTolerationComparisonOperators, true, &r.numericTolerations},
		{features.UserNamespacesHostNetworkSupport, true, &r.hostNetworkWithOwnUsers},
		{features.ContainerRestartRules, true, &r.restartRules},
		{features.RestartAllContainersOnContainerExits, true, &r.restartAllContainers},
		{features.InPlacePodVerticalScaling, true, &r.sidecarResizePolicy},
		{features.SELinuxMount, true, &r.seLinuxChangePolicy},
	} {
		*f.field = *f.field || set.Enabled(f.gate) == f.on
	}
	switch {
	case !set.Enabled(features.MatchLabelKeysInPodTopologySpread):
		r.spreadLabelKeys = true
	case !set.Enabled(features.MatchLabelKeysInPodTopologySpreadSelectorMerge):
		r.spreadLabelKeys = !r.separateSpreadLabelKeys
	}
	return r
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
		separateSpreadLabelKeys:   hasBadSeparateLabelKeys(old.Spec.TopologySpreadConstraints),
		restartRules:              hasRestartRules(&old.Spec),
		restartAllContainers:      restartsAllContainers(&old.Spec),
		sidecarResizePolicy:       hasSidecarResizePolicy(&old.Spec),
		seLinuxChangePolicy:       old.Spec.SecurityContext != nil && old.Spec.SecurityContext.SELinuxChangePolicy != nil,
	}
}
