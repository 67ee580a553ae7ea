package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
)

// env checks the variables of a container. Two may have the same name: the later one wins.
func (c *checker) env(path *fieldpath.Path, list []corev1.EnvVar) {
	for i := range list {
		variable := &list[i]
		p := path.Index(i)
		if name := p.Child("name"); variable.Name == "" {
			c.add(field.Required(name.Field(), "must be set"))
		} else {
			c.invalid(name, variable.Name, validation.IsRelaxedEnvVarName(variable.Name))
		}
		if variable.ValueFrom != nil {
			c.valueFrom(p.Child("valueFrom"), variable.ValueFrom, variable.Value)
		}
	}
}

// valueFrom checks where a variable gets its value, which has to be one place.
func (c *checker) valueFrom(path *fieldpath.Path, from *corev1.EnvVarSource, value string) {
	sources := 0
	if ref := from.FieldRef; ref != nil {
		sources++
		c.fieldRef(path.Child("fieldRef"), ref, fieldsInEnv)
	}
	if ref := from.ResourceFieldRef; ref != nil {
		sources++
		c.resourceFieldRef(path.Child("resourceFieldRef"), ref, false)
	}
	if ref := from.ConfigMapKeyRef; ref != nil {
		sources++
		c.keyRef(path.Child("configMapKeyRef"), ref.Name, ref.Key)
	}
	if ref := from.SecretKeyRef; ref != nil {
		sources++
		c.keyRef(path.Child("secretKeyRef"), ref.Name, ref.Key)
	}
	if ref := from.FileKeyRef; ref != nil {
		sources++
		c.fileKeyRef(path.Child("fileKeyRef"), ref)
	}
	switch {
	case sources == 0:
		c.add(field.Invalid(path.Field(), "", "must have a source: fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef or fileKeyRef"))
	case value != "":
		c.add(field.Invalid(path.Field(), "", "must not be given together with a value"))
	case sources > 1:
		c.add(field.Invalid(path.Field(), "", "must have only one source"))
	}
}

// keyRef checks a reference to an entry of a ConfigMap or Secret.
func (c *checker) keyRef(path *fieldpath.Path, name, key string) {
	c.invalid(path.Child("name"), name, names.DNS1123Subdomain(name))
	if p := path.Child("key"); key == "" {
		c.add(field.Required(p.Field(), "must be set"))
	} else {
		c.invalid(p, key, names.ConfigMapKey(key))
	}
}
