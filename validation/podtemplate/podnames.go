package podtemplate

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
)

// maxHostname is the longest hostname that Linux knows.
const maxHostname = 64

// hostname checks the names that the pod has for itself and in DNS.
func (c *checker) hostname(path *fieldpath.Path) {
	c.label(path, "hostname", c.spec.Hostname)
	c.label(path, "subdomain", c.spec.Subdomain)
	if c.spec.HostnameOverride == nil {
		return
	}
	name, p := *c.spec.HostnameOverride, path.Child("hostnameOverride")
	if c.spec.SetHostnameAsFQDN != nil && *c.spec.SetHostnameAsFQDN {
		c.add(field.Forbidden(p.Field(), "must not be given together with setHostnameAsFQDN"))
	}
	if c.spec.HostNetwork {
		c.add(field.Forbidden(p.Field(), "must not be given together with hostNetwork: the pod has the hostname of its node"))
	}
	if len(name) > maxHostname {
		c.add(field.TooLong(p.Field(), name, maxHostname))
	}
	c.invalid(&p, name, names.DNS1123Subdomain(name))
}

// references checks the names of other objects.
func (c *checker) references(path *fieldpath.Path) {
	spec := c.spec
	c.subdomain(path, "nodeName", spec.NodeName)
	c.subdomain(path, "priorityClassName", spec.PriorityClassName)
	c.subdomain(path, "serviceAccountName", spec.ServiceAccountName)
	// The API calls it serviceAccount; kube-apiserver names it so in its errors.
	if alias := spec.DeprecatedServiceAccount; alias != spec.ServiceAccountName {
		c.add(field.Invalid(path.Field("deprecatedServiceAccount"), alias,
			fmt.Sprintf("must be the same as serviceAccountName, %q", spec.ServiceAccountName)))
	}
	if name := spec.RuntimeClassName; name != nil {
		p := path.Child("runtimeClassName")
		c.invalid(&p, *name, names.DNS1123Subdomain(*name))
	}
}

// subdomain checks the name in a field called name, a child of path, if it has one.
func (c *checker) subdomain(path *fieldpath.Path, name, value string) {
	if value != "" {
		p := path.Child(name)
		c.invalid(&p, value, names.DNS1123Subdomain(value))
	}
}

// label is subdomain for a name without dots.
func (c *checker) label(path *fieldpath.Path, name, value string) {
	if value != "" {
		p := path.Child(name)
		c.invalid(&p, value, names.DNS1123Label(value))
	}
}
