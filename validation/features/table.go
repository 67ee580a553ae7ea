package features

// Gate is a feature gate of kube-apiserver that matters for Jobs, CronJobs or pod templates.
type Gate uint8

// The gates, in the order of their names. What each governs is said where it is used.
const (
	AtomicWriteVolumeUserFields Gate = iota
	ClusterTrustBundle
	ClusterTrustBundleProjection
	ContainerRestartRules
	ContainerStopSignals
	DynamicResourceAllocation
	EmptyDirVolumeMode
	EnvFiles
	EvictionRequestAPI
	GRPCContainerProbeTLS
	GenericWorkload
	GitRepoVolumeDriver
	H2CContainerProbe
	HostnameOverride
	ImageVolume
	InPlacePodVerticalScaling
	JobBackoffLimitPerIndex
	JobManagedBy
	JobPodReplacementPolicy
	JobSuccessPolicy
	MatchLabelKeysInPodAffinity
	MatchLabelKeysInPodTopologySpread
	MatchLabelKeysInPodTopologySpreadSelectorMerge
	MutablePodResourcesForSuspendedJobs
	MutableSchedulingDirectivesForSuspendedJobs
	NodeDeclaredFeatures
	NodeInclusionPolicyInPodTopologySpread
	PodCertificateRequest
	PodDeletionCost
	PodLevelResources
	PodLifecycleSleepAction
	PodLifecycleSleepActionAllowZero
	ProcMountType
	RecursiveReadOnlyMounts
	RelaxedDNSSearchValidation
	RelaxedEnvironmentVariableValidation
	RestartAllContainersOnContainerExits
	SELinuxChangePolicy
	SELinuxMount
	SidecarContainers
	StrictIPCIDRValidation
	SupplementalGroupsPolicy
	TaintTolerationComparisonOperators
	UserNamespacesHostNetworkSupport
	UserNamespacesSupport
	VolumeAttributesClass
	VolumeBindMountOptions
	WorkloadWithJob

	numGates
)

// state is what a release says about a gate.
type state uint8

const (
	none     state = iota // the release doesn't know the gate yet, and lacks its feature
	removed               // the release no longer knows the gate, and has its feature
	alphaOff              // from here on: stage and default, and whether they can be changed
	betaOff
	betaOn
	gaOn
	gaOnLocked
	deprecatedOff
	deprecatedOffLocked
)

func (s state) isOn() bool     { return s == removed || s == betaOn || s == gaOn || s == gaOnLocked }
func (s state) isLocked() bool { return s == gaOnLocked || s == deprecatedOffLocked }
func (s state) isKnown() bool  { return s > removed }

// versions are the releases of the table, oldest first.
var versions = [...]string{"1.34", "1.35", "1.36", "1.37"}

const (
	newest      = len(versions) - 1
	newestMinor = 37
)

// table has the gates as the latest patch of each release has them, from the gates that
// kube-apiserver registers: k8s.io/kubernetes/pkg/features/kube_features.go. needs are the gates
// that a server demands to be on if this one is.
var table = [numGates]struct {
	name   string
	states [len(versions)]state
	needs  []Gate
}{
	AtomicWriteVolumeUserFields:                    {name: "AtomicWriteVolumeUserFields", states: [...]state{none, none, none, alphaOff}},
	ClusterTrustBundle:                             {name: "ClusterTrustBundle", states: [...]state{betaOff, betaOff, betaOff, gaOn}},
	ClusterTrustBundleProjection:                   {name: "ClusterTrustBundleProjection", states: [...]state{betaOff, betaOff, betaOff, gaOn}, needs: []Gate{ClusterTrustBundle}},
	ContainerRestartRules:                          {name: "ContainerRestartRules", states: [...]state{alphaOff, betaOn, betaOn, betaOn}},
	ContainerStopSignals:                           {name: "ContainerStopSignals", states: [...]state{alphaOff, alphaOff, alphaOff, alphaOff}},
	DynamicResourceAllocation:                      {name: "DynamicResourceAllocation", states: [...]state{gaOn, gaOnLocked, gaOnLocked, gaOnLocked}},
	EmptyDirVolumeMode:                             {name: "EmptyDirVolumeMode", states: [...]state{none, none, none, alphaOff}},
	EnvFiles:                                       {name: "EnvFiles", states: [...]state{alphaOff, betaOn, betaOn, betaOn}},
	EvictionRequestAPI:                             {name: "EvictionRequestAPI", states: [...]state{none, none, none, alphaOff}},
	GRPCContainerProbeTLS:                          {name: "GRPCContainerProbeTLS", states: [...]state{none, none, none, alphaOff}},
	GenericWorkload:                                {name: "GenericWorkload", states: [...]state{none, alphaOff, alphaOff, betaOff}},
	GitRepoVolumeDriver:                            {name: "GitRepoVolumeDriver", states: [...]state{deprecatedOff, deprecatedOff, deprecatedOffLocked, deprecatedOffLocked}},
	H2CContainerProbe:                              {name: "H2CContainerProbe", states: [...]state{none, none, none, alphaOff}, needs: []Gate{NodeDeclaredFeatures}},
	HostnameOverride:                               {name: "HostnameOverride", states: [...]state{alphaOff, betaOn, betaOn, gaOnLocked}},
	ImageVolume:                                    {name: "ImageVolume", states: [...]state{betaOff, betaOn, gaOnLocked, gaOnLocked}},
	InPlacePodVerticalScaling:                      {name: "InPlacePodVerticalScaling", states: [...]state{betaOn, gaOnLocked, gaOnLocked, gaOnLocked}},
	JobBackoffLimitPerIndex:                        {name: "JobBackoffLimitPerIndex", states: [...]state{gaOnLocked, gaOnLocked, gaOnLocked, removed}},
	JobManagedBy:                                   {name: "JobManagedBy", states: [...]state{betaOn, gaOnLocked, gaOnLocked, gaOnLocked}},
	JobPodReplacementPolicy:                        {name: "JobPodReplacementPolicy", states: [...]state{gaOnLocked, gaOnLocked, gaOnLocked, removed}},
	JobSuccessPolicy:                               {name: "JobSuccessPolicy", states: [...]state{gaOnLocked, gaOnLocked, gaOnLocked, removed}},
	MatchLabelKeysInPodAffinity:                    {name: "MatchLabelKeysInPodAffinity", states: [...]state{gaOnLocked, gaOnLocked, gaOnLocked, gaOnLocked}},
	MatchLabelKeysInPodTopologySpread:              {name: "MatchLabelKeysInPodTopologySpread", states: [...]state{betaOn, betaOn, betaOn, betaOn}},
	MatchLabelKeysInPodTopologySpreadSelectorMerge: {name: "MatchLabelKeysInPodTopologySpreadSelectorMerge", states: [...]state{betaOn, betaOn, betaOn, betaOn}, needs: []Gate{MatchLabelKeysInPodTopologySpread}},
	MutablePodResourcesForSuspendedJobs:            {name: "MutablePodResourcesForSuspendedJobs", states: [...]state{none, alphaOff, betaOn, betaOn}},
	MutableSchedulingDirectivesForSuspendedJobs:    {name: "MutableSchedulingDirectivesForSuspendedJobs", states: [...]state{none, alphaOff, betaOn, betaOn}},
	NodeDeclaredFeatures:                           {name: "NodeDeclaredFeatures", states: [...]state{none, alphaOff, betaOn, gaOnLocked}},
	NodeInclusionPolicyInPodTopologySpread:         {name: "NodeInclusionPolicyInPodTopologySpread", states: [...]state{gaOnLocked, gaOnLocked, gaOnLocked, gaOnLocked}},
	PodCertificateRequest:                          {name: "PodCertificateRequest", states: [...]state{alphaOff, betaOff, betaOff, gaOn}},
	PodDeletionCost:                                {name: "PodDeletionCost", states: [...]state{betaOn, betaOn, betaOn, betaOn}},
	PodLevelResources:                              {name: "PodLevelResources", states: [...]state{betaOn, betaOn, betaOn, betaOn}},
	PodLifecycleSleepAction:                        {name: "PodLifecycleSleepAction", states: [...]state{gaOnLocked, gaOnLocked, gaOnLocked, removed}},
	PodLifecycleSleepActionAllowZero:               {name: "PodLifecycleSleepActionAllowZero", states: [...]state{gaOnLocked, gaOnLocked, gaOnLocked, removed}, needs: []Gate{PodLifecycleSleepAction}},
	ProcMountType:                                  {name: "ProcMountType", states: [...]state{betaOn, betaOn, gaOnLocked, gaOnLocked}, needs: []Gate{UserNamespacesSupport}},
	RecursiveReadOnlyMounts:                        {name: "RecursiveReadOnlyMounts", states: [...]state{gaOnLocked, gaOnLocked, gaOnLocked, gaOnLocked}},
	RelaxedDNSSearchValidation:                     {name: "RelaxedDNSSearchValidation", states: [...]state{gaOnLocked, gaOnLocked, gaOnLocked, removed}},
	RelaxedEnvironmentVariableValidation:           {name: "RelaxedEnvironmentVariableValidation", states: [...]state{gaOnLocked, gaOnLocked, gaOnLocked, gaOnLocked}},
	RestartAllContainersOnContainerExits:           {name: "RestartAllContainersOnContainerExits", states: [...]state{none, alphaOff, betaOn, betaOn}, needs: []Gate{ContainerRestartRules, NodeDeclaredFeatures}},
	SELinuxChangePolicy:                            {name: "SELinuxChangePolicy", states: [...]state{betaOn, betaOn, gaOnLocked, gaOnLocked}},
	SELinuxMount:                                   {name: "SELinuxMount", states: [...]state{betaOff, betaOff, betaOff, gaOn}},
	SidecarContainers:                              {name: "SidecarContainers", states: [...]state{gaOnLocked, gaOnLocked, gaOnLocked, removed}},
	StrictIPCIDRValidation:                         {name: "StrictIPCIDRValidation", states: [...]state{alphaOff, alphaOff, betaOn, betaOn}},
	SupplementalGroupsPolicy:                       {name: "SupplementalGroupsPolicy", states: [...]state{betaOn, gaOnLocked, gaOnLocked, gaOnLocked}},
	TaintTolerationComparisonOperators:             {name: "TaintTolerationComparisonOperators", states: [...]state{none, alphaOff, alphaOff, alphaOff}},
	UserNamespacesHostNetworkSupport:               {name: "UserNamespacesHostNetworkSupport", states: [...]state{none, alphaOff, alphaOff, alphaOff}, needs: []Gate{NodeDeclaredFeatures, UserNamespacesSupport}},
	UserNamespacesSupport:                          {name: "UserNamespacesSupport", states: [...]state{betaOn, betaOn, gaOnLocked, gaOnLocked}},
	VolumeAttributesClass:                          {name: "VolumeAttributesClass", states: [...]state{gaOn, gaOn, gaOnLocked, gaOnLocked}},
	VolumeBindMountOptions:                         {name: "VolumeBindMountOptions", states: [...]state{none, none, none, alphaOff}},
	WorkloadWithJob:                                {name: "WorkloadWithJob", states: [...]state{none, none, alphaOff, alphaOff}, needs: []Gate{GenericWorkload}},
}
