package podtemplate

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/containers"
	"github.com/jobapi/jobapi/validation/internal/enum"
)

var seccompTypes = []corev1.SeccompProfileType{
	corev1.SeccompProfileTypeLocalhost, corev1.SeccompProfileTypeRuntimeDefault, corev1.SeccompProfileTypeUnconfined,
}

func (c *checker) seccompProfile(path *fieldpath.Path, profile *corev1.SeccompProfile) {
	if profile == nil {
		return
	}
	if profile.Type == "" {
		c.add(field.Required(path.Field("type"), "must be Localhost, RuntimeDefault or Unconfined"))
	} else {
		c.add(enum.Validate(path.Child("type"), profile.Type, seccompTypes)...)
	}
	file := path.Child("localhostProfile")
	switch local := profile.Type == corev1.SeccompProfileTypeLocalhost; {
	case local && profile.LocalhostProfile == nil:
		c.add(field.Required(file.Field(), "name the file of the profile, or use another type than Localhost"))
	case local:
		c.profileFile(file, *profile.LocalhostProfile)
	case profile.LocalhostProfile != nil:
		c.add(field.Invalid(file.Field(), *profile.LocalhostProfile, "requires type Localhost"))
	}
}

// profileFile checks the path of a file below the node's directory of profiles.
func (c *checker) profileFile(path *fieldpath.Path, name string) {
	if strings.HasPrefix(name, "/") || hasBackstep(name) {
		c.add(field.Invalid(path.Field(), name, "must be relative to the node's directory of profiles and must not contain '..'"))
	}
}

// seccompAnnotations checks the annotations that held seccomp profiles before there was a field.
// path is that of all annotations.
func (c *checker) seccompAnnotations(path *fieldpath.Path) {
	start := len(c.errs)
	for key, profile := range c.meta.Annotations {
		if key == corev1.SeccompPodAnnotationKey || strings.HasPrefix(key, corev1.SeccompContainerAnnotationKeyPrefix) {
			c.seccompAnnotationValue(path.Child(key), profile)
		}
	}
	c.sort(start)
}

func (c *checker) seccompAnnotationValue(path *fieldpath.Path, profile string) {
	switch profile {
	case corev1.SeccompProfileRuntimeDefault, corev1.DeprecatedSeccompProfileDockerDefault, corev1.SeccompProfileNameUnconfined:
		return
	}
	if file, ok := strings.CutPrefix(profile, corev1.SeccompLocalhostProfileNamePrefix); ok {
		c.profileFile(path, file)
		return
	}
	c.add(field.Invalid(path.Field(), profile, "must be runtime/default, docker/default, unconfined or localhost/<file>"))
}

// seccompAnnotation checks that the profile at path is the same as in the annotation whose key is
// prefix+name.
func (c *checker) seccompAnnotation(path *fieldpath.Path, profile *corev1.SeccompProfile, prefix, name string) {
	if profile == nil {
		return
	}
	annotation, ok := c.annotation(prefix, name)
	if !ok {
		return
	}
	if annotation == corev1.DeprecatedSeccompProfileDockerDefault {
		annotation = corev1.SeccompProfileRuntimeDefault
	}
	c.agreeWithAnnotation(path, string(profile.Type), profile.LocalhostProfile, annotation)
}

var appArmorTypes = []corev1.AppArmorProfileType{
	corev1.AppArmorProfileTypeLocalhost, corev1.AppArmorProfileTypeRuntimeDefault, corev1.AppArmorProfileTypeUnconfined,
}

func (c *checker) appArmorProfile(path *fieldpath.Path, profile *corev1.AppArmorProfile) {
	if profile == nil {
		return
	}
	switch profile.Type {
	case corev1.AppArmorProfileTypeLocalhost:
		c.loadedProfile(path, profile.LocalhostProfile)
	case corev1.AppArmorProfileTypeRuntimeDefault, corev1.AppArmorProfileTypeUnconfined:
		if profile.LocalhostProfile != nil {
			c.add(field.Invalid(path.Field("localhostProfile"), *profile.LocalhostProfile, "requires type Localhost"))
		}
	case "":
		c.add(field.Required(path.Field("type"), "must be Localhost, RuntimeDefault or Unconfined"))
	default:
		c.add(field.NotSupported(path.Field("type"), profile.Type, appArmorTypes))
	}
}

// loadedProfile checks the name of a profile that is loaded on the node.
func (c *checker) loadedProfile(path *fieldpath.Path, name *string) {
	const most = 4095 // PATH_MAX of Linux without the NUL
	switch {
	case name == nil || *name == "":
		c.add(field.Required(path.Field("localhostProfile"), "name the profile, or use another type than Localhost"))
		return
	case strings.TrimSpace(*name) != *name:
		c.add(field.Invalid(path.Field("localhostProfile"), *name, "must not have leading or trailing whitespace"))
	}
	if len(*name) > most {
		c.add(field.TooLong(path.Field("localhostProfile"), *name, most))
	}
}

// appArmorAnnotations checks the annotations that held AppArmor profiles before there was a field.
// Each must name a container of the pod. path is that of all annotations.
func (c *checker) appArmorAnnotations(path *fieldpath.Path) {
	start := len(c.errs)
	var containers map[string]struct{}
	for key, profile := range c.meta.Annotations {
		name, ok := strings.CutPrefix(key, corev1.DeprecatedAppArmorBetaContainerAnnotationKeyPrefix)
		if !ok {
			continue
		}
		if containers == nil {
			containers = namesOfContainers(c.spec)
		}
		annotation := path.Key(key)
		if _, ok := containers[name]; !ok {
			c.add(field.Invalid(annotation.Field(), name, "names no container of the pod"))
		}
		if !isAppArmorAnnotation(profile) {
			c.add(field.Invalid(annotation.Field(), profile, "must be runtime/default, unconfined or localhost/<profile>"))
		}
	}
	c.sort(start)
}

func namesOfContainers(spec *corev1.PodSpec) map[string]struct{} {
	set := make(map[string]struct{}, containers.Count(spec))
	for i := range containers.Count(spec) {
		set[containers.At(spec, i).Name] = struct{}{}
	}
	return set
}

func isAppArmorAnnotation(profile string) bool {
	switch profile {
	case "", corev1.DeprecatedAppArmorBetaProfileRuntimeDefault, corev1.DeprecatedAppArmorBetaProfileNameUnconfined:
		return true
	}
	return strings.HasPrefix(profile, corev1.DeprecatedAppArmorBetaProfileNamePrefix)
}

// appArmorAnnotation checks that the profile of a container, or else that of the pod, is the same
// as in the container's annotation. path is that of the container's security context, even if the
// profile is the pod's.
func (c *checker) appArmorAnnotation(path *fieldpath.Path, container *corev1.Container) {
	profile := c.appArmorProfileOf(container)
	if profile == nil || c.isWindows() {
		return
	}
	if annotation, ok := c.annotation(corev1.DeprecatedAppArmorBetaContainerAnnotationKeyPrefix, container.Name); ok {
		c.agreeWithAnnotation(path.Child("appArmorProfile"), string(profile.Type), profile.LocalhostProfile, annotation)
	}
}

func (c *checker) appArmorProfileOf(container *corev1.Container) *corev1.AppArmorProfile {
	if sc := container.SecurityContext; sc != nil && sc.AppArmorProfile != nil {
		return sc.AppArmorProfile
	}
	if sc := c.spec.SecurityContext; sc != nil {
		return sc.AppArmorProfile
	}
	return nil
}

// annotation returns the annotation of the template whose key is prefix+name. It doesn't allocate
// unless the key is very long.
func (c *checker) annotation(prefix, name string) (string, bool) {
	if len(c.meta.Annotations) == 0 {
		return "", false
	}
	key := append(make([]byte, 0, 128), prefix...)
	value, ok := c.meta.Annotations[string(append(key, name...))]
	return value, ok
}

// agreeWithAnnotation checks that the profile at path is the one in the annotation. kind is its
// type, and name the name of a Localhost profile. Seccomp and AppArmor use the same words.
func (c *checker) agreeWithAnnotation(path *fieldpath.Path, kind string, name *string, annotation string) {
	const advice = "differs from the annotation: remove one of them"
	agrees := true
	switch kind {
	case string(corev1.SeccompProfileTypeUnconfined):
		agrees = annotation == corev1.SeccompProfileNameUnconfined
	case string(corev1.SeccompProfileTypeRuntimeDefault):
		agrees = annotation == corev1.SeccompProfileRuntimeDefault
	case string(corev1.SeccompProfileTypeLocalhost):
		var annotated string
		annotated, agrees = strings.CutPrefix(annotation, corev1.SeccompLocalhostProfileNamePrefix)
		if agrees && (name == nil || *name != annotated) {
			c.add(field.Forbidden(path.Field("localhostProfile"), advice))
		}
	}
	if !agrees {
		c.add(field.Forbidden(path.Field("type"), advice))
	}
}
