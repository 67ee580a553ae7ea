package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/enum"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

var (
	resizableResources = []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory}
	resizePolicies     = []corev1.ResourceResizeRestartPolicy{corev1.NotRequired, corev1.RestartContainer}
)

// resizePolicy checks what happens to a container when its resources change. As in
// kube-apiserver, most errors do not say which of the list they are about.
func (c *checker) resizePolicy(path *fieldpath.Path, list []corev1.ContainerResizePolicy) {
	var seen smallset.Set[corev1.ResourceName]
	for i := range list {
		policy := &list[i]
		if !seen.Insert(policy.ResourceName) {
			c.add(field.Duplicate(path.Index(i).Field(), policy.ResourceName))
		}
		if policy.ResourceName == "" {
			c.add(field.Required(path.Field(), "each must have a resourceName"))
		} else {
			c.add(enum.Validate(path, policy.ResourceName, resizableResources)...)
		}
		if policy.RestartPolicy == "" {
			c.add(field.Required(path.Field(), "each must have a restartPolicy"))
		} else {
			c.add(enum.Validate(path, policy.RestartPolicy, resizePolicies)...)
		}
		if c.spec.RestartPolicy == corev1.RestartPolicyNever && policy.RestartPolicy != corev1.NotRequired {
			c.add(field.Invalid(path.Field(), policy.RestartPolicy, "must be NotRequired, since the pod has restartPolicy Never"))
		}
	}
}

// noRestartToResize forbids to restart an init container that the pod waits for: it would run
// again from its start.
func (c *checker) noRestartToResize(path *fieldpath.Path, list []corev1.ContainerResizePolicy) {
	if c.old.restartToResizeInit {
		return
	}
	for i := range list {
		if list[i].RestartPolicy == corev1.RestartContainer {
			c.add(field.Invalid(path.Index(i).Field("restartPolicy"), list[i].RestartPolicy, "needs an init container with restartPolicy Always"))
		}
	}
}

// restartsToResizeInit reports whether an init container breaks [checker.noRestartToResize].
func restartsToResizeInit(spec *corev1.PodSpec) bool {
	for i := range spec.InitContainers {
		if init := &spec.InitContainers[i]; !isSidecar(init) {
			for _, policy := range init.ResizePolicy {
				if policy.RestartPolicy == corev1.RestartContainer {
					return true
				}
			}
		}
	}
	return false
}
