package podtemplate

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// ofWindows changes the Windows options of the container of a validTemplate.
func ofWindows(change func(*corev1.WindowsSecurityContextOptions)) func(*corev1.PodTemplateSpec) {
	return ofSecurity(func(sc *corev1.SecurityContext) {
		sc.WindowsOptions = &corev1.WindowsSecurityContextOptions{}
		change(sc.WindowsOptions)
	})
}

func TestOS(t *testing.T) {
	os := func(name corev1.OSName) func(*corev1.PodTemplateSpec) {
		return func(t *corev1.PodTemplateSpec) { t.Spec.OS = &corev1.PodOS{Name: name} }
	}
	windowsOptions := both(ofWindows(func(*corev1.WindowsSecurityContextOptions) {}), ofPodSecurity(func(sc *corev1.PodSecurityContext) {
		sc.WindowsOptions = &corev1.WindowsSecurityContextOptions{}
	}))
	ofLinux := func(t *corev1.PodTemplateSpec) {
		t.Spec.HostUsers, t.Spec.HostPID, t.Spec.HostIPC, t.Spec.ShareProcessNamespace = new(true), true, true, new(false)
		t.Spec.SecurityContext = &corev1.PodSecurityContext{
			AppArmorProfile:          &corev1.AppArmorProfile{Type: corev1.AppArmorProfileTypeUnconfined},
			SELinuxOptions:           &corev1.SELinuxOptions{},
			SeccompProfile:           &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeUnconfined},
			FSGroup:                  new(int64(1)),
			FSGroupChangePolicy:      new(corev1.FSGroupChangeAlways),
			Sysctls:                  []corev1.Sysctl{{Name: "a"}},
			RunAsUser:                new(int64(1)),
			RunAsGroup:               new(int64(1)),
			SupplementalGroups:       []int64{},
			SupplementalGroupsPolicy: new(corev1.SupplementalGroupsPolicyMerge),
			SELinuxChangePolicy:      new(corev1.SELinuxChangePolicyRecursive),
		}
		t.Spec.Containers[0].SecurityContext = &corev1.SecurityContext{
			AppArmorProfile:          &corev1.AppArmorProfile{Type: corev1.AppArmorProfileTypeUnconfined},
			SELinuxOptions:           &corev1.SELinuxOptions{},
			SeccompProfile:           &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeUnconfined},
			Capabilities:             &corev1.Capabilities{},
			ReadOnlyRootFilesystem:   new(false),
			Privileged:               new(false),
			AllowPrivilegeEscalation: new(true),
			ProcMount:                new(corev1.DefaultProcMount),
			RunAsUser:                new(int64(1)),
			RunAsGroup:               new(int64(1)),
		}
	}
	var notOnWindows field.ErrorList
	for _, path := range []string{
		"hostUsers", "hostPID", "hostIPC", "shareProcessNamespace",
		podSecurityPath + ".appArmorProfile", podSecurityPath + ".seLinuxOptions", podSecurityPath + ".seccompProfile", podSecurityPath + ".fsGroup", podSecurityPath + ".fsGroupChangePolicy", podSecurityPath + ".sysctls", podSecurityPath + ".runAsUser", podSecurityPath + ".runAsGroup",
		podSecurityPath + ".supplementalGroups", podSecurityPath + ".supplementalGroupsPolicy", podSecurityPath + ".seLinuxChangePolicy",
		securityPath + ".appArmorProfile", securityPath + ".seLinuxOptions", securityPath + ".seccompProfile", securityPath + ".capabilities", securityPath + ".readOnlyRootFilesystem", securityPath + ".privileged",
		securityPath + ".allowPrivilegeEscalation", securityPath + ".procMount", securityPath + ".runAsUser", securityPath + ".runAsGroup",
	} {
		notOnWindows = append(notOnWindows, field.Forbidden(at(path), "must not be set with os.name: windows"))
	}

	runRules(t, []ruleTest{
		{name: "linux", change: both(os(corev1.Linux), ofLinux)},
		{name: "windows", change: both(os(corev1.Windows), windowsOptions)},
		{name: "any", change: both(ofLinux, windowsOptions)},
		{name: "no name", change: os(""), want: field.ErrorList{field.Required(at("os.name"), "must be linux or windows")}},
		{name: "another", change: os("plan9"), want: field.ErrorList{field.NotSupported(at("os"), corev1.OSName("plan9"), osNames)}},
		{name: "windows options on linux", change: both(os(corev1.Linux), windowsOptions), want: field.ErrorList{
			field.Forbidden(at(podSecurityPath+".windowsOptions"), "must not be set with os.name: linux"),
			field.Forbidden(at(securityPath+".windowsOptions"), "must not be set with os.name: linux"),
		}},
		{name: "linux options on windows", change: both(os(corev1.Windows), ofLinux), want: notOnWindows},
	})
}

func TestHostProcess(t *testing.T) {
	hostNetwork := func(t *corev1.PodTemplateSpec) { t.Spec.HostNetwork = true }
	ofPod := func(on bool) func(*corev1.PodTemplateSpec) {
		return ofPodSecurity(func(sc *corev1.PodSecurityContext) {
			sc.WindowsOptions = &corev1.WindowsSecurityContextOptions{HostProcess: &on}
		})
	}
	ofContainer := func(on bool) func(*corev1.PodTemplateSpec) {
		return ofWindows(func(o *corev1.WindowsSecurityContextOptions) { o.HostProcess = &on })
	}
	second := func(t *corev1.PodTemplateSpec) {
		t.Spec.Containers = append(t.Spec.Containers, validContainer("second"))
	}

	runRules(t, []ruleTest{
		{name: "from the pod", change: both(hostNetwork, ofPod(true))},
		{name: "of the container", change: both(hostNetwork, ofContainer(true))},
		{name: "off", change: both(ofPod(false), ofContainer(false))},
		{name: "not on the host's network", change: ofPod(true), want: field.ErrorList{
			field.Invalid(at("hostNetwork"), false, "must be true with windowsOptions.hostProcess: true"),
		}},
		{name: "for one of two", change: both(hostNetwork, both(ofContainer(true), second)), want: field.ErrorList{
			field.Invalid(field.NewPath("spec.template.spec"), "", "either all or no containers must have windowsOptions.hostProcess: true, in their own or the pod's security context"),
		}},
		{name: "for all but an ephemeral one", change: both(hostNetwork, both(ofContainer(true), func(t *corev1.PodTemplateSpec) {
			t.Spec.EphemeralContainers = []corev1.EphemeralContainer{{EphemeralContainerCommon: corev1.EphemeralContainerCommon(validContainer("debugger"))}}
		})), want: field.ErrorList{
			field.Forbidden(at("ephemeralContainers"), "can't be part of a template: add them to a running pod"),
			field.Invalid(field.NewPath("spec.template.spec"), "", "either all or no containers must have windowsOptions.hostProcess: true, in their own or the pod's security context"),
		}},
		{name: "not for the pod", change: both(hostNetwork, both(ofPod(false), ofContainer(true))), want: field.ErrorList{
			field.Invalid(at(securityPath+".windowsOptions.hostProcess"), true, "must be unset or false, as for the pod"),
		}},
	})
}

func TestWindowsOptions(t *testing.T) {
	user := func(name string) func(*corev1.PodTemplateSpec) {
		return ofWindows(func(o *corev1.WindowsSecurityContextOptions) { o.RunAsUserName = &name })
	}
	spec := func(text string) func(*corev1.PodTemplateSpec) {
		return ofWindows(func(o *corev1.WindowsSecurityContextOptions) { o.GMSACredentialSpec = &text })
	}
	options := func(name string) *field.Path { return at(securityPath + ".windowsOptions." + name) }
	long := strings.Repeat("a", 64<<10+1)
	tests := []ruleTest{
		{name: "valid", change: ofWindows(func(o *corev1.WindowsSecurityContextOptions) {
			o.GMSACredentialSpecName, o.GMSACredentialSpec, o.RunAsUserName = new("a.b"), new("{}"), new(`NT AUTHORITY\Local Service`)
		})},
		{name: "domain of many labels", change: user(strings.Repeat("A-b.", 20) + `c\user`)},
		{name: "name of a spec", change: ofWindows(func(o *corev1.WindowsSecurityContextOptions) { o.GMSACredentialSpecName = new("A") }), want: field.ErrorList{
			field.Invalid(options("gmsaCredentialSpecName"), "A", validation.IsDNS1123Subdomain("A")[0]),
		}},
		{name: "empty spec", change: spec(""), want: field.ErrorList{field.Invalid(options("gmsaCredentialSpec"), "", "must not be empty; leave it unset instead")}},
		{name: "long spec", change: spec(long), want: field.ErrorList{field.Invalid(options("gmsaCredentialSpec"), long, "must have at most 64 KiB")}},
		{name: "long DNS domain", change: user(strings.Repeat("aaaaaaa.", 32) + `a\b`), want: field.ErrorList{
			field.Invalid(options("runAsUserName"), strings.Repeat("aaaaaaa.", 32)+`a\b`, "the domain must have at most 255 characters"),
		}},
	}
	const badDomain = "the domain must be a NetBIOS or DNS name"
	for name, detail := range map[string]string{
		"":                               "must not be empty; leave it unset instead",
		"a\tb":                           "must not contain control characters",
		`a\b\c`:                          "must not contain more than one backslash",
		`.a\b`:                           badDomain,
		`\b`:                             badDomain,
		strings.Repeat("a_b", 6) + `\c`:  badDomain,
		strings.Repeat("a", 64) + `.b\c`: badDomain,
		`a\`:                             "the user must not be empty",
		strings.Repeat("a", 105):         "the user must have at most 104 characters",
		`a\. .`:                          "the user must not consist of periods and spaces only",
		"a@b":                            `the user must not contain any of "/\:;|=,+*?<>@[]`,
		"\u212a-" + strings.Repeat("a", 14) + `.b\c`: badDomain,
	} {
		tests = append(tests, ruleTest{name: "user " + name, change: user(name), want: field.ErrorList{field.Invalid(options("runAsUserName"), name, detail)}})
	}
	runRules(t, tests)
}
