package podtemplate

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/containers"
	"github.com/jobapi/jobapi/validation/internal/enum"
)

var procMounts = []corev1.ProcMountType{corev1.DefaultProcMount, corev1.UnmaskedProcMount}

// containerSecurity checks the security context of a container of any kind, also against that
// of the pod and the template's annotations.
func (c *checker) containerSecurity(path *fieldpath.Path, container *corev1.Container) {
	security := path.Child("securityContext")
	if sc := container.SecurityContext; sc != nil {
		c.securityContext(security, sc)
		c.seccompAnnotation(security.Child("seccompProfile"), sc.SeccompProfile, corev1.SeccompContainerAnnotationKeyPrefix, container.Name)
		c.hostProcess(security, sc)
		c.containerOS(security, sc)
	}
	c.appArmorAnnotation(security, container)
	c.volumeDevicesOfUsers(path, container)
}

func (c *checker) securityContext(path *fieldpath.Path, sc *corev1.SecurityContext) {
	c.userID(path, "runAsUser", sc.RunAsUser)
	c.groupID(path, "runAsGroup", sc.RunAsGroup)
	if sc.ProcMount != nil {
		c.procMount(path, *sc.ProcMount)
	}
	if sc.AllowPrivilegeEscalation != nil && !*sc.AllowPrivilegeEscalation {
		c.noPrivilegeEscalation(path, sc)
	}
	c.seccompProfile(path.Child("seccompProfile"), sc.SeccompProfile)
	c.appArmorProfile(path.Child("appArmorProfile"), sc.AppArmorProfile)
	c.windowsOptions(path.Child("windowsOptions"), sc.WindowsOptions)
}

func (c *checker) procMount(path *fieldpath.Path, mount corev1.ProcMountType) {
	p := path.Child("procMount")
	c.add(enum.Validate(p, mount, procMounts)...)
	if mount == corev1.UnmaskedProcMount && !c.ownUsers() {
		c.add(field.Invalid(p.Field(), mount, "needs hostUsers: false: it would bare the host to a root user"))
	}
}

// noPrivilegeEscalation checks a container that may not gain privileges: it must not have
// them to begin with.
func (c *checker) noPrivilegeEscalation(path *fieldpath.Path, sc *corev1.SecurityContext) {
	if sc.Privileged != nil && *sc.Privileged {
		c.add(field.Invalid(path.Field(), sc, "allowPrivilegeEscalation: false contradicts privileged: true"))
	}
	if addsSysAdmin(sc) && !c.old.sysAdmin {
		c.add(field.Invalid(path.Field(), sc, "allowPrivilegeEscalation: false contradicts adding the capability "+string(sysAdmin)))
	}
}

// sysAdmin is not the name by which Kubernetes knows the capability: that has no CAP_. Some
// runtimes take it all the same.
const sysAdmin corev1.Capability = "CAP_SYS_ADMIN"

func addsSysAdmin(sc *corev1.SecurityContext) bool {
	return sc.Capabilities != nil && slices.Contains(sc.Capabilities.Add, sysAdmin)
}

// breaksNoPrivilegeEscalation reports whether a container adds CAP_SYS_ADMIN and does not
// allow privilege escalation. Not to say so counts here, as it does for the API server.
func breaksNoPrivilegeEscalation(spec *corev1.PodSpec) bool {
	for i := range containers.Count(spec) {
		sc := containers.At(spec, i).SecurityContext
		if sc != nil && (sc.AllowPrivilegeEscalation == nil || !*sc.AllowPrivilegeEscalation) && addsSysAdmin(sc) {
			return true
		}
	}
	return false
}
