package podtemplate

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func TestDNSConfig(t *testing.T) {
	config := func(config corev1.PodDNSConfig) func(*corev1.PodTemplateSpec) {
		return func(t *corev1.PodTemplateSpec) { t.Spec.DNSConfig = &config }
	}
	none := func(t *corev1.PodTemplateSpec) { t.Spec.DNSPolicy = corev1.DNSNone }
	repeat := func(s string, n int) []string { return strings.Fields(strings.Repeat(s+" ", n)) }
	const nameServers = "dnsPolicy: None requires nameservers in dnsConfig"
	four := []string{"::1", "::2", "::3", "::4"}
	long := append(repeat(strings.Repeat("a", 127), 15), strings.Repeat("a", 129))

	runRules(t, []ruleTest{
		{name: "valid", change: config(corev1.PodDNSConfig{
			Nameservers: []string{"1.2.3.4", "FE80:0::1"}, Searches: []string{"a.b.", ".", "_tcp.a_b"}, Options: []corev1.PodDNSConfigOption{{Name: "ndots", Value: new("2")}},
		})},
		{name: "most searches", change: config(corev1.PodDNSConfig{Searches: repeat("a", 32)})},
		{name: "None", change: none, want: field.ErrorList{field.Required(at("dnsConfig"), nameServers)}},
		{name: "None without servers", change: both(none, config(corev1.PodDNSConfig{Searches: []string{"-"}})), want: field.ErrorList{
			field.Required(at("dnsConfig.nameservers"), nameServers),
		}},
		{name: "None with a server", change: both(none, config(corev1.PodDNSConfig{Nameservers: []string{"::1"}}))},
		{name: "four servers", change: config(corev1.PodDNSConfig{Nameservers: four}), want: field.ErrorList{
			field.Invalid(at("dnsConfig.nameservers"), four, "must have at most 3 name servers"),
		}},
		{name: "servers", change: config(corev1.PodDNSConfig{Nameservers: []string{"a", "01.2.3.4", "::ffff:1.2.3.4"}}), want: field.ErrorList{
			field.Invalid(at("dnsConfig.nameservers[0]"), "a", "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)").WithOrigin("format=ip-sloppy"),
			field.Invalid(at("dnsConfig.nameservers[1]"), "01.2.3.4", "must not have leading 0s").WithOrigin("format=ip-sloppy"),
			field.Invalid(at("dnsConfig.nameservers[2]"), "::ffff:1.2.3.4", "must not be an IPv4-mapped IPv6 address").WithOrigin("format=ip-sloppy"),
		}},
		{name: "too many searches", change: config(corev1.PodDNSConfig{Searches: repeat("a", 33)}), want: field.ErrorList{
			field.Invalid(at("dnsConfig.searches"), repeat("a", 33), "must have at most 32 search domains"),
		}},
		{name: "too long searches", change: config(corev1.PodDNSConfig{Searches: long}), want: field.ErrorList{
			field.Invalid(at("dnsConfig.searches"), long, "must be at most 2048 characters in total, with a space between domains"),
		}},
		{name: "search", change: config(corev1.PodDNSConfig{Searches: []string{"a", "-."}}), want: field.ErrorList{
			field.Invalid(at("dnsConfig.searches[1]"), "-", validation.IsDNS1123SubdomainWithUnderscore("-")[0]),
		}},
		{name: "option", change: config(corev1.PodDNSConfig{Options: []corev1.PodDNSConfigOption{{Name: "a"}, {}}}), want: field.ErrorList{
			field.Required(at("dnsConfig.options[1]"), "must have a name"),
		}},
	})
}

func TestHostAliases(t *testing.T) {
	runRules(t, []ruleTest{
		{name: "valid", change: func(t *corev1.PodTemplateSpec) {
			t.Spec.HostAliases = []corev1.HostAlias{{IP: "::1", Hostnames: []string{"a", "b.c"}}, {IP: "::1"}}
		}},
		{name: "address and name", change: func(t *corev1.PodTemplateSpec) {
			t.Spec.HostAliases = []corev1.HostAlias{{IP: "::1"}, {Hostnames: []string{"a", "a_b"}}}
		}, want: field.ErrorList{
			field.Invalid(at("hostAliases[1].ip"), "", "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)").WithOrigin("format=ip-sloppy"),
			field.Invalid(at("hostAliases[1].hostnames[1]"), "a_b", validation.IsDNS1123Subdomain("a_b")[0]),
		}},
	})
}

// FuzzIP compares the quick check of addresses with the one of apimachinery.
func FuzzIP(f *testing.F) {
	for _, address := range []string{"1.2.3.4", "::1", "01.2.3.4", "::ffff:1.2.3.4", "fe80::1%eth0", "1:2:3:4:5:6:7::", "::1.2.3.4", "1.2.3", "a"} {
		f.Add(address)
	}
	f.Fuzz(func(t *testing.T, address string) {
		var c checker
		c.ip(nil, address)
		if want := validation.IsValidIPForLegacyField(nil, address, true, nil); len(c.errs) != len(want) {
			t.Errorf("%q: got %v, want %v", address, c.errs, want)
		}
	})
}
