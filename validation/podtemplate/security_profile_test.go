package podtemplate

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func TestProfiles(t *testing.T) {
	seccomp := func(profile corev1.SeccompProfile) func(*corev1.PodTemplateSpec) {
		return ofPodSecurity(func(sc *corev1.PodSecurityContext) { sc.SeccompProfile = &profile })
	}
	appArmor := func(profile corev1.AppArmorProfile) func(*corev1.PodTemplateSpec) {
		return ofSecurity(func(sc *corev1.SecurityContext) { sc.AppArmorProfile = &profile })
	}
	local := func(file string) func(*corev1.PodTemplateSpec) {
		return seccomp(corev1.SeccompProfile{Type: corev1.SeccompProfileTypeLocalhost, LocalhostProfile: &file})
	}
	loaded := func(name string) func(*corev1.PodTemplateSpec) {
		return appArmor(corev1.AppArmorProfile{Type: corev1.AppArmorProfileTypeLocalhost, LocalhostProfile: &name})
	}
	sc := func(rest string) *field.Path { return at("securityContext.seccompProfile." + rest) }
	aa := func(rest string) *field.Path { return at(securityPath + ".appArmorProfile." + rest) }
	const file = "must be relative to the node's directory of profiles and must not contain '..'"
	const typeRequired, onlyLocal = "must be Localhost, RuntimeDefault or Unconfined", "requires type Localhost"
	const nameIt = "name the profile, or use another type than Localhost"

	runRules(t, []ruleTest{
		{name: "seccomp of the runtime", change: seccomp(corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault})},
		{name: "seccomp from a file", change: local("a/b..c")},
		{name: "seccomp without type", change: seccomp(corev1.SeccompProfile{LocalhostProfile: new("a")}), want: field.ErrorList{
			field.Required(sc("type"), typeRequired), field.Invalid(sc("localhostProfile"), "a", onlyLocal),
		}},
		{name: "seccomp of another type", change: seccomp(corev1.SeccompProfile{Type: "x"}), want: field.ErrorList{
			field.NotSupported(sc("type"), corev1.SeccompProfileType("x"), seccompTypes),
		}},
		{name: "seccomp from no file", change: seccomp(corev1.SeccompProfile{Type: corev1.SeccompProfileTypeLocalhost}), want: field.ErrorList{
			field.Required(sc("localhostProfile"), "name the file of the profile, or use another type than Localhost"),
		}},
		{name: "seccomp from the root", change: local("/a"), want: field.ErrorList{field.Invalid(sc("localhostProfile"), "/a", file)}},
		{name: "seccomp from outside", change: local("a/../b"), want: field.ErrorList{field.Invalid(sc("localhostProfile"), "a/../b", file)}},

		{name: "AppArmor off", change: appArmor(corev1.AppArmorProfile{Type: corev1.AppArmorProfileTypeUnconfined})},
		{name: "AppArmor profile", change: loaded("a")},
		{name: "AppArmor without type", change: appArmor(corev1.AppArmorProfile{}), want: field.ErrorList{field.Required(aa("type"), typeRequired)}},
		{name: "AppArmor of another type", change: appArmor(corev1.AppArmorProfile{Type: "x"}), want: field.ErrorList{
			field.NotSupported(aa("type"), corev1.AppArmorProfileType("x"), appArmorTypes),
		}},
		{name: "AppArmor profile that is not used", change: appArmor(corev1.AppArmorProfile{Type: corev1.AppArmorProfileTypeRuntimeDefault, LocalhostProfile: new("a")}), want: field.ErrorList{
			field.Invalid(aa("localhostProfile"), "a", onlyLocal),
		}},
		{name: "no AppArmor profile", change: appArmor(corev1.AppArmorProfile{Type: corev1.AppArmorProfileTypeLocalhost}), want: field.ErrorList{field.Required(aa("localhostProfile"), nameIt)}},
		{name: "empty AppArmor profile", change: loaded(""), want: field.ErrorList{field.Required(aa("localhostProfile"), nameIt)}},
		{name: "padded AppArmor profile", change: loaded(" a"), want: field.ErrorList{field.Invalid(aa("localhostProfile"), " a", "must not have leading or trailing whitespace")}},
		{name: "long AppArmor profile", change: loaded(strings.Repeat("a", 4096)), want: field.ErrorList{field.TooLong(aa("localhostProfile"), "", 4095)}},
	})
}

func TestProfileAnnotations(t *testing.T) {
	annotate := func(key, value string) func(*corev1.PodTemplateSpec) {
		return func(t *corev1.PodTemplateSpec) { t.Annotations = map[string]string{key: value} }
	}
	const ofPod = corev1.SeccompPodAnnotationKey
	const ofContainer = corev1.SeccompContainerAnnotationKeyPrefix + "main"
	const appArmor = corev1.DeprecatedAppArmorBetaContainerAnnotationKeyPrefix
	podSeccomp := func(kind corev1.SeccompProfileType, file *string) func(*corev1.PodTemplateSpec) {
		return ofPodSecurity(func(sc *corev1.PodSecurityContext) {
			sc.SeccompProfile = &corev1.SeccompProfile{Type: kind, LocalhostProfile: file}
		})
	}
	podAppArmor := ofPodSecurity(func(sc *corev1.PodSecurityContext) {
		sc.AppArmorProfile = &corev1.AppArmorProfile{Type: corev1.AppArmorProfileTypeUnconfined}
	})
	annotation := func(rest string) *field.Path { return field.NewPath("spec.template.annotations" + rest) }
	const contradicts = "differs from the annotation: remove one of them"

	runRules(t, []ruleTest{
		{name: "seccomp", change: annotate(ofPod, "localhost/a")},
		{name: "the same seccomp", change: both(annotate(ofPod, "docker/default"), podSeccomp(corev1.SeccompProfileTypeRuntimeDefault, nil))},
		{name: "the same file", change: both(annotate(ofPod, "localhost/a"), podSeccomp(corev1.SeccompProfileTypeLocalhost, new("a")))},
		{name: "unknown seccomp", change: annotate(ofPod, "x"), want: field.ErrorList{
			field.Invalid(annotation("."+ofPod), "x", "must be runtime/default, docker/default, unconfined or localhost/<file>"),
		}},
		{name: "seccomp from outside", change: annotate(ofContainer, "localhost/../a"), want: field.ErrorList{
			field.Invalid(annotation("."+ofContainer), "../a", "must be relative to the node's directory of profiles and must not contain '..'"),
		}},
		{name: "another seccomp", change: both(annotate(ofPod, "unconfined"), podSeccomp(corev1.SeccompProfileTypeRuntimeDefault, nil)), want: field.ErrorList{
			field.Forbidden(at("securityContext.seccompProfile.type"), contradicts),
		}},
		{name: "another seccomp file", change: both(annotate(ofPod, "localhost/b"), podSeccomp(corev1.SeccompProfileTypeLocalhost, new("a"))), want: field.ErrorList{
			field.Forbidden(at("securityContext.seccompProfile.localhostProfile"), contradicts),
		}},
		{name: "another seccomp of the container", change: both(annotate(ofContainer, "localhost/a"), ofSecurity(func(sc *corev1.SecurityContext) {
			sc.SeccompProfile = &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeUnconfined}
		})), want: field.ErrorList{field.Forbidden(at(securityPath+".seccompProfile.type"), contradicts)}},

		{name: "AppArmor", change: annotate(appArmor+"main", "localhost/a")},
		{name: "the same AppArmor", change: both(annotate(appArmor+"main", "unconfined"), podAppArmor)},
		{name: "unknown AppArmor for an unknown container", change: annotate(appArmor+"other", "x"), want: field.ErrorList{
			field.Invalid(annotation("["+appArmor+"other]"), "other", "names no container of the pod"),
			field.Invalid(annotation("["+appArmor+"other]"), "x", "must be runtime/default, unconfined or localhost/<profile>"),
		}},
		{name: "another AppArmor", change: both(annotate(appArmor+"main", "localhost/a"), podAppArmor), want: field.ErrorList{
			field.Forbidden(at(securityPath+".appArmorProfile.type"), contradicts),
		}},
	})
}
