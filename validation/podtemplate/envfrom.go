package podtemplate

import (
	corev1 "k8s.io/api/core/v1"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
)

// envFrom checks the ConfigMaps and Secrets that become the variables of a container.
func (c *checker) envFrom(path *fieldpath.Path, list []corev1.EnvFromSource) {
	for i := range list {
		from := &list[i]
		p := path.Index(i)
		if from.Prefix != "" {
			c.invalid(p.Child("prefix"), from.Prefix, validation.IsRelaxedEnvVarName(from.Prefix))
		}
		if ref := from.ConfigMapRef; ref != nil {
			c.envFromName(p.Child("configMapRef"), ref.Name)
		}
		if ref := from.SecretRef; ref != nil {
			c.envFromName(p.Child("secretRef"), ref.Name)
		}
		// As in kube-apiserver, the error does not say which of the list it is about.
		if (from.ConfigMapRef == nil) == (from.SecretRef == nil) {
			c.add(field.Invalid(path.Field(), "", "each must have either configMapRef or secretRef"))
		}
	}
}

// envFromName checks the name of a ConfigMap or Secret. Other than elsewhere it may end with
// a dash, as the start of a name may.
func (c *checker) envFromName(path *fieldpath.Path, name string) {
	p := path.Child("name")
	switch {
	case name == "":
		c.add(field.Required(p.Field(), "must be set"))
	case names.DNS1123Subdomain(name) != nil:
		c.invalid(p, name, apivalidation.NameIsDNSSubdomain(name, true))
	}
}
