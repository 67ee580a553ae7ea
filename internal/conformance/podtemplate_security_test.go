package conformance

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

func podSecurity(name string, apply func(*corev1.PodSecurityContext)) change {
	return change{"pod " + name, func(t *corev1.PodTemplateSpec) { apply(orNew(&t.Spec.SecurityContext)) }}
}

func containerSecurity(name string, apply func(*corev1.SecurityContext)) []change {
	return inContainers(name, func(c *corev1.Container) { apply(orNew(&c.SecurityContext)) })
}

func podWindows(name string, apply func(*corev1.WindowsSecurityContextOptions)) change {
	return podSecurity(name, func(sc *corev1.PodSecurityContext) { apply(orNew(&sc.WindowsOptions)) })
}

func containerWindows(name string, apply func(*corev1.WindowsSecurityContextOptions)) []change {
	return containerSecurity(name, func(sc *corev1.SecurityContext) { apply(orNew(&sc.WindowsOptions)) })
}

func annotate(key, value string) change {
	return change{fmt.Sprintf("annotation %s: %s", key, value), func(t *corev1.PodTemplateSpec) {
		if t.Annotations == nil {
			t.Annotations = map[string]string{}
		}
		t.Annotations[key] = value
	}}
}

// hostChanges are changes of the namespaces that a pod shares with its host, and of its operating
// system.
var hostChanges = []change{
	{"on linux", func(t *corev1.PodTemplateSpec) { t.Spec.OS = &corev1.PodOS{Name: corev1.Linux} }},
	{"on windows", func(t *corev1.PodTemplateSpec) { t.Spec.OS = &corev1.PodOS{Name: corev1.Windows} }},
	{"on no os", func(t *corev1.PodTemplateSpec) { t.Spec.OS = &corev1.PodOS{} }},
	{"on plan9", func(t *corev1.PodTemplateSpec) { t.Spec.OS = &corev1.PodOS{Name: "plan9"} }},
	{"hostUsers", func(t *corev1.PodTemplateSpec) { t.Spec.HostUsers = new(true) }},
	{"own users", func(t *corev1.PodTemplateSpec) { t.Spec.HostUsers = new(false) }},
	{"hostNetwork", func(t *corev1.PodTemplateSpec) { t.Spec.HostNetwork = true }},
	{"hostPID", func(t *corev1.PodTemplateSpec) { t.Spec.HostPID = true }},
	{"hostIPC", func(t *corev1.PodTemplateSpec) { t.Spec.HostIPC = true }},
	{"shareProcessNamespace", func(t *corev1.PodTemplateSpec) { t.Spec.ShareProcessNamespace = new(true) }},
	{"shareProcessNamespace off", func(t *corev1.PodTemplateSpec) { t.Spec.ShareProcessNamespace = new(false) }},
}

func deviceChanges() []change {
	return inContainers("volumeDevices", func(c *corev1.Container) {
		c.VolumeDevices = []corev1.VolumeDevice{{Name: "a", DevicePath: "/a"}}
	})
}

func idChanges() []change {
	var changes []change
	for _, id := range []int64{0, 1000, 1<<31 - 1, 1 << 31, -1} {
		changes = append(changes,
			podSecurity(fmt.Sprint("runAsUser ", id), func(sc *corev1.PodSecurityContext) { sc.RunAsUser = &id }),
			podSecurity(fmt.Sprint("runAsGroup ", id), func(sc *corev1.PodSecurityContext) { sc.RunAsGroup = &id }),
			podSecurity(fmt.Sprint("fsGroup ", id), func(sc *corev1.PodSecurityContext) { sc.FSGroup = &id }),
			podSecurity(fmt.Sprint("supplementalGroups ", id), func(sc *corev1.PodSecurityContext) {
				sc.SupplementalGroups = append(sc.SupplementalGroups, id)
			}),
		)
		changes = append(changes, containerSecurity(fmt.Sprint("runAsUser ", id), func(sc *corev1.SecurityContext) { sc.RunAsUser = &id })...)
		changes = append(changes, containerSecurity(fmt.Sprint("runAsGroup ", id), func(sc *corev1.SecurityContext) { sc.RunAsGroup = &id })...)
	}
	return changes
}

func podPolicyChanges() []change {
	changes := []change{
		podSecurity("without supplementalGroups", func(sc *corev1.PodSecurityContext) { sc.SupplementalGroups = []int64{} }),
		podSecurity("runAsNonRoot", func(sc *corev1.PodSecurityContext) { sc.RunAsNonRoot = new(true) }),
		podSecurity("seLinuxOptions", func(sc *corev1.PodSecurityContext) { sc.SELinuxOptions = &corev1.SELinuxOptions{Level: "a"} }),
	}
	for _, policy := range []string{"", "Always", "OnRootMismatch", "Merge", "Strict", "MountOption", "Recursive", "x"} {
		changes = append(changes,
			podSecurity("fsGroupChangePolicy "+policy, func(sc *corev1.PodSecurityContext) {
				sc.FSGroupChangePolicy = new(corev1.PodFSGroupChangePolicy(policy))
			}),
			podSecurity("supplementalGroupsPolicy "+policy, func(sc *corev1.PodSecurityContext) {
				sc.SupplementalGroupsPolicy = new(corev1.SupplementalGroupsPolicy(policy))
			}),
			podSecurity("seLinuxChangePolicy "+policy, func(sc *corev1.PodSecurityContext) {
				sc.SELinuxChangePolicy = new(corev1.PodSELinuxChangePolicy(policy))
			}),
		)
	}
	return changes
}

func sysctlChanges() []change {
	var changes []change
	for _, name := range []string{
		"", "a", "a.b", "a/b", "a_-b.c", ".a", "a.", "a..b", "-a", "a-", "A", "a.-b", "a.b-", "a b", "a*", "net", "net.a", "net/a", "net/ipv4/eth0.1/a", "netx.a", "a/net.b",
		"kernel.sem", "kernel/sem", "kernel.shmall", "kernel.shmmax", "kernel.shmmni", "kernel.shm_rmid_forced", "kernel.shm", "kernel.shm*", "kernel.shmx", "kernel.msgmax", "kernel.msgmnb",
		"kernel.msgmni", "kernel.msg*", "kernel.domainname", "fs.mqueue", "fs.mqueue.a", "fs/mqueue/a", "fs.mqueue*", "fs.mqueue.*", "net.*", "net*", "user.a", longName(253), longName(254),
	} {
		changes = append(changes, podSecurity("sysctl "+name, func(sc *corev1.PodSecurityContext) {
			sc.Sysctls = append(sc.Sysctls, corev1.Sysctl{Name: name, Value: "1"})
		}))
	}
	return append(changes, podSecurity("sysctl often", func(sc *corev1.PodSecurityContext) {
		for i := range 30 {
			sc.Sysctls = append(sc.Sysctls, corev1.Sysctl{Name: fmt.Sprintf("a.b%d", i%20)})
		}
	}))
}

func containerPolicyChanges() []change {
	var changes []change
	for name, apply := range map[string]func(*corev1.SecurityContext){
		"empty security context":      func(*corev1.SecurityContext) {},
		"privileged":                  func(sc *corev1.SecurityContext) { sc.Privileged = new(true) },
		"not privileged":              func(sc *corev1.SecurityContext) { sc.Privileged = new(false) },
		"allowPrivilegeEscalation":    func(sc *corev1.SecurityContext) { sc.AllowPrivilegeEscalation = new(true) },
		"no allowPrivilegeEscalation": func(sc *corev1.SecurityContext) { sc.AllowPrivilegeEscalation = new(false) },
		"CAP_SYS_ADMIN": func(sc *corev1.SecurityContext) {
			orNew(&sc.Capabilities).Add = []corev1.Capability{"NET_ADMIN", "CAP_SYS_ADMIN", "CAP_SYS_ADMIN"}
		},
		"SYS_ADMIN":              func(sc *corev1.SecurityContext) { orNew(&sc.Capabilities).Add = []corev1.Capability{"SYS_ADMIN"} },
		"drop CAP_SYS_ADMIN":     func(sc *corev1.SecurityContext) { orNew(&sc.Capabilities).Drop = []corev1.Capability{"CAP_SYS_ADMIN"} },
		"runAsNonRoot":           func(sc *corev1.SecurityContext) { sc.RunAsNonRoot = new(true) },
		"readOnlyRootFilesystem": func(sc *corev1.SecurityContext) { sc.ReadOnlyRootFilesystem = new(true) },
		"seLinuxOptions":         func(sc *corev1.SecurityContext) { sc.SELinuxOptions = &corev1.SELinuxOptions{} },
		"procMount Default":      func(sc *corev1.SecurityContext) { sc.ProcMount = new(corev1.DefaultProcMount) },
		"procMount Unmasked":     func(sc *corev1.SecurityContext) { sc.ProcMount = new(corev1.UnmaskedProcMount) },
		"procMount x":            func(sc *corev1.SecurityContext) { sc.ProcMount = new(corev1.ProcMountType("x")) },
		"procMount empty":        func(sc *corev1.SecurityContext) { sc.ProcMount = new(corev1.ProcMountType("")) },
	} {
		changes = append(changes, containerSecurity(name, apply)...)
	}
	return changes
}

func profileChanges() []change {
	var changes []change
	files := []*string{nil, new(""), new("a"), new("/a"), new("../a"), new("a/../b"), new("a..b"), new(" a"), new(" "), new(longName(4095)), new(longName(4096) + " ")}
	for _, kind := range []string{"", "Localhost", "RuntimeDefault", "Unconfined", "x"} {
		for _, file := range files {
			name := kind
			if file != nil {
				name += fmt.Sprintf(" %.20q", *file)
			}
			seccomp := &corev1.SeccompProfile{Type: corev1.SeccompProfileType(kind), LocalhostProfile: file}
			appArmor := &corev1.AppArmorProfile{Type: corev1.AppArmorProfileType(kind), LocalhostProfile: file}
			changes = append(changes,
				podSecurity("seccompProfile "+name, func(sc *corev1.PodSecurityContext) { sc.SeccompProfile = seccomp }),
				podSecurity("appArmorProfile "+name, func(sc *corev1.PodSecurityContext) { sc.AppArmorProfile = appArmor }),
			)
			changes = append(changes, containerSecurity("seccompProfile "+name, func(sc *corev1.SecurityContext) { sc.SeccompProfile = seccomp })...)
			changes = append(changes, containerSecurity("appArmorProfile "+name, func(sc *corev1.SecurityContext) { sc.AppArmorProfile = appArmor })...)
		}
	}
	return changes
}

func profileAnnotationChanges() []change {
	var changes []change
	for _, value := range []string{"", "unconfined", "runtime/default", "docker/default", "localhost/a", "localhost/", "localhost", "localhost//a", "localhost/../a", "x"} {
		changes = append(changes, annotate(corev1.SeccompPodAnnotationKey, value))
		for _, container := range []string{"main", "init", "sidecar", "ephemeral", "other", ""} {
			changes = append(changes,
				annotate(corev1.SeccompContainerAnnotationKeyPrefix+container, value),
				annotate(corev1.DeprecatedAppArmorBetaContainerAnnotationKeyPrefix+container, value))
		}
	}
	return changes
}

func windowsChanges() []change {
	var changes []change
	both := func(name string, apply func(*corev1.WindowsSecurityContextOptions)) {
		changes = append(changes, podWindows(name, apply))
		changes = append(changes, containerWindows(name, apply)...)
	}
	both("no windowsOptions", func(*corev1.WindowsSecurityContextOptions) {})
	both("hostProcess", func(o *corev1.WindowsSecurityContextOptions) { o.HostProcess = new(true) })
	both("no hostProcess", func(o *corev1.WindowsSecurityContextOptions) { o.HostProcess = new(false) })
	for _, name := range []string{"", "a.b", "A"} {
		both("gmsaCredentialSpecName "+name, func(o *corev1.WindowsSecurityContextOptions) { o.GMSACredentialSpecName = &name })
	}
	for _, n := range []int{0, 1, 64 << 10, 64<<10 + 1} {
		both(fmt.Sprint("gmsaCredentialSpec of ", n), func(o *corev1.WindowsSecurityContextOptions) { o.GMSACredentialSpec = new(longName(n)) })
	}
	for _, name := range userNames {
		both(fmt.Sprintf("runAsUserName %.40q", name), func(o *corev1.WindowsSecurityContextOptions) { o.RunAsUserName = &name })
	}
	return changes
}

// userNames are valid and invalid user names for Windows.
var userNames = []string{
	"", "a", "A b.c", `d\a`, `\`, `\a`, `d\`, `a\b\c`, "a\n", "a\x7f", "a\x00", ".", " . ", ". .", `d\. .`, longName(104), longName(105), `d\` + longName(105), "a/b", "a:b", "a;b", "a|b", "a=b", "a,b", "a+b", "a*b",
	"a?b", "a<b", "a>b", "a@b", "a[b", "a]b", `a"b`, `.d\a`, `d.\a`, `d.e\a`, `d e\a`, `d:e\a`, `d*e\a`, `d?e\a`, `d"e\a`, `d<e\a`, `d>e\a`, `d|e\a`, `d/e\a`, `D_e\a`,
	longName(15) + `\a`, longName(16) + `\a`, longName(63) + `\a`, longName(64) + `\a`, strings.Repeat("ü", 15) + `\a`, strings.Repeat("ü", 16) + `\a`, "\u212a" + longName(15) + `\a`,
	strings.Repeat("\xff", 15) + `\a`, strings.Repeat("\xff", 16) + `\a`, "\xff", "ü", "-d-d-d-d-d-d-d-d-\\a", "d-d-d-d-d-d-d-d-d\\a", strings.Repeat(longName(63)+".", 4) + `\a`,
	strings.Repeat(longName(50)+".", 5) + `\a`, strings.Repeat(longName(50)+".", 5) + `a\a`, strings.Repeat(longName(50)+".", 5) + `\a`, longName(15) + ".." + `\a`, "\u0085a",
}

func TestSecurityRules(t *testing.T) {
	with := func(lists ...[]change) []change {
		all := append([]change{}, hostChanges...)
		for _, list := range lists {
			all = append(all, list...)
		}
		return all
	}
	for _, area := range []struct {
		name    string
		changes []change
	}{
		{"host", with(deviceChanges(), podPolicyChanges(), idChanges(), containerPolicyChanges())},
		{"sysctls", with(sysctlChanges())},
		{"profiles", append(profileChanges(), hostChanges[:3]...)},
		{"annotated profiles", append(append(profileChanges(), profileAnnotationChanges()...), hostChanges[:3]...)},
		{"windows", with(windowsChanges())},
	} {
		t.Run(area.name, func(t *testing.T) { compareTemplates(t, smallTemplate, area.changes) })
	}
}
