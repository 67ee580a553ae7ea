package podtemplate

import (
	"fmt"
	"net/netip"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/validation/features"
)

// Limits of the resolver in a container.
const (
	maxNameservers  = 3
	maxSearches     = 32
	maxSearchesText = 2048
)

// nameResolution checks how the pod at path resolves names.
func (c *checker) nameResolution(path *fieldpath.Path) {
	c.dnsConfig(path.Child("dnsConfig"), c.spec.DNSConfig)
	c.hostAliases(path.Child("hostAliases"), c.spec.HostAliases)
}

func (c *checker) dnsConfig(path *fieldpath.Path, config *corev1.PodDNSConfig) {
	if c.spec.DNSPolicy == corev1.DNSNone {
		const advice = "dnsPolicy: None requires nameservers in dnsConfig"
		if config == nil {
			c.add(field.Required(path.Field(), advice))
			return
		}
		if len(config.Nameservers) == 0 {
			c.add(field.Required(path.Field("nameservers"), advice))
			return
		}
	}
	if config == nil {
		return
	}
	c.nameservers(path, config.Nameservers)
	c.searches(path, config.Searches)
	for i := range config.Options {
		if config.Options[i].Name == "" {
			// As in kube-apiserver, the error is at the option, not at its name.
			c.add(field.Required(path.Child("options").Index(i).Field(), "must have a name"))
		}
	}
}

func (c *checker) nameservers(path *fieldpath.Path, list []string) {
	servers := path.Child("nameservers")
	if len(list) > maxNameservers {
		c.add(field.Invalid(servers.Field(), list, fmt.Sprintf("must have at most %d name servers", maxNameservers)))
	}
	for i, server := range list {
		c.ip(servers.Index(i), server)
	}
}

func (c *checker) searches(path *fieldpath.Path, list []string) {
	searches := path.Child("searches")
	if len(list) > maxSearches {
		c.add(field.Invalid(searches.Field(), list, fmt.Sprintf("must have at most %d search domains", maxSearches)))
	}
	text := max(len(list)-1, 0)
	for i, domain := range list {
		text += len(domain)
		c.search(searches.Index(i), domain)
	}
	if text > maxSearchesText {
		c.add(field.Invalid(searches.Field(), list, fmt.Sprintf("must be at most %d characters in total, with a space between domains", maxSearchesText)))
	}
}

func (c *checker) search(path *fieldpath.Path, domain string) {
	if domain == "." {
		return
	}
	domain = strings.TrimSuffix(domain, ".")
	if len(names.DNS1123Subdomain(domain)) > 0 {
		c.invalid(path, domain, validation.IsDNS1123SubdomainWithUnderscore(domain))
	}
}

func (c *checker) hostAliases(path *fieldpath.Path, list []corev1.HostAlias) {
	for i := range list {
		element := path.Index(i)
		c.ip(element.Child("ip"), list[i].IP)
		hostnames := element.Child("hostnames")
		for j, name := range list[i].Hostnames {
			c.invalid(hostnames.Index(j), name, names.DNS1123Subdomain(name))
		}
	}
}

// ip checks an IP address. Forms that programs read differently, such as leading zeros, are invalid
// unless the feature gate StrictIPCIDRValidation is off.
func (c *checker) ip(path *fieldpath.Path, address string) {
	if ip, err := netip.ParseAddr(address); err == nil && !ip.Is4In6() && ip.Zone() == "" {
		return
	}
	strict := c.features.Enabled(features.StrictIPCIDRValidation)
	c.add(validation.IsValidIPForLegacyField(path.Field(), address, strict, nil)...)
}
