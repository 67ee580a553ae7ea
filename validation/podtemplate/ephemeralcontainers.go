package podtemplate

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// ephemeralContainers forbids the containers that are added to a pod that runs already. What
// is in them is checked all the same, as in kube-apiserver.
func (c *checker) ephemeralContainers(path *fieldpath.Path, list []corev1.EphemeralContainer) {
	if len(list) == 0 {
		return
	}
	c.add(field.Forbidden(path.Field(), "must not be in a template: add them to a pod that runs"))

	targets := make(map[string]struct{}, len(c.spec.Containers)+len(c.spec.InitContainers))
	for _, containers := range [...][]corev1.Container{c.spec.Containers, c.spec.InitContainers} {
		for i := range containers {
			targets[containers[i].Name] = struct{}{}
		}
	}
	if _, ok := targets[""]; ok {
		c.containerNames.Insert("")
	}
	for i := range list {
		p := path.Index(i)
		container := (*corev1.Container)(&list[i].EphemeralContainerCommon)
		c.container(p, container)
		c.onlyForDebugging(p, container)
		if !c.containerNames.Insert(container.Name) {
			c.add(field.Duplicate(p.Field("name"), container.Name))
		}
		if container.Image != strings.TrimSpace(container.Image) {
			c.add(field.Invalid(p.Field("image"), container.Image, "must not begin or end with space"))
		}
		if target := list[i].TargetContainerName; target != "" {
			if _, ok := targets[target]; !ok {
				c.add(field.NotFound(p.Field("targetContainerName"), target))
			}
		}
	}
}

// onlyForDebugging forbids what an ephemeral container cannot have: it has no resources of its
// own, nothing depends on it, and it is never restarted.
func (c *checker) onlyForDebugging(path *fieldpath.Path, container *corev1.Container) {
	resources := &container.Resources
	for _, f := range [...]given{
		{"ports", container.Ports != nil},
		{"resources", resources.Limits != nil || resources.Requests != nil || resources.Claims != nil},
		{"resizePolicy", container.ResizePolicy != nil},
		{"restartPolicy", container.RestartPolicy != nil},
		{"restartPolicyRules", container.RestartPolicyRules != nil},
		{"livenessProbe", container.LivenessProbe != nil},
		{"readinessProbe", container.ReadinessProbe != nil},
		{"startupProbe", container.StartupProbe != nil},
		{"lifecycle", hasLifecycle(container)},
	} {
		if f.set {
			c.add(field.Forbidden(path.Field(f.name), "an ephemeral container cannot have it"))
		}
	}
	mounts := path.Child("volumeMounts")
	for i := range container.VolumeMounts {
		p := mounts.Index(i)
		if container.VolumeMounts[i].SubPath != "" {
			c.add(field.Forbidden(p.Field("subPath"), "an ephemeral container cannot have it"))
		}
		if container.VolumeMounts[i].SubPathExpr != "" {
			c.add(field.Forbidden(p.Field("subPathExpr"), "an ephemeral container cannot have it"))
		}
	}
}
