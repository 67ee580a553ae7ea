package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/enum"
)

var (
	fsGroupChangePolicies      = []corev1.PodFSGroupChangePolicy{corev1.FSGroupChangeAlways, corev1.FSGroupChangeOnRootMismatch}
	supplementalGroupsPolicies = []corev1.SupplementalGroupsPolicy{corev1.SupplementalGroupsPolicyMerge, corev1.SupplementalGroupsPolicyStrict}
	seLinuxChangePolicies      = []corev1.PodSELinuxChangePolicy{corev1.SELinuxChangePolicyMountOption, corev1.SELinuxChangePolicyRecursive}
)

// podSecurity checks how the pod at path is kept apart from its host.
func (c *checker) podSecurity(path *fieldpath.Path) {
	c.podSecurityContext(path.Child("securityContext"), c.spec.SecurityContext)
	c.hostNamespaces(path)
	c.hostProcesses(path)
	c.os(path)
}

// podSecurityContext checks what all containers of the pod begin with.
func (c *checker) podSecurityContext(path *fieldpath.Path, sc *corev1.PodSecurityContext) {
	if sc == nil {
		return
	}
	c.userID(path, "runAsUser", sc.RunAsUser)
	c.groupID(path, "runAsGroup", sc.RunAsGroup)
	c.groupID(path, "fsGroup", sc.FSGroup)
	groups := path.Child("supplementalGroups")
	for i, id := range sc.SupplementalGroups {
		for _, msg := range validation.IsValidGroupID(id) {
			c.add(field.Invalid(groups.Index(i).Field(), id, msg))
		}
	}
	if sc.FSGroupChangePolicy != nil {
		c.add(enum.Validate(path.Child("fsGroupChangePolicy"), *sc.FSGroupChangePolicy, fsGroupChangePolicies)...)
	}
	if sc.SupplementalGroupsPolicy != nil {
		c.add(enum.Validate(path.Child("supplementalGroupsPolicy"), *sc.SupplementalGroupsPolicy, supplementalGroupsPolicies)...)
	}
	if sc.SELinuxChangePolicy != nil {
		c.add(enum.Validate(path.Child("seLinuxChangePolicy"), *sc.SELinuxChangePolicy, seLinuxChangePolicies)...)
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
