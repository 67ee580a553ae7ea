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
	c.dnsLabel(path, "hostname", c.spec.Hostname)
	c.dnsLabel(path, "subdomain", c.spec.Subdomain)
	if c.spec.HostnameOverride == nil {
		return
	}
	name := *c.spec.HostnameOverride
	p := path.Child("hostnameOverride")
	if c.spec.SetHostnameAsFQDN != nil && *c.spec.SetHostnameAsFQDN {
		c.add(field.Forbidden(p.Field(), "must not be given together with setHostnameAsFQDN"))
	}
	if c.spec.HostNetwork {
		c.add(field.Forbidden(p.Field(), "must not be given together with hostNetwork: the pod has the hostname of its node"))
	}
	if len(name) > maxHostname {
		c.add(field.TooLong(p.Field(), name, maxHostname))
	}
	c.invalid(p, name, names.DNS1123Subdomain(name))
}

// references checks the names of other objects.
func (c *checker) references(path *fieldpath.Path) {
	spec := c.spec
	c.dnsSubdomain(path, "nodeName", spec.NodeName)
	c.dnsSubdomain(path, "priorityClassName", spec.PriorityClassName)
	c.dnsSubdomain(path, "serviceAccountName", spec.ServiceAccountName)
	// The API calls this field serviceAccount, and only the errors call it deprecated.
	if alias := spec.DeprecatedServiceAccount; alias != spec.ServiceAccountName {
		c.add(field.Invalid(path.Field("deprecatedServiceAccount"), alias,
			fmt.Sprintf("must not differ from serviceAccountName, which is %q", spec.ServiceAccountName)))
	}
	c.optionalDNSSubdomain(path, "runtimeClassName", spec.RuntimeClassName)
}

// dnsLabel checks the name without dots in the field called name, a child of path, if it has
// one.
func (c *checker) dnsLabel(path *fieldpath.Path, name, value string) {
	if value != "" {
		c.invalid(path.Child(name), value, names.DNS1123Label(value))
	}
}

// dnsSubdomain is dnsLabel for a name that may have dots.
func (c *checker) dnsSubdomain(path *fieldpath.Path, name, value string) {
	if value != "" {
		c.invalid(path.Child(name), value, names.DNS1123Subdomain(value))
	}
}

// optionalDNSSubdomain is dnsSubdomain for a field that may be nil, but not empty.
func (c *checker) optionalDNSSubdomain(path *fieldpath.Path, name string, value *string) {
	if value != nil {
		c.invalid(path.Child(name), *value, names.DNS1123Subdomain(*value))
	}
}
