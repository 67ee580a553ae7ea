package podtemplate

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/jobapi/jobapi/defaulting/internal/unset"
)

// SetDefaults sets the defaults of template in place. A nil template stays nil.
func SetDefaults(template *corev1.PodTemplateSpec) {
	if template == nil {
		return
	}
	spec := &template.Spec
	setPod(spec)
	for i := range spec.Volumes {
		setVolume(&spec.Volumes[i])
	}
	for i := range spec.InitContainers {
		setContainer(&spec.InitContainers[i])
	}
	for i := range spec.Containers {
		setContainer(&spec.Containers[i])
	}
	for i := range spec.EphemeralContainers {
		setContainer((*corev1.Container)(&spec.EphemeralContainers[i].EphemeralContainerCommon))
	}
}

func setPod(spec *corev1.PodSpec) {
	unset.Value(&spec.ServiceAccountName, spec.DeprecatedServiceAccount)
	spec.DeprecatedServiceAccount = spec.ServiceAccountName
	unset.Value(&spec.DNSPolicy, corev1.DNSClusterFirst)
	unset.Value(&spec.RestartPolicy, corev1.RestartPolicyAlways)
	unset.Value(&spec.SchedulerName, corev1.DefaultSchedulerName)
	if spec.SecurityContext == nil {
		spec.SecurityContext = &corev1.PodSecurityContext{}
	}
	unset.Pointer(&spec.TerminationGracePeriodSeconds, corev1.DefaultTerminationGracePeriodSeconds)
	roundUp(&spec.Overhead)
	if spec.Resources != nil {
		setResources(spec.Resources)
	}
}

func setResources(r *corev1.ResourceRequirements) {
	roundUp(&r.Limits)
	roundUp(&r.Requests)
}

// roundUp rounds the quantities of list up to a thousandth. Other objects may have the same map,
// so roundUp replaces the map if a quantity changes.
func roundUp(list *corev1.ResourceList) {
	owned := false
	for name, quantity := range *list {
		if exact := quantity.RoundUp(resource.Milli); exact {
			continue
		}
		if !owned {
			*list = maps.Clone(*list)
			owned = true
		}
		(*list)[name] = quantity
	}
}
