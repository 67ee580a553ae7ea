package podtemplate

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

func (c *checker) sysctls(path *fieldpath.Path, list []corev1.Sysctl) {
	var earlier smallset.Set[string]
	for i := range list {
		element := path.Index(i)
		name := list[i].Name
		switch {
		case name == "":
			c.add(field.Required(element.Field("name"), "must not be empty"))
		case !isSysctl(name):
			c.add(field.Invalid(element.Field("name"), name, "must be at most 253 characters: parts of lower-case letters, digits, '-' and '_' that begin and end with a letter or digit, separated by '.' or '/'"))
		case !earlier.Insert(name):
			c.add(field.Duplicate(element.Field("name"), name))
		}
		if shared := c.sharedNamespace(name); shared != "" && !c.old.hostSysctls {
			c.add(field.Invalid(element.Field("name"), name, "would change the host, since the pod has "+shared+": true"))
		}
	}
}

// isSysctl reports whether name is in the form of a kernel parameter's.
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

// sharedNamespace returns the field that makes the pod share the kernel namespace of a sysctl
// with the host, if one does.
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

// ipcSysctls are the parameters of the IPC namespace, but for those of message queues.
// kernel.shm and kernel.msg are what a pattern for them leaves.
var ipcSysctls = []string{
	"kernel.sem",
	"kernel.shmall", "kernel.shmmax", "kernel.shmmni", "kernel.shm_rmid_forced", "kernel.shm",
	"kernel.msgmax", "kernel.msgmnb", "kernel.msgmni", "kernel.msg",
}

// dottedSysctl returns a name whose first separator is '/' with '.' and '/' swapped, as
// sysctl(8) reads it, and without what follows a '*'.
func dottedSysctl(name string) string {
	if i := strings.IndexAny(name, "./"); i >= 0 && name[i] == '/' {
		name = slashesToDots.Replace(name)
	}
	name, _, _ = strings.Cut(name, "*")
	return name
}

var slashesToDots = strings.NewReplacer(".", "/", "/", ".")

// breaksHostSysctls reports whether a sysctl is one of a namespace that the host shares.
func breaksHostSysctls(spec *corev1.PodSpec) bool {
	if spec.SecurityContext == nil {
		return false
	}
	c := checker{spec: spec}
	return slices.ContainsFunc(spec.SecurityContext.Sysctls, func(s corev1.Sysctl) bool {
		return c.sharedNamespace(s.Name) != ""
	})
}
