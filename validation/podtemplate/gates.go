package podtemplate

import "maps"

// FeatureGates returns the feature gates of kube-apiserver that change which templates are valid
// or which fields are dropped, and whether this package takes them to be on. The values are the
// defaults of Kubernetes 1.37.
func FeatureGates() map[string]bool {
	return maps.Clone(featureGates)
}

var featureGates = map[string]bool{
	"AtomicWriteVolumeUserFields":                    false,
	"ClusterTrustBundleProjection":                   true,
	"ContainerRestartRules":                          true,
	"ContainerStopSignals":                           false,
	"DynamicResourceAllocation":                      true,
	"EmptyDirVolumeMode":                             false,
	"EnvFiles":                                       true,
	"EvictionRequestAPI":                             false,
	"GRPCContainerProbeTLS":                          false,
	"GenericWorkload":                                false,
	"H2CContainerProbe":                              false,
	"HostnameOverride":                               true,
	"ImageVolume":                                    true,
	"InPlacePodVerticalScaling":                      true,
	"MatchLabelKeysInPodAffinity":                    true,
	"MatchLabelKeysInPodTopologySpread":              true,
	"MatchLabelKeysInPodTopologySpreadSelectorMerge": true,
	"NodeInclusionPolicyInPodTopologySpread":         true,
	"PodCertificateRequest":                          true,
	"PodDeletionCost":                                true,
	"PodLevelResources":                              true,
	"ProcMountType":                                  true,
	"RecursiveReadOnlyMounts":                        true,
	"RelaxedEnvironmentVariableValidation":           true,
	"RestartAllContainersOnContainerExits":           true,
	"SELinuxChangePolicy":                            true,
	"StrictIPCIDRValidation":                         true,
	"SupplementalGroupsPolicy":                       true,
	"TaintTolerationComparisonOperators":             false,
	"UserNamespacesHostNetworkSupport":               false,
	"UserNamespacesSupport":                          true,
	"VolumeAttributesClass":                          true,
	"VolumeBindMountOptions":                         false,
}
