package podtemplate

import (
	"fmt"
	"strings"
	"unicode/utf8"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/containers"
	"github.com/jobapi/jobapi/validation/internal/enum"
)

var osNames = []corev1.OSName{corev1.Linux, corev1.Windows}

func (c *checker) isLinux() bool {
	return c.spec.OS != nil && c.spec.OS.Name == corev1.Linux
}

func (c *checker) isWindows() bool {
	return c.spec.OS != nil && c.spec.OS.Name == corev1.Windows
}

// os checks the operating system, and the pod at path for fields that the system doesn't support.
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

// containerOS checks the security context of a container for fields that the operating system
// doesn't support.
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
	for _, f := range [...]optional{
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
		c.notOn(path.Child("securityContext"), corev1.Windows, f.name, f.set)
	}
}

func (c *checker) windowsContainer(path *fieldpath.Path, sc *corev1.SecurityContext) {
	for _, f := range [...]optional{
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

// notOn forbids the field called name, a child of path, because the operating system doesn't
// support it.
func (c *checker) notOn(path *fieldpath.Path, os corev1.OSName, name string, set bool) {
	if set {
		c.add(field.Forbidden(path.Field(name), "must not be set with os.name: "+string(os)))
	}
}

func (c *checker) windowsOptions(path *fieldpath.Path, options *corev1.WindowsSecurityContextOptions) {
	if options == nil {
		return
	}
	c.optionalDNSSubdomain(path, "gmsaCredentialSpecName", options.GMSACredentialSpecName)
	if spec := options.GMSACredentialSpec; spec != nil {
		c.gmsaCredentialSpec(path, *spec)
	}
	if name := options.RunAsUserName; name != nil {
		c.runAsUserName(path.Child("runAsUserName"), *name)
	}
}

func (c *checker) gmsaCredentialSpec(path *fieldpath.Path, spec string) {
	const mostKiB = 64
	switch {
	case spec == "":
		c.add(field.Invalid(path.Field("gmsaCredentialSpec"), spec, "must not be empty; leave it unset instead"))
	case len(spec) > mostKiB*1024:
		c.add(field.Invalid(path.Field("gmsaCredentialSpec"), spec, fmt.Sprintf("must have at most %d KiB", mostKiB)))
	}
}

// runAsUserName checks the name of a Windows user: user or domain\user.
func (c *checker) runAsUserName(path *fieldpath.Path, name string) {
	switch {
	case name == "":
		c.add(field.Invalid(path.Field(), name, "must not be empty; leave it unset instead"))
		return
	case strings.ContainsFunc(name, isControl):
		c.add(field.Invalid(path.Field(), name, "must not contain control characters"))
		return
	case strings.Count(name, `\`) > 1:
		c.add(field.Invalid(path.Field(), name, "must not contain more than one backslash"))
		return
	}
	user := name
	if domain, rest, ok := strings.Cut(name, `\`); ok {
		user = rest
		c.windowsDomain(path, name, domain)
	}
	c.windowsUser(path, name, user)
}

// windowsDomain checks the domain in the user name at path.
func (c *checker) windowsDomain(path *fieldpath.Path, name, domain string) {
	const most = 255
	if len(domain) > most {
		c.add(field.Invalid(path.Field(), name, fmt.Sprintf("the domain must have at most %d characters", most)))
	}
	if !isNetBIOSName(domain) && !isWindowsDNSName(domain) {
		c.add(field.Invalid(path.Field(), name, "the domain must be a NetBIOS or DNS name"))
	}
}

// windowsUser checks the user in the user name at path.
func (c *checker) windowsUser(path *fieldpath.Path, name, user string) {
	const most, bad = 104, `"/\:;|=,+*?<>@[]`
	switch {
	case user == "":
		c.add(field.Invalid(path.Field(), name, "the user must not be empty"))
	case len(user) > most:
		c.add(field.Invalid(path.Field(), name, fmt.Sprintf("the user must have at most %d characters", most)))
	case strings.Trim(user, ". ") == "":
		c.add(field.Invalid(path.Field(), name, "the user must not consist of periods and spaces only"))
	case strings.ContainsAny(user, bad):
		c.add(field.Invalid(path.Field(), name, "the user must not contain any of "+bad))
	}
}

func isControl(r rune) bool {
	return r < ' ' || r == 0x7f
}

// isNetBIOSName reports whether name is valid for a Windows domain without DNS.
func isNetBIOSName(name string) bool {
	n := utf8.RuneCountInString(name)
	return 1 <= n && n <= 15 && name[0] != '.' && !strings.ContainsAny(name, `\/:*?"<>|`)
}

// isWindowsDNSName is like the check of a DNS subdomain, but allows upper case, and any length as
// long as labels have at most 63 characters.
func isWindowsDNSName(name string) bool {
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' || strings.ContainsFunc(label, isNotDNS) {
			return false
		}
	}
	return true
}

func isNotDNS(r rune) bool {
	return r != '-' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
}

// hostProcess checks that the security context at path, of a container, doesn't contradict that of
// the pod about whether the container runs directly on its Windows host.
func (c *checker) hostProcess(path *fieldpath.Path, sc *corev1.SecurityContext) {
	pod := podHostProcess(c.spec)
	if pod == nil || sc.WindowsOptions == nil || sc.WindowsOptions.HostProcess == nil {
		return
	}
	if own := *sc.WindowsOptions.HostProcess; own != *pod {
		c.add(field.Invalid(path.Field("windowsOptions", "hostProcess"), own, fmt.Sprintf("must be unset or %t, as for the pod", *pod)))
	}
}

// hostProcesses checks the pod at path: if one container runs directly on its Windows host, all
// must, and the pod must use the host's network.
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
		c.add(field.Invalid(path.Field(), "", "either all or no containers must have windowsOptions.hostProcess: true, in their own or the pod's security context"))
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
