package podtemplate

import (
	"maps"
	"slices"
	"strings"
)

// Treatment is what [Validate] does with a field.
type Treatment string

const (
	// Checked fields have rules, those of kube-apiserver.
	Checked Treatment = "Checked"
	// Unrestricted fields may have any value, as in kube-apiserver.
	Unrestricted Treatment = "Unrestricted"
	// Dropped fields are not looked at: kube-apiserver removes them before it validates, since
	// the feature that they belong to is off by default. (In an update it keeps those that were
	// there before, from a time when the feature was on.)
	Dropped Treatment = "Dropped"
)

// FieldCoverage says what [Validate] does with one field and all below it, but for those that
// have an entry of their own.
type FieldCoverage struct {
	// Path leads to the field from the template, in names of the API and without the indexes
	// of lists: spec.containers.ports. Init and ephemeral containers are treated like
	// containers.
	Path string
	// Treatment is what happens to the field.
	Treatment Treatment
	// FeatureGate is the one that a Dropped field belongs to. It is empty for other fields.
	FeatureGate string
}

// Coverage returns what [Validate] does with each field of a template, in the order of their
// paths. It has an entry for every field of a pod's spec and of a container: where Validate
// finds no error, it tells a field that is right from one that has no rules.
func Coverage() []FieldCoverage {
	var list []FieldCoverage
	for _, path := range checkedFields {
		list = append(list, FieldCoverage{Path: path, Treatment: Checked})
	}
	for _, path := range unrestrictedFields {
		list = append(list, FieldCoverage{Path: path, Treatment: Unrestricted})
	}
	for path, gate := range droppedFields {
		list = append(list, FieldCoverage{Path: path, Treatment: Dropped, FeatureGate: gate})
	}
	slices.SortFunc(list, func(a, b FieldCoverage) int { return strings.Compare(a.Path, b.Path) })
	return list
}

// FeatureGates returns the feature gates of kube-apiserver that change what it finds in a
// template, and whether they are taken to be on: they have the defaults of Kubernetes 1.37.
func FeatureGates() map[string]bool {
	return maps.Clone(featureGates)
}

var checkedFields = []string{
	"metadata.annotations",
	"metadata.labels",

	"spec.containers",
	"spec.containers.env",
	"spec.containers.envFrom",
	"spec.containers.image",
	"spec.containers.imagePullPolicy",
	"spec.containers.lifecycle",
	"spec.containers.livenessProbe",
	"spec.containers.name",
	"spec.containers.ports",
	"spec.containers.readinessProbe",
	"spec.containers.resizePolicy",
	"spec.containers.resources",
	"spec.containers.restartPolicy",
	"spec.containers.restartPolicyRules",
	"spec.containers.securityContext",
	"spec.containers.startupProbe",
	"spec.containers.terminationMessagePolicy",
	"spec.containers.volumeDevices",
	"spec.containers.volumeMounts",
	"spec.ephemeralContainers",
	"spec.initContainers",

	"spec.activeDeadlineSeconds",
	"spec.affinity",
	"spec.dnsConfig",
	"spec.dnsPolicy",
	"spec.hostAliases",
	"spec.hostIPC",
	"spec.hostNetwork",
	"spec.hostPID",
	"spec.hostUsers",
	"spec.hostname",
	"spec.hostnameOverride",
	"spec.nodeName",
	"spec.nodeSelector",
	"spec.os",
	"spec.overhead",
	"spec.preemptionPolicy",
	"spec.priorityClassName",
	"spec.readinessGates",
	"spec.resourceClaims",
	"spec.resources",
	"spec.restartPolicy",
	"spec.runtimeClassName",
	"spec.schedulingGates",
	"spec.securityContext",
	"spec.serviceAccount",
	"spec.serviceAccountName",
	"spec.shareProcessNamespace",
	"spec.subdomain",
	"spec.terminationGracePeriodSeconds",
	"spec.tolerations",
	"spec.topologySpreadConstraints",
	"spec.volumes",
}

var unrestrictedFields = []string{
	"metadata",
	"spec.automountServiceAccountToken",
	"spec.containers.args",
	"spec.containers.command",
	"spec.containers.ports.hostIP",
	"spec.containers.stdin",
	"spec.containers.stdinOnce",
	"spec.containers.terminationMessagePath",
	"spec.containers.tty",
	"spec.containers.workingDir",
	"spec.enableServiceLinks",
	"spec.imagePullSecrets",
	"spec.priority",
	"spec.schedulerName",
	"spec.setHostnameAsFQDN",
}

// droppedFields have the feature gate without which kube-apiserver drops them.
var droppedFields = map[string]string{
	"spec.containers.lifecycle.postStart.httpGet.protocol":    "H2CContainerProbe",
	"spec.containers.lifecycle.preStop.httpGet.protocol":      "H2CContainerProbe",
	"spec.containers.lifecycle.stopSignal":                    "ContainerStopSignals",
	"spec.containers.livenessProbe.grpc.mode":                 "GRPCContainerProbeTLS",
	"spec.containers.livenessProbe.httpGet.protocol":          "H2CContainerProbe",
	"spec.containers.readinessProbe.grpc.mode":                "GRPCContainerProbeTLS",
	"spec.containers.readinessProbe.httpGet.protocol":         "H2CContainerProbe",
	"spec.containers.startupProbe.grpc.mode":                  "GRPCContainerProbeTLS",
	"spec.containers.startupProbe.httpGet.protocol":           "H2CContainerProbe",
	"spec.containers.volumeMounts.bindMountOptions":           "VolumeBindMountOptions",
	"spec.evictionResponders":                                 "EvictionRequestAPI",
	"spec.schedulingGroup":                                    "GenericWorkload",
	"spec.volumes.configMap.defaultUser":                      "AtomicWriteVolumeUserFields",
	"spec.volumes.configMap.items.user":                       "AtomicWriteVolumeUserFields",
	"spec.volumes.downwardAPI.defaultUser":                    "AtomicWriteVolumeUserFields",
	"spec.volumes.downwardAPI.items.user":                     "AtomicWriteVolumeUserFields",
	"spec.volumes.projected.defaultUser":                      "AtomicWriteVolumeUserFields",
	"spec.volumes.projected.sources.clusterTrustBundle.user":  "AtomicWriteVolumeUserFields",
	"spec.volumes.projected.sources.configMap.items.user":     "AtomicWriteVolumeUserFields",
	"spec.volumes.projected.sources.downwardAPI.items.user":   "AtomicWriteVolumeUserFields",
	"spec.volumes.projected.sources.podCertificate.user":      "AtomicWriteVolumeUserFields",
	"spec.volumes.projected.sources.secret.items.user":        "AtomicWriteVolumeUserFields",
	"spec.volumes.projected.sources.serviceAccountToken.user": "AtomicWriteVolumeUserFields",
	"spec.volumes.secret.defaultUser":                         "AtomicWriteVolumeUserFields",
	"spec.volumes.secret.items.user":                          "AtomicWriteVolumeUserFields",
	"spec.volumes.emptyDir.mode":                              "EmptyDirVolumeMode",
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
