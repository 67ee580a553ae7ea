package podtemplate

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/containers"
)

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
			c.add(field.Invalid(path.Field("localhostProfile"), *profile.LocalhostProfile, "needs type Localhost"))
		}
	case "":
		c.add(field.Required(path.Field("type"), "must be Localhost, RuntimeDefault or Unconfined"))
	default:
		c.add(field.NotSupported(path.Field("type"), profile.Type, appArmorTypes))
	}
}

// loadedProfile checks the name of a profile that nodes have loaded.
func (c *checker) loadedProfile(path *fieldpath.Path, name *string) {
	const most = 4095 // The longest path that Linux takes.
	switch {
	case name == nil || *name == "":
		c.add(field.Required(path.Field("localhostProfile"), "name the profile, or choose another type than Localhost"))
		return
	case strings.TrimSpace(*name) != *name:
		c.add(field.Invalid(path.Field("localhostProfile"), *name, "must not begin or end with spaces"))
	}
	if len(*name) > most {
		c.add(field.TooLong(path.Field("localhostProfile"), *name, most))
	}
}

// appArmorAnnotations checks the annotations that profiles were given in before they had a
// field: each is about a container that is there. path is that of all annotations.
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
			c.add(field.Invalid(annotation.Field(), name, "there is no such container"))
		}
		if !isAppArmorAnnotation(profile) {
			c.add(field.Invalid(annotation.Field(), profile, "must be runtime/default, unconfined or localhost/ and a profile"))
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

// appArmorAnnotation checks that the profile of a container, or that of the pod if it has
// none, agrees with the container's annotation. path is that of the container's security
// context, also if the profile is the pod's.
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
