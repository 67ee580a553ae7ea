package podtemplate

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/enum"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

var (
	// pullPolicies are also those of volumes with the files of an image.
	pullPolicies = []corev1.PullPolicy{corev1.PullAlways, corev1.PullIfNotPresent, corev1.PullNever}

	terminationMessagePolicies = []corev1.TerminationMessagePolicy{
		corev1.TerminationMessageFallbackToLogsOnError,
		corev1.TerminationMessageReadFile,
	}
)

// isSidecar reports whether the init container runs as long as the pod: the others that
// follow start without waiting for its end.
func isSidecar(init *corev1.Container) bool {
	return init.RestartPolicy != nil && *init.RestartPolicy == corev1.ContainerRestartPolicyAlways
}

// container checks what holds for containers of every kind.
func (c *checker) container(path *fieldpath.Path, container *corev1.Container) {
	c.required(path, "name", container.Name)
	c.dnsLabel(path, "name", container.Name)
	c.required(path, "image", container.Image)
	c.add(enum.ValidateRequired(path.Child("terminationMessagePolicy"), container.TerminationMessagePolicy, terminationMessagePolicies)...)
	c.add(enum.ValidateRequired(path.Child("imagePullPolicy"), container.ImagePullPolicy, pullPolicies)...)
	c.ports(path.Child("ports"), container.Ports)
	c.env(path.Child("env"), container.Env)
	c.envFrom(path.Child("envFrom"), container.EnvFrom)
	c.volumeMounts(path.Child("volumeMounts"), container)
	c.volumeDevices(path.Child("volumeDevices"), container)
	c.resources(path.Child("resources"), &container.Resources)
	c.resizePolicy(path.Child("resizePolicy"), container.ResizePolicy)
	c.containerSecurity(path, container)
}

// containers checks the containers that the pod is there for.
func (c *checker) containers(path *fieldpath.Path, list []corev1.Container) {
	if len(list) == 0 {
		c.add(field.Required(path.Field(), "must have at least one container"))
	}
	var hostPorts smallset.Set[hostPort]
	for i := range list {
		container := &list[i]
		p := path.Index(i)
		c.container(p, container)
		if !c.containerNames.Insert(container.Name) {
			c.add(field.Duplicate(p.Field("name"), container.Name))
		}
		c.lifecycleAndProbes(p, container)
		c.containerRestart(p, container)
		ports := p.Child("ports")
		c.distinctHostPorts(ports, container.Ports, &hostPorts)
		c.hostNetworkPorts(ports, container.Ports)
	}
}

// initContainers checks the containers that run one after the other before the others, and
// among them the sidecars, which go on to run beside them.
func (c *checker) initContainers(path *fieldpath.Path, list []corev1.Container) {
	unnamed := slices.ContainsFunc(c.spec.Containers, func(container corev1.Container) bool { return container.Name == "" })
	for i := range list {
		container := &list[i]
		p := path.Index(i)
		c.container(p, container)
		c.initContainerRestart(p, container)
		// Only among the others a missing name counts as a name.
		if container.Name == "" && unnamed || container.Name != "" && !c.containerNames.Insert(container.Name) {
			c.add(field.Duplicate(p.Field("name"), container.Name))
		}
		if isSidecar(container) {
			c.lifecycleAndProbes(p, container)
		} else {
			c.noLifecycleOrProbes(p, container)
			c.noRestartToResize(p.Child("resizePolicy"), container.ResizePolicy)
		}
		// They run one by one, so only ports of the same one conflict. Whichever it is,
		// kube-apiserver reports the ports of the first.
		var hostPorts smallset.Set[hostPort]
		c.distinctHostPorts(path.Index(0).Child("ports"), container.Ports, &hostPorts)
	}
}
