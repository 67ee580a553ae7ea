package warnings

import (
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// deadAnnotations had an effect before there were fields for it.
var deadAnnotations = []struct{ key, advice string }{
	{"scheduler.alpha.kubernetes.io/critical-pod", "has no effect in 1.16 and later: use spec.priorityClassName"},
	{"security.alpha.kubernetes.io/sysctls", deadSysctls},
	{"security.alpha.kubernetes.io/unsafe-sysctls", deadSysctls},
}

const (
	deadSysctls = "has no effect in 1.11 and later: use spec.securityContext.sysctls"
	deadSeccomp = "has no effect in 1.27 and later: use seccompProfile of the security context"
	oldAppArmor = "is deprecated since 1.30: use appArmorProfile of the security context"
)

// annotations warns about annotations of the whole pod.
func (w *warner) annotations(path *fieldpath.Path) {
	for _, dead := range deadAnnotations {
		if _, ok := w.meta.Annotations[dead.key]; ok {
			w.warn(path.Key(dead.key), dead.advice)
		}
	}
	if sc := w.spec.SecurityContext; sc != nil && sc.SeccompProfile != nil {
		return
	}
	if _, ok := w.meta.Annotations[corev1.SeccompPodAnnotationKey]; ok {
		w.warn(path.Key(corev1.SeccompPodAnnotationKey), deadSeccomp)
	}
}

// profileAnnotations warns about the seccomp and AppArmor annotations of one container unless
// the fields say the same. path is that of the template's annotations.
func (w *warner) profileAnnotations(path *fieldpath.Path, container *corev1.Container) {
	if len(w.meta.Annotations) == 0 {
		return
	}
	sc := container.SecurityContext
	if sc == nil || sc.SeccompProfile == nil {
		key := corev1.SeccompContainerAnnotationKeyPrefix + container.Name
		if _, ok := w.meta.Annotations[key]; ok {
			w.warn(path.Key(key), deadSeccomp)
		}
	}
	if sc == nil || sc.AppArmorProfile == nil {
		key := corev1.DeprecatedAppArmorBetaContainerAnnotationKeyPrefix + container.Name
		if value, ok := w.meta.Annotations[key]; ok && !w.podHasAppArmor(value) {
			w.warn(path.Key(key), oldAppArmor)
		}
	}
}

// podHasAppArmor reports whether the pod's AppArmor profile is the one in the annotation.
func (w *warner) podHasAppArmor(annotation string) bool {
	if w.spec.SecurityContext == nil || w.spec.SecurityContext.AppArmorProfile == nil {
		return false
	}
	profile := w.spec.SecurityContext.AppArmorProfile
	switch annotation {
	case corev1.DeprecatedAppArmorBetaProfileNameUnconfined:
		return profile.Type == corev1.AppArmorProfileTypeUnconfined && profile.LocalhostProfile == nil
	case corev1.DeprecatedAppArmorBetaProfileRuntimeDefault:
		return profile.Type == corev1.AppArmorProfileTypeRuntimeDefault && profile.LocalhostProfile == nil
	}
	name, ok := strings.CutPrefix(annotation, corev1.DeprecatedAppArmorBetaProfileNamePrefix)
	return ok && name != "" && profile.Type == corev1.AppArmorProfileTypeLocalhost &&
		profile.LocalhostProfile != nil && *profile.LocalhostProfile == name
}
