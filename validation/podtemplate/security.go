package podtemplate

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/containers"
	"github.com/jobapi/jobapi/validation/internal/enum"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

var (
	fsGroupChangePolicies      = []corev1.PodFSGroupChangePolicy{corev1.FSGroupChangeAlways, corev1.FSGroupChangeOnRootMismatch}
	supplementalGroupsPolicies = []corev1.SupplementalGroupsPolicy{corev1.SupplementalGroupsPolicyMerge, corev1.SupplementalGroupsPolicyStrict}
	seLinuxChangePolicies      = []corev1.PodSELinuxChangePolicy{corev1.SELinuxChangePolicyMountOption, corev1.SELinuxChangePolicyRecursive}
	recursiveChangePolicy      = seLinuxChangePolicies[1:] // without the feature of the others
)

// podSecurity checks how the pod at path is isolated from its host.
func (c *checker) podSecurity(path *fieldpath.Path) {
	c.podSecurityContext(path.Child("securityContext"), c.spec.SecurityContext)
	c.hostNamespaces(path)
	c.hostProcesses(path)
	c.os(path)
}

// podSecurityContext checks the security context that applies to all containers of the pod.
func (c *checker) podSecurityContext(path *fieldpath.Path, sc *corev1.PodSecurityContext) {
	if sc == nil {
		return
	}
	c.userID(path, "runAsUser", sc.RunAsUser)
	c.groupID(path, "runAsGroup", sc.RunAsGroup)
	c.groupID(path, "fsGroup", sc.FSGroup)
	for i, id := range sc.SupplementalGroups {
		for _, msg := range validation.IsValidGroupID(id) {
			c.add(field.Invalid(path.Child("supplementalGroups").Index(i).Field(), id, msg))
		}
	}
	if sc.FSGroupChangePolicy != nil {
		c.add(enum.Validate(path.Child("fsGroupChangePolicy"), *sc.FSGroupChangePolicy, fsGroupChangePolicies)...)
	}
	if sc.SupplementalGroupsPolicy != nil {
		c.add(enum.Validate(path.Child("supplementalGroupsPolicy"), *sc.SupplementalGroupsPolicy, supplementalGroupsPolicies)...)
	}
	if sc.SELinuxChangePolicy != nil {
		policies := seLinuxChangePolicies
		if !c.ratchet.seLinuxChangePolicy {
			policies = recursiveChangePolicy
		}
		c.add(enum.Validate(path.Child("seLinuxChangePolicy"), *sc.SELinuxChangePolicy, policies)...)
	}
	c.sysctls(path.Child("sysctls"), sc.Sysctls)
	seccomp := path.Child("seccompProfile")
	c.seccompProfile(seccomp, sc.SeccompProfile)
	c.seccompAnnotation(seccomp, sc.SeccompProfile, corev1.SeccompPodAnnotationKey, "")
	c.appArmorProfile(path.Child("appArmorProfile"), sc.AppArmorProfile)
	c.windowsOptions(path.Child("windowsOptions"), sc.WindowsOptions)
}

func (c *checker) userID(path *fieldpath.Path, name string, id *int64) {
	if id == nil {
		return
	}
	for _, msg := range validation.IsValidUserID(*id) {
		c.add(field.Invalid(path.Field(name), *id, msg))
	}
}

func (c *checker) groupID(path *fieldpath.Path, name string, id *int64) {
	if id == nil {
		return
	}
	for _, msg := range validation.IsValidGroupID(*id) {
		c.add(field.Invalid(path.Field(name), *id, msg))
	}
}

var procMounts = []corev1.ProcMountType{corev1.DefaultProcMount, corev1.UnmaskedProcMount}

// containerSecurity checks the security context of the container at path, also against that of the
// pod and against the template's annotations.
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
		c.add(field.Invalid(p.Field(), mount, "requires hostUsers: false, so that a root user can't reach the host"))
	}
}

// noPrivilegeEscalation checks a container that can't gain privileges: it must not start with
// them, either.
func (c *checker) noPrivilegeEscalation(path *fieldpath.Path, sc *corev1.SecurityContext) {
	if sc.Privileged != nil && *sc.Privileged {
		c.add(field.Invalid(path.Field(), sc, "allowPrivilegeEscalation: false contradicts privileged: true"))
	}
	if addsSysAdmin(sc) && !c.ratchet.sysAdmin {
		c.add(field.Invalid(path.Field(), sc, "allowPrivilegeEscalation: false contradicts adding the capability "+string(sysAdmin)))
	}
}

// sysAdmin is a capability as kube-apiserver checks it. Kubernetes' own names lack the prefix CAP_,
// but some runtimes accept it.
const sysAdmin corev1.Capability = "CAP_SYS_ADMIN"

func addsSysAdmin(sc *corev1.SecurityContext) bool {
	return sc.Capabilities != nil && slices.Contains(sc.Capabilities.Add, sysAdmin)
}

// hasSysAdminWithoutEscalation reports whether a container adds CAP_SYS_ADMIN and doesn't allow
// privilege escalation explicitly. As in kube-apiserver, leaving the field unset counts.
func hasSysAdminWithoutEscalation(spec *corev1.PodSpec) bool {
	for i := range containers.Count(spec) {
		sc := containers.At(spec, i).SecurityContext
		if sc != nil && (sc.AllowPrivilegeEscalation == nil || !*sc.AllowPrivilegeEscalation) && addsSysAdmin(sc) {
			return true
		}
	}
	return false
}

// ownUsers reports whether the pod has its own user namespace. A root user in it isn't root on the
// host.
func (c *checker) ownUsers() bool {
	return hasOwnUsers(c.spec)
}

func hasOwnUsers(spec *corev1.PodSpec) bool {
	return spec.HostUsers != nil && !*spec.HostUsers
}

// hostNamespaces checks the kernel namespaces that the pod at path shares with the host.
func (c *checker) hostNamespaces(path *fieldpath.Path) {
	if share := c.spec.ShareProcessNamespace; share != nil && *share && c.spec.HostPID {
		at := path
		if c.features.Minor() < 37 {
			at = path.Child("securityContext")
		}
		c.add(field.Invalid(at.Field("shareProcessNamespace"), true, "must not be true with hostPID: true"))
	}
	if !c.ownUsers() {
		return
	}
	const advice = "must not be true with hostUsers: false"
	if c.spec.HostNetwork && !c.ratchet.hostNetworkWithOwnUsers {
		c.add(field.Forbidden(path.Field("hostNetwork"), advice))
	}
	// kube-apiserver writes these two names with an upper-case letter.
	if c.spec.HostPID {
		c.add(field.Forbidden(path.Field("HostPID"), advice))
	}
	if c.spec.HostIPC {
		c.add(field.Forbidden(path.Field("HostIPC"), advice))
	}
}

// volumeDevicesOfUsers forbids block devices in the container at path if the pod has its own user
// namespace: their owners can't be mapped into it.
func (c *checker) volumeDevicesOfUsers(path *fieldpath.Path, container *corev1.Container) {
	if len(container.VolumeDevices) > 0 && c.ownUsers() && !c.ratchet.volumeDevicesWithOwnUsers {
		c.add(field.Forbidden(path.Field("volumeDevices"), "must not be used with hostUsers: false"))
	}
}

// hasVolumeDevicesWithOwnUsers reports whether a pod has both block devices and its own user
// namespace.
func hasVolumeDevicesWithOwnUsers(spec *corev1.PodSpec) bool {
	if !hasOwnUsers(spec) {
		return false
	}
	for i := range containers.Count(spec) {
		if len(containers.At(spec, i).VolumeDevices) > 0 {
			return true
		}
	}
	return false
}

func (c *checker) sysctls(path *fieldpath.Path, list []corev1.Sysctl) {
	var earlier smallset.Set[string]
	for i := range list {
		element := path.Index(i)
		name := list[i].Name
		switch {
		case name == "":
			c.add(field.Required(element.Field("name"), "must not be empty"))
		case !isSysctl(name):
			c.add(field.Invalid(element.Field("name"), name, "must have at most 253 characters and consist of parts separated by '.' or '/': lower-case letters, digits, '-' and '_', with a letter or digit first and last"))
		case !earlier.Insert(name):
			c.add(field.Duplicate(element.Field("name"), name))
		}
		if shared := c.sharedNamespace(name); shared != "" && !c.ratchet.hostSysctls {
			c.add(field.Invalid(element.Field("name"), name, "would change the host, because the pod has "+shared+": true"))
		}
	}
}

// isSysctl reports whether name has the form of a kernel parameter.
func isSysctl(name string) bool {
	const most = 253
	if len(name) > most {
		return false
	}
	start := 0
	for i := range len(name) {
		if name[i] == '.' || name[i] == '/' {
			if !isSysctlPart(name[start:i]) {
				return false
			}
			start = i + 1
		}
	}
	return isSysctlPart(name[start:])
}

func isSysctlPart(part string) bool {
	if part == "" || !isLowerOrDigit(part[0]) || !isLowerOrDigit(part[len(part)-1]) {
		return false
	}
	for i := range len(part) {
		if b := part[i]; b != '-' && b != '_' && !isLowerOrDigit(b) {
			return false
		}
	}
	return true
}

func isLowerOrDigit(b byte) bool {
	return 'a' <= b && b <= 'z' || '0' <= b && b <= '9'
}

// sharedNamespace returns the field that makes the pod share the kernel namespace of a sysctl with
// the host. It is empty if the namespace isn't shared.
func (c *checker) sharedNamespace(sysctl string) string {
	if !c.spec.HostNetwork && !c.spec.HostIPC {
		return ""
	}
	name := dottedSysctl(sysctl)
	switch {
	case c.spec.HostNetwork && strings.HasPrefix(name, "net."):
		return "hostNetwork"
	case c.spec.HostIPC && (strings.HasPrefix(name, "fs.mqueue.") || slices.Contains(ipcSysctls, name)):
		return "hostIPC"
	}
	return ""
}

// ipcSysctls are the parameters of the IPC namespace, except for those of message queues.
// kernel.shm and kernel.msg are the prefixes of patterns.
var ipcSysctls = []string{
	"kernel.sem",
	"kernel.shmall", "kernel.shmmax", "kernel.shmmni", "kernel.shm_rmid_forced", "kernel.shm",
	"kernel.msgmax", "kernel.msgmnb", "kernel.msgmni", "kernel.msg",
}

// dottedSysctl returns the name without what follows a '*'. If the first separator is '/', it also
// swaps '.' and '/', as sysctl(8) does.
func dottedSysctl(name string) string {
	if i := strings.IndexAny(name, "./"); i >= 0 && name[i] == '/' {
		name = slashesToDots.Replace(name)
	}
	name, _, _ = strings.Cut(name, "*")
	return name
}

var slashesToDots = strings.NewReplacer(".", "/", "/", ".")

// hasHostSysctls reports whether a sysctl belongs to a namespace that the pod shares with the host.
func hasHostSysctls(spec *corev1.PodSpec) bool {
	if spec.SecurityContext == nil {
		return false
	}
	c := checker{spec: spec}
	return slices.ContainsFunc(spec.SecurityContext.Sysctls, func(s corev1.Sysctl) bool {
		return c.sharedNamespace(s.Name) != ""
	})
}
