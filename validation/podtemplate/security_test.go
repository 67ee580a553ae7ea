package podtemplate

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// ofSecurity changes the security context of the container of a validTemplate.
func ofSecurity(change func(*corev1.SecurityContext)) func(*corev1.PodTemplateSpec) {
	return ofMain(func(c *corev1.Container) {
		c.SecurityContext = &corev1.SecurityContext{}
		change(c.SecurityContext)
	})
}

// ofPodSecurity changes the security context of a validTemplate.
func ofPodSecurity(change func(*corev1.PodSecurityContext)) func(*corev1.PodTemplateSpec) {
	return func(t *corev1.PodTemplateSpec) { change(t.Spec.SecurityContext) }
}

// both makes both changes.
func both(first, second func(*corev1.PodTemplateSpec)) func(*corev1.PodTemplateSpec) {
	return func(t *corev1.PodTemplateSpec) {
		first(t)
		second(t)
	}
}

const (
	podSecurityPath = "securityContext"
	securityPath    = "containers[0].securityContext"
)

func TestUsersAndGroups(t *testing.T) {
	outOfRange := validation.IsValidUserID(-1)[0]
	const beyond = int64(1 << 31)
	runRules(t, []ruleTest{
		{name: "valid", change: both(ofPodSecurity(func(sc *corev1.PodSecurityContext) {
			sc.RunAsUser, sc.RunAsGroup, sc.FSGroup, sc.SupplementalGroups = new(int64(0)), new(beyond-1), new(int64(1)), []int64{0, 0}
			sc.FSGroupChangePolicy = new(corev1.FSGroupChangeAlways)
			sc.SupplementalGroupsPolicy = new(corev1.SupplementalGroupsPolicyStrict)
			sc.SELinuxChangePolicy = new(corev1.SELinuxChangePolicyMountOption)
		}), ofSecurity(func(sc *corev1.SecurityContext) { sc.RunAsUser, sc.RunAsGroup = new(int64(0)), new(beyond-1) }))},
		{name: "ids of the pod", change: ofPodSecurity(func(sc *corev1.PodSecurityContext) {
			sc.RunAsUser, sc.RunAsGroup, sc.FSGroup, sc.SupplementalGroups = new(int64(-1)), new(beyond), new(int64(-2)), []int64{0, -3}
		}), want: field.ErrorList{
			field.Invalid(at(podSecurityPath+".runAsUser"), int64(-1), outOfRange),
			field.Invalid(at(podSecurityPath+".runAsGroup"), beyond, outOfRange),
			field.Invalid(at(podSecurityPath+".fsGroup"), int64(-2), outOfRange),
			field.Invalid(at(podSecurityPath+".supplementalGroups[1]"), int64(-3), outOfRange),
		}},
		{name: "ids of a container", change: ofSecurity(func(sc *corev1.SecurityContext) { sc.RunAsUser, sc.RunAsGroup = new(int64(-1)), new(beyond) }), want: field.ErrorList{
			field.Invalid(at(securityPath+".runAsUser"), int64(-1), outOfRange),
			field.Invalid(at(securityPath+".runAsGroup"), beyond, outOfRange),
		}},
		{name: "policies", change: ofPodSecurity(func(sc *corev1.PodSecurityContext) {
			sc.FSGroupChangePolicy = new(corev1.PodFSGroupChangePolicy("x"))
			sc.SupplementalGroupsPolicy = new(corev1.SupplementalGroupsPolicy("y"))
			sc.SELinuxChangePolicy = new(corev1.PodSELinuxChangePolicy("z"))
		}), want: field.ErrorList{
			field.NotSupported(at(podSecurityPath+".fsGroupChangePolicy"), corev1.PodFSGroupChangePolicy("x"), fsGroupChangePolicies),
			field.NotSupported(at(podSecurityPath+".supplementalGroupsPolicy"), corev1.SupplementalGroupsPolicy("y"), supplementalGroupsPolicies),
			field.NotSupported(at(podSecurityPath+".seLinuxChangePolicy"), corev1.PodSELinuxChangePolicy("z"), seLinuxChangePolicies),
		}},
	})
}

func TestPrivileges(t *testing.T) {
	ownUsers := func(t *corev1.PodTemplateSpec) { t.Spec.HostUsers = new(false) }
	procMount := func(mount corev1.ProcMountType) func(*corev1.PodTemplateSpec) {
		return ofSecurity(func(sc *corev1.SecurityContext) { sc.ProcMount = &mount })
	}
	privileged := &corev1.SecurityContext{AllowPrivilegeEscalation: new(false), Privileged: new(true)}
	sysAdmin := &corev1.SecurityContext{AllowPrivilegeEscalation: new(false), Capabilities: &corev1.Capabilities{Add: []corev1.Capability{"NET_ADMIN", "CAP_SYS_ADMIN"}}}
	with := func(sc *corev1.SecurityContext) func(*corev1.PodTemplateSpec) {
		return ofMain(func(c *corev1.Container) { c.SecurityContext = sc })
	}
	const contradiction = "allowPrivilegeEscalation: false contradicts adding the capability CAP_SYS_ADMIN"

	runRules(t, []ruleTest{
		{name: "privileged", change: with(&corev1.SecurityContext{Privileged: new(true), AllowPrivilegeEscalation: new(true), Capabilities: sysAdmin.Capabilities})},
		{name: "the capability by its usual name", change: with(&corev1.SecurityContext{
			AllowPrivilegeEscalation: new(false), Capabilities: &corev1.Capabilities{Add: []corev1.Capability{"SYS_ADMIN"}},
		})},
		{name: "no security context of the pod", change: both(with(&corev1.SecurityContext{RunAsUser: new(int64(1))}), func(t *corev1.PodTemplateSpec) {
			t.Spec.SecurityContext, t.Spec.OS = nil, &corev1.PodOS{Name: corev1.Linux}
		})},
		{name: "no security context of a windows pod", change: func(t *corev1.PodTemplateSpec) {
			t.Spec.SecurityContext, t.Spec.OS = nil, &corev1.PodOS{Name: corev1.Windows}
		}},
		{name: "privileged without escalation", change: with(privileged), want: field.ErrorList{
			field.Invalid(at(securityPath), privileged, "allowPrivilegeEscalation: false contradicts privileged: true"),
		}},
		{name: "capability without escalation", change: with(sysAdmin), want: field.ErrorList{field.Invalid(at(securityPath), sysAdmin, contradiction)}},
		{name: "unmasked in its own user namespace", change: both(ownUsers, procMount(corev1.UnmaskedProcMount))},
		{name: "unmasked", change: procMount(corev1.UnmaskedProcMount), want: field.ErrorList{
			field.Invalid(at(securityPath+".procMount"), corev1.UnmaskedProcMount, "requires hostUsers: false, so that a root user can't reach the host"),
		}},
		{name: "procMount", change: procMount("x"), want: field.ErrorList{
			field.NotSupported(at(securityPath+".procMount"), corev1.ProcMountType("x"), procMounts),
		}},
	})
	runUpdates(t, []updateTest{
		{name: "capability that was there", old: with(sysAdmin), update: with(sysAdmin)},
		{name: "capability of an unclear container", old: with(&corev1.SecurityContext{Capabilities: sysAdmin.Capabilities}), update: with(sysAdmin)},
		{name: "no security context", old: func(t *corev1.PodTemplateSpec) { t.Spec.SecurityContext = nil }, update: with(sysAdmin), want: field.ErrorList{
			field.Invalid(at(securityPath), sysAdmin, contradiction),
		}},
		{name: "capability of a container that may escalate", old: with(&corev1.SecurityContext{AllowPrivilegeEscalation: new(true), Capabilities: sysAdmin.Capabilities}), update: with(sysAdmin), want: field.ErrorList{
			field.Invalid(at(securityPath), sysAdmin, contradiction),
		}},
	})
}

func TestHostNamespaces(t *testing.T) {
	host := func(t *corev1.PodTemplateSpec) { t.Spec.HostNetwork, t.Spec.HostPID, t.Spec.HostIPC = true, true, true }
	ownUsers := func(t *corev1.PodTemplateSpec) { t.Spec.HostUsers = new(false) }
	hostNetwork := func(t *corev1.PodTemplateSpec) { t.Spec.HostNetwork = true }
	device := ofMain(func(c *corev1.Container) {
		c.VolumeDevices = []corev1.VolumeDevice{{Name: "disk", DevicePath: "/dev/disk"}}
	})
	disk := func(t *corev1.PodTemplateSpec) {
		t.Spec.Volumes = []corev1.Volume{{Name: "disk", VolumeSource: corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: "a"}}}}
	}
	const advice = "must not be true with hostUsers: false"

	runRules(t, []ruleTest{
		{name: "all of the host", change: host},
		{name: "all of the host but its users", change: both(host, ownUsers), want: field.ErrorList{
			field.Forbidden(at("hostNetwork"), advice), field.Forbidden(at("HostPID"), advice), field.Forbidden(at("HostIPC"), advice),
		}},
		{name: "block devices", change: both(both(device, disk), ownUsers), want: field.ErrorList{
			field.Forbidden(at("containers[0].volumeDevices"), "must not be used with hostUsers: false"),
		}},
		{name: "block devices with the host's users", change: both(device, disk)},
		{name: "processes of the host and of the pod", change: func(t *corev1.PodTemplateSpec) { t.Spec.HostPID, t.Spec.ShareProcessNamespace = true, new(true) }, want: field.ErrorList{
			field.Invalid(at("shareProcessNamespace"), true, "must not be true with hostPID: true"),
		}},
	})
	runUpdates(t, []updateTest{
		{name: "network that was there", old: both(hostNetwork, ownUsers), update: both(hostNetwork, ownUsers)},
		{name: "devices that were there", old: both(both(device, disk), ownUsers), update: both(both(device, disk), ownUsers)},
		{name: "neither was there", old: ownUsers, update: both(both(device, disk), both(hostNetwork, ownUsers)), want: field.ErrorList{
			field.Forbidden(at("hostNetwork"), advice),
			field.Forbidden(at("containers[0].volumeDevices"), "must not be used with hostUsers: false"),
		}},
	})
}

func TestSysctls(t *testing.T) {
	sysctls := func(names ...string) func(*corev1.PodTemplateSpec) {
		return ofPodSecurity(func(sc *corev1.PodSecurityContext) {
			for _, name := range names {
				sc.Sysctls = append(sc.Sysctls, corev1.Sysctl{Name: name, Value: "1"})
			}
		})
	}
	hostNetwork := func(t *corev1.PodTemplateSpec) { t.Spec.HostNetwork = true }
	hostIPC := func(t *corev1.PodTemplateSpec) { t.Spec.HostIPC = true }
	name := func(i string) *field.Path { return at("securityContext.sysctls[" + i + "].name") }
	const form = "must have at most 253 characters and consist of parts separated by '.' or '/': lower-case letters, digits, '-' and '_', with a letter or digit first and last"
	const changesNetwork, changesIPC = "would change the host, because the pod has hostNetwork: true", "would change the host, because the pod has hostIPC: true"

	runRules(t, []ruleTest{
		{name: "valid", change: sysctls("kernel.shm_rmid_forced", "net/ipv4/eth0.1/rp_filter", "a-b", "net.a", "fs.mqueue.a")},
		{name: "names", change: sysctls("", "a.", "-a", "a..b", "aAa", strings.Repeat("a", 254)), want: field.ErrorList{
			field.Required(name("0"), "must not be empty"),
			field.Invalid(name("1"), "a.", form), field.Invalid(name("2"), "-a", form), field.Invalid(name("3"), "a..b", form),
			field.Invalid(name("4"), "aAa", form), field.Invalid(name("5"), strings.Repeat("a", 254), form),
		}},
		{name: "twice", change: sysctls("a", "b", "a"), want: field.ErrorList{field.Duplicate(name("2"), "a")}},
		{name: "network of the host", change: both(hostNetwork, sysctls("net.a", "net/ipv4/eth0.1/a", "kernel.sem", "netx.a")), want: field.ErrorList{
			field.Invalid(name("0"), "net.a", changesNetwork),
			field.Invalid(name("1"), "net/ipv4/eth0.1/a", changesNetwork),
		}},
		{name: "all of the IPC of the host", change: both(hostIPC, sysctls("kernel/shm*")), want: field.ErrorList{
			field.Invalid(name("0"), "kernel/shm*", form),
			field.Invalid(name("0"), "kernel/shm*", changesIPC),
		}},
		{name: "IPC of the host", change: both(hostIPC, sysctls("net.a", "kernel.sem", "fs.mqueue.a", "kernel.domainname")), want: field.ErrorList{
			field.Invalid(name("1"), "kernel.sem", changesIPC),
			field.Invalid(name("2"), "fs.mqueue.a", changesIPC),
		}},
	})
	runUpdates(t, []updateTest{
		{name: "sysctl that was there", old: both(hostNetwork, sysctls("net.a")), update: both(hostIPC, sysctls("kernel.sem"))},
		{name: "host that was not there", old: sysctls("net.a"), update: both(hostNetwork, sysctls("net.a")), want: field.ErrorList{field.Invalid(name("0"), "net.a", changesNetwork)}},
	})
}
