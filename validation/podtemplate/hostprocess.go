package podtemplate

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/containers"
)

// hostProcess checks that the container whose security context is at path and the pod do not
// say different things of whether it runs right on its Windows host.
func (c *checker) hostProcess(path *fieldpath.Path, sc *corev1.SecurityContext) {
	pod := podHostProcess(c.spec)
	if pod == nil || sc.WindowsOptions == nil || sc.WindowsOptions.HostProcess == nil {
		return
	}
	if own := *sc.WindowsOptions.HostProcess; own != *pod {
		c.add(field.Invalid(path.Field("windowsOptions", "hostProcess"), own, fmt.Sprintf("must be %t as for the pod, or left out", *pod)))
	}
}

// hostProcesses checks the pod as a whole, at path: if one container runs right on its
// Windows host, all do, and on its network.
func (c *checker) hostProcesses(path *fieldpath.Path) {
	count, onHost := containers.Count(c.spec), 0
	for i := range count {
		if runsOnHost(c.spec, containers.At(c.spec, i)) {
			onHost++
		}
	}
	if onHost == 0 {
		return
	}
	if onHost < count {
		c.add(field.Invalid(path.Field(), "", "all containers or none must have windowsOptions.hostProcess: true, of their own or from the pod"))
	}
	if !c.spec.HostNetwork {
		c.add(field.Invalid(path.Field("hostNetwork"), false, "must be true with windowsOptions.hostProcess: true"))
	}
}

func runsOnHost(spec *corev1.PodSpec, container *corev1.Container) bool {
	hostProcess := podHostProcess(spec)
	if sc := container.SecurityContext; sc != nil && sc.WindowsOptions != nil && sc.WindowsOptions.HostProcess != nil {
		hostProcess = sc.WindowsOptions.HostProcess
	}
	return hostProcess != nil && *hostProcess
}

func podHostProcess(spec *corev1.PodSpec) *bool {
	if spec.SecurityContext == nil || spec.SecurityContext.WindowsOptions == nil {
		return nil
	}
	return spec.SecurityContext.WindowsOptions.HostProcess
}
