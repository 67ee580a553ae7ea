package podtemplate

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
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
		c.add(field.Required(file.Field(), "name the file with the profile, or choose another type than Localhost"))
	case local:
		c.profileFile(file, *profile.LocalhostProfile)
	case profile.LocalhostProfile != nil:
		c.add(field.Invalid(file.Field(), *profile.LocalhostProfile, "needs type Localhost"))
	}
}

// profileFile checks the name of a file below the node's directory of profiles.
func (c *checker) profileFile(path *fieldpath.Path, name string) {
	if strings.HasPrefix(name, "/") || hasBackstep(name) {
		c.add(field.Invalid(path.Field(), name, "must be relative to the node's directory of profiles, and must not contain '..'"))
	}
}

// seccompAnnotations checks the annotations that profiles were given in before they had a
// field. path is that of all annotations.
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
	c.add(field.Invalid(path.Field(), profile, "must be runtime/default, docker/default, unconfined or localhost/ and a file"))
}

// seccompAnnotation checks that the profile at path agrees with the annotation whose key is
// prefix and name.
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
