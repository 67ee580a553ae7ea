package podtemplate

import (
	"fmt"
	"strings"
	"unicode/utf8"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

func (c *checker) windowsOptions(path *fieldpath.Path, options *corev1.WindowsSecurityContextOptions) {
	if options == nil {
		return
	}
	c.optionalDNSSubdomain(path, "gmsaCredentialSpecName", options.GMSACredentialSpecName)
	if spec := options.GMSACredentialSpec; spec != nil {
		c.gmsaCredentialSpec(path, *spec)
	}
	if name := options.RunAsUserName; name != nil {
		c.runAsUserName(path.Child("runAsUserName"), *name)
	}
}

func (c *checker) gmsaCredentialSpec(path *fieldpath.Path, spec string) {
	const mostKiB = 64
	switch {
	case spec == "":
		c.add(field.Invalid(path.Field("gmsaCredentialSpec"), spec, "must not be empty: leave it out instead"))
	case len(spec) > mostKiB*1024:
		c.add(field.Invalid(path.Field("gmsaCredentialSpec"), spec, fmt.Sprintf("must be at most %d KiB", mostKiB)))
	}
}

// runAsUserName checks the name of a Windows user, with or without a domain and a backslash
// before it.
func (c *checker) runAsUserName(path *fieldpath.Path, name string) {
	switch {
	case name == "":
		c.add(field.Invalid(path.Field(), name, "must not be empty: leave it out instead"))
		return
	case strings.ContainsFunc(name, isControl):
		c.add(field.Invalid(path.Field(), name, "must not contain control characters"))
		return
	case strings.Count(name, `\`) > 1:
		c.add(field.Invalid(path.Field(), name, "must not contain more than one backslash, between the domain and the user"))
		return
	}
	user := name
	if domain, rest, ok := strings.Cut(name, `\`); ok {
		user = rest
		c.windowsDomain(path, name, domain)
	}
	c.windowsUser(path, name, user)
}

// windowsDomain checks the domain in the user name at path.
func (c *checker) windowsDomain(path *fieldpath.Path, name, domain string) {
	const most = 255
	if len(domain) > most {
		c.add(field.Invalid(path.Field(), name, fmt.Sprintf("the domain must be at most %d characters", most)))
	}
	if !isNetBIOSName(domain) && !isWindowsDNSName(domain) {
		c.add(field.Invalid(path.Field(), name, "the domain must be a NetBIOS or DNS name"))
	}
}

// windowsUser checks the user in the user name at path.
func (c *checker) windowsUser(path *fieldpath.Path, name, user string) {
	const most, bad = 104, `"/\:;|=,+*?<>@[]`
	switch {
	case user == "":
		c.add(field.Invalid(path.Field(), name, "the user must not be empty"))
	case len(user) > most:
		c.add(field.Invalid(path.Field(), name, fmt.Sprintf("the user must be at most %d characters", most)))
	case strings.Trim(user, ". ") == "":
		c.add(field.Invalid(path.Field(), name, "the user must not be made of periods and spaces only"))
	case strings.ContainsAny(user, bad):
		c.add(field.Invalid(path.Field(), name, "the user must not contain any of "+bad))
	}
}

func isControl(r rune) bool {
	return r < ' ' || r == 0x7f
}

// isNetBIOSName reports whether Windows takes name as that of a domain without DNS.
func isNetBIOSName(name string) bool {
	n := utf8.RuneCountInString(name)
	return 1 <= n && n <= 15 && name[0] != '.' && !strings.ContainsAny(name, `\/:*?"<>|`)
}

// isWindowsDNSName is like the check for a DNS subdomain, but takes capitals too, and
// subdomains of any length with labels of at most 63 characters.
func isWindowsDNSName(name string) bool {
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' || strings.ContainsFunc(label, isNotOfDNS) {
			return false
		}
	}
	return true
}

func isNotOfDNS(r rune) bool {
	return r != '-' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
}
