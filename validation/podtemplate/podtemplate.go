// Package podtemplate validates pod templates as kube-apiserver 1.37 does when it creates or
// updates a Job.
//
//   - [Validate] returns an error for each rule that a template breaks. Types and paths are
//     kube-apiserver's; the wording is this package's own.
//   - [ValidateUpdate] does the same for an update. Where a rule is newer than objects that
//     break it, kube-apiserver accepts in the new template what the old one already has.
//   - [Warnings] returns what kube-apiserver warns about in a valid template.
//   - [DropDisabledFields] removes the fields of features that are off by default, as
//     kube-apiserver does before it validates. [DroppedFields] lists them.
//   - [Coverage] says which fields have rules.
//   - [ValidateWith], [DropWith] and [WarningsWith] do the same for other releases and feature gates.
//
// The rules are those of a server with the default feature gates, see [FeatureGates], unless
// [Options] say otherwise, and with --allow-privileged=true, which the usual installers set. What
// depends on the Job isn't checked here: that its restart policy isn't Always, and that its pods
// have the right labels.
//
// A template is expected to have the API server's defaults. Without them, fields are required
// that users leave out.
//
// Paths are kube-apiserver's even where they look odd. Those of annotations lack metadata, those
// of volumeMounts.subPath lack an index, and those of host ports in init containers always name
// the first init container. Labels are the exception: they are at metadata.labels.
//
// A valid template may still not work: whether a node can run the pod, and whether the objects
// exist that it refers to, can't be told from the template.
//
// Only DropDisabledFields, DropWith and DropUnknown change their first argument. All functions are
// safe for concurrent use and return their results in the same order each time. None panics. They
// take time in proportion to the template, and Validate hardly allocates if the template is valid.
//
// Decoding a template is less safe: for a quantity such as 1e-99999999, package resource of
// apimachinery writes out all the digits, which takes a minute. Programs that decode untrusted
// input should reject such exponents first.
package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/features"
	"github.com/jobapi/jobapi/validation/podtemplate/warnings"
)

// Validate returns the errors that kube-apiserver finds in a new template at path. path is
// spec.template in a Job; it may be nil. A nil template is Required: at path, or at "template" if
// path is nil.
func Validate(template *corev1.PodTemplateSpec, path *field.Path) field.ErrorList {
	return validate(template, nil, path, Options{}, true)
}

// ValidateUpdate is [Validate] for a template that replaces old. old doesn't have to be valid. If
// it is nil, ValidateUpdate is Validate. Immutable fields aren't checked; they are up to the Job.
func ValidateUpdate(template, old *corev1.PodTemplateSpec, path *field.Path) field.ErrorList {
	return validate(template, old, path, Options{}, true)
}

// ValidateWith returns the errors that the server with opts finds in a template at path. old is the
// template that it replaces, nil for a new one, and doesn't have to be valid. [DropWith] must have
// removed the fields that the server drops from template, and [DropUnknown] those that its release
// doesn't have from old: fields that are kept have rules, also those of disabled features.
func ValidateWith(template, old *corev1.PodTemplateSpec, path *field.Path, opts Options) field.ErrorList {
	return validate(template, old, path, opts, false)
}

// Warnings returns what kube-apiserver warns about in a new template at path. It calls
// [warnings.Of]; see package warnings for a list.
func Warnings(template *corev1.PodTemplateSpec, path *field.Path) []warnings.Warning {
	return warnings.Of(template, path)
}

// WarningsWith returns what a server with these options warns about in a template at path. So far all
// releases give the same warnings for the fields that they have.
func WarningsWith(template *corev1.PodTemplateSpec, path *field.Path, _ Options) []warnings.Warning {
	return warnings.Of(template, path)
}

func validate(template, old *corev1.PodTemplateSpec, path *field.Path, opts Options, ignoresDropped bool) field.ErrorList {
	if template == nil {
		if path == nil {
			path = field.NewPath("template")
		}
		return field.ErrorList{field.Required(path, "must be set")}
	}
	c := checker{meta: &template.ObjectMeta, spec: &template.Spec}
	c.ratchet, c.features, c.ignoresDropped = relaxed(old, opts.Features), opts.Features, ignoresDropped
	if old != nil {
		c.oldResponders = old.Spec.EvictionResponders
	}
	root := fieldpath.From(path)
	c.metadata(root)
	c.podSpec(root.Child("spec"))
	return c.errs
}

func (c *checker) podSpec(path *fieldpath.Path) {
	// Volumes come first, because containers may only refer to valid ones.
	c.volumes(path.Child("volumes"), c.spec.Volumes)
	c.resourceClaims(path.Child("resourceClaims"), c.spec.ResourceClaims)
	c.allContainers(path)
	c.wholePod(path)
	c.placement(path)
	c.podSecurity(path)
	c.nameResolution(path)
	c.readinessGates(path.Child("readinessGates"), c.spec.ReadinessGates)
}

// allContainers checks the containers of the pod at path, in an order in which names are taken:
// an init container is a duplicate of a container, not the other way round.
func (c *checker) allContainers(path *fieldpath.Path) {
	c.containers(path.Child("containers"), c.spec.Containers)
	c.initContainers(path.Child("initContainers"), c.spec.InitContainers)
	c.ephemeralContainers(path.Child("ephemeralContainers"), c.spec.EphemeralContainers)
}

// wholePod checks the fields of the pod at path that belong to no other area.
func (c *checker) wholePod(path *fieldpath.Path) {
	if c.features.Enabled(features.PodLevelResources) {
		c.podResources(path.Child("resources"), c.spec.Resources)
	}
	c.overhead(path.Child("overhead"), c.spec.Overhead)
	c.labels(path.Child("nodeSelector"), c.spec.NodeSelector)
	c.restartPolicy(path.Child("restartPolicy"), c.spec.RestartPolicy)
	c.dnsPolicy(path.Child("dnsPolicy"), c.spec.DNSPolicy)
	c.preemptionPolicy(path.Child("preemptionPolicy"), c.spec.PreemptionPolicy)
	c.activeDeadlineSeconds(path.Child("activeDeadlineSeconds"), c.spec.ActiveDeadlineSeconds)
	c.terminationGracePeriodSeconds(path.Child("terminationGracePeriodSeconds"), c.spec.TerminationGracePeriodSeconds)
	c.hostname(path)
	c.references(path)
	if !c.ignoresDropped {
		c.schedulingGroup(path.Child("schedulingGroup"), c.spec.SchedulingGroup)
		c.evictionResponders(path.Child("evictionResponders"), c.spec.EvictionResponders)
	}
}

// placement checks on which nodes the pod at path may run, and when.
func (c *checker) placement(path *fieldpath.Path) {
	c.affinity(path.Child("affinity"), c.spec.Affinity)
	c.tolerations(path.Child("tolerations"), c.spec.Tolerations)
	c.topologySpreadConstraints(path.Child("topologySpreadConstraints"), c.spec.TopologySpreadConstraints)
	c.schedulingGates(path.Child("schedulingGates"), c.spec.SchedulingGates)
}
