package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/podtemplate/warnings"
)

// Validate returns what kube-apiserver would find wrong with a new template, which is at path:
// spec.template in a Job. path may be nil. So may template, which is then Required: at path, or
// at "template" if there is none.
func Validate(template *corev1.PodTemplateSpec, path *field.Path) field.ErrorList {
	return validate(template, tolerance{}, path)
}

// ValidateUpdate is [Validate] for a template that takes the place of old, which need not be
// valid. It says nothing of fields that may not change: that is up to the Job. With nil for old
// it is Validate.
func ValidateUpdate(template, old *corev1.PodTemplateSpec, path *field.Path) field.ErrorList {
	return validate(template, tolerate(old), path)
}

// Warnings returns what kube-apiserver warns about in a new template at path. It is
// [warnings.Of]; package warnings says what that includes.
func Warnings(template *corev1.PodTemplateSpec, path *field.Path) []warnings.Warning {
	return warnings.Of(template, path)
}

func validate(template *corev1.PodTemplateSpec, old tolerance, path *field.Path) field.ErrorList {
	root := fieldpath.From(path)
	if template == nil {
		return field.ErrorList{field.Required(rootField(path), "must be set")}
	}
	c := checker{meta: &template.ObjectMeta, spec: &template.Spec, old: old}
	c.metadata(root)
	c.podSpec(root.Child("spec"))
	return c.errs
}

// rootField returns path, or for nil a name that can be printed in its place.
func rootField(path *field.Path) *field.Path {
	if path == nil {
		return field.NewPath("template")
	}
	return path
}

// podSpec checks the spec of the template, area by area.
func (c *checker) podSpec(path *fieldpath.Path) {
	// Volumes come first: containers refer to the valid ones.
	c.volumes(path.Child("volumes"), c.spec.Volumes)
	c.resourceClaims(path.Child("resourceClaims"), c.spec.ResourceClaims)
	c.allContainers(path)
	c.wholePod(path)
	c.placement(path)
	c.podSecurity(path)
	c.nameResolution(path)
	c.readinessGates(path.Child("readinessGates"), c.spec.ReadinessGates)
}

// allContainers checks the containers of the pod at path, in an order that lets each kind
// find the names of those before it.
func (c *checker) allContainers(path *fieldpath.Path) {
	c.containers(path.Child("containers"), c.spec.Containers)
	c.initContainers(path.Child("initContainers"), c.spec.InitContainers)
	c.ephemeralContainers(path.Child("ephemeralContainers"), c.spec.EphemeralContainers)
}

// wholePod checks what the pod at path has beside its containers and volumes.
func (c *checker) wholePod(path *fieldpath.Path) {
	c.podResources(path.Child("resources"), c.spec.Resources)
	c.overhead(path.Child("overhead"), c.spec.Overhead)
	c.labels(path.Child("nodeSelector"), c.spec.NodeSelector)
	c.restartPolicy(path.Child("restartPolicy"), c.spec.RestartPolicy)
	c.dnsPolicy(path.Child("dnsPolicy"), c.spec.DNSPolicy)
	c.preemptionPolicy(path.Child("preemptionPolicy"), c.spec.PreemptionPolicy)
	c.activeDeadlineSeconds(path.Child("activeDeadlineSeconds"), c.spec.ActiveDeadlineSeconds)
	c.terminationGracePeriodSeconds(path.Child("terminationGracePeriodSeconds"), c.spec.TerminationGracePeriodSeconds)
	c.hostname(path)
	c.references(path)
}

// placement checks on which nodes the pod at path may run, and when.
func (c *checker) placement(path *fieldpath.Path) {
	c.affinity(path.Child("affinity"), c.spec.Affinity)
	c.tolerations(path.Child("tolerations"), c.spec.Tolerations)
	c.topologySpreadConstraints(path.Child("topologySpreadConstraints"), c.spec.TopologySpreadConstraints)
	c.schedulingGates(path.Child("schedulingGates"), c.spec.SchedulingGates)
}
