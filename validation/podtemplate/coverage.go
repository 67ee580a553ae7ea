package podtemplate

import (
	"slices"
	"strings"
)

// Treatment is what [Validate] does with a field.
type Treatment string

const (
	// Checked fields have rules, the same as in kube-apiserver.
	Checked Treatment = "Checked"
	// Unrestricted fields may have any value, as in kube-apiserver.
	Unrestricted Treatment = "Unrestricted"
	// Dropped fields belong to a feature that is off by default. kube-apiserver removes them
	// before it validates, and Validate ignores them; see [DropDisabledFields]. In an update,
	// kube-apiserver keeps such a field if the old object has it.
	Dropped Treatment = "Dropped"
)

// FieldCoverage says what [Validate] does with a field and with everything below it that has no
// entry of its own.
type FieldCoverage struct {
	// Path leads from the template to the field, in the names of the API and without the indexes
	// of lists: spec.containers.ports. Init and ephemeral containers are treated like
	// containers.
	Path string
	// Treatment is what Validate does with the field.
	Treatment Treatment
	// FeatureGate is the gate that a Dropped field belongs to. It is empty for other fields.
	FeatureGate string
}

// Coverage returns what [Validate] does with each field of a template, sorted by path. It has an
// entry for every field of a pod spec and of a container. Use it to tell a field that Validate
// found right from a field that has no rules.
func Coverage() []FieldCoverage {
	var list []FieldCoverage
	for _, path := range checkedFields {
		list = append(list, FieldCoverage{Path: path, Treatment: Checked})
	}
	for _, path := range unrestrictedFields {
		list = append(list, FieldCoverage{Path: path, Treatment: Unrestricted})
	}
	for _, f := range droppedFields() {
		list = append(list, FieldCoverage{Path: f.Path, Treatment: Dropped, FeatureGate: f.FeatureGate})
	}
	slices.SortFunc(list, func(a, b FieldCoverage) int { return strings.Compare(a.Path, b.Path) })
	return list
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
