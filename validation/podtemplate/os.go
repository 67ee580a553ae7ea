package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/enum"
)

var osNames = []corev1.OSName{corev1.Linux, corev1.Windows}

func (c *checker) isLinux() bool {
	return c.spec.OS != nil && c.spec.OS.Name == corev1.Linux
}

func (c *checker) isWindows() bool {
	return c.spec.OS != nil && c.spec.OS.Name == corev1.Windows
}

// os checks the operating system, and the pod at path for what it has not.
func (c *checker) os(path *fieldpath.Path) {
	switch os := c.spec.OS; {
	case os == nil:
	case os.Name == "":
		c.add(field.Required(path.Field("os", "name"), "must be linux or windows"))
	case c.isLinux():
		c.linuxPod(path)
	case c.isWindows():
		c.windowsPod(path)
	default:
		c.add(enum.Validate(path.Child("os"), os.Name, osNames)...)
	}
}

// containerOS checks the security context of a container, at path, in the same way.
func (c *checker) containerOS(path *fieldpath.Path, sc *corev1.SecurityContext) {
	switch {
	case c.isLinux():
		c.notOn(path, corev1.Linux, "windowsOptions", sc.WindowsOptions != nil)
	case c.isWindows():
		c.windowsContainer(path, sc)
	}
}

func (c *checker) linuxPod(path *fieldpath.Path) {
	if sc := c.spec.SecurityContext; sc != nil {
		c.notOn(path.Child("securityContext"), corev1.Linux, "windowsOptions", sc.WindowsOptions != nil)
	}
}

func (c *checker) windowsPod(path *fieldpath.Path) {
	c.notOn(path, corev1.Windows, "hostUsers", c.spec.HostUsers != nil)
	c.notOn(path, corev1.Windows, "hostPID", c.spec.HostPID)
	c.notOn(path, corev1.Windows, "hostIPC", c.spec.HostIPC)
	c.notOn(path, corev1.Windows, "shareProcessNamespace", c.spec.ShareProcessNamespace != nil)

	sc := c.spec.SecurityContext
	if sc == nil {
		return
	}
	security := path.Child("securityContext")
	for _, f := range [...]given{
		{"appArmorProfile", sc.AppArmorProfile != nil},
		{"fsGroup", sc.FSGroup != nil},
		{"fsGroupChangePolicy", sc.FSGroupChangePolicy != nil},
		{"runAsGroup", sc.RunAsGroup != nil},
		{"runAsUser", sc.RunAsUser != nil},
		{"seLinuxChangePolicy", sc.SELinuxChangePolicy != nil},
		{"seLinuxOptions", sc.SELinuxOptions != nil},
		{"seccompProfile", sc.SeccompProfile != nil},
		{"supplementalGroups", sc.SupplementalGroups != nil},
		{"supplementalGroupsPolicy", sc.SupplementalGroupsPolicy != nil},
		{"sysctls", len(sc.Sysctls) > 0},
	} {
		c.notOn(security, corev1.Windows, f.name, f.set)
	}
}

func (c *checker) windowsContainer(path *fieldpath.Path, sc *corev1.SecurityContext) {
	for _, f := range [...]given{
		{"allowPrivilegeEscalation", sc.AllowPrivilegeEscalation != nil},
		{"appArmorProfile", sc.AppArmorProfile != nil},
		{"capabilities", sc.Capabilities != nil},
		{"privileged", sc.Privileged != nil},
		{"procMount", sc.ProcMount != nil},
		{"readOnlyRootFilesystem", sc.ReadOnlyRootFilesystem != nil},
		{"runAsGroup", sc.RunAsGroup != nil},
		{"runAsUser", sc.RunAsUser != nil},
		{"seLinuxOptions", sc.SELinuxOptions != nil},
		{"seccompProfile", sc.SeccompProfile != nil},
	} {
		c.notOn(path, corev1.Windows, f.name, f.set)
	}
}

// notOn forbids the field called name below path, if it is set, on an operating system that
// has no such thing.
func (c *checker) notOn(path *fieldpath.Path, os corev1.OSName, name string, set bool) {
	if set {
		c.add(field.Forbidden(path.Field(name), "may not be set with os.name: "+string(os)))
	}
}
