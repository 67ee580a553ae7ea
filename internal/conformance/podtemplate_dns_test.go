package conformance

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

func dnsChanges() []change {
	changes := []change{
		{"dnsPolicy None", func(t *corev1.PodTemplateSpec) { t.Spec.DNSPolicy = corev1.DNSNone }},
		{"empty dnsConfig", func(t *corev1.PodTemplateSpec) { orNew(&t.Spec.DNSConfig) }},
	}
	add := func(name string, apply func(*corev1.PodDNSConfig)) {
		changes = append(changes, change{name, func(t *corev1.PodTemplateSpec) { apply(orNew(&t.Spec.DNSConfig)) }})
	}
	for _, ip := range []string{
		"1.2.3.4", "::1", "FE80:0:0::1", "01.2.3.4", "::ffff:1.2.3.4", "::1.2.3.4", "fe80::1%eth0", "", "1.2.3", "1.2.3.4 ", "a", "::ffff:01.2.3.4", "1::2::3", "0.0.0.0", "1.2.3.256", "::1.2.3.04", "1.2.3.4%a",
		"0001:2:3:4:5:6:7:8", "00001:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:9",
	} {
		add("nameserver "+ip, func(c *corev1.PodDNSConfig) { c.Nameservers = append(c.Nameservers, ip) })
		changes = append(changes, change{"hostAlias " + ip, func(t *corev1.PodTemplateSpec) {
			t.Spec.HostAliases = append(t.Spec.HostAliases, corev1.HostAlias{IP: ip, Hostnames: []string{"a", "a.b", "-", "A", longName(254), ""}})
		}})
	}
	for _, domain := range []string{"a", ".", "", "..", "a.", "_a._b.c", "a_", "_", "A", "a b", longName(253) + ".", longName(254), "-"} {
		add(fmt.Sprintf("search %.20q", domain), func(c *corev1.PodDNSConfig) { c.Searches = append(c.Searches, domain) })
	}
	add("three nameservers", func(c *corev1.PodDNSConfig) { c.Nameservers = []string{"::1", "::2", "::3"} })
	add("four nameservers", func(c *corev1.PodDNSConfig) { c.Nameservers = []string{"::1", "::2", "::3", "::4"} })
	add("most searches", func(c *corev1.PodDNSConfig) { c.Searches = strings.Fields(strings.Repeat("a ", 32)) })
	add("too many searches", func(c *corev1.PodDNSConfig) { c.Searches = strings.Fields(strings.Repeat("a ", 33)) })
	add("longest searches", func(c *corev1.PodDNSConfig) { c.Searches = strings.Fields(strings.Repeat(longName(127)+" ", 16) + "") })
	add("searches of 2048", func(c *corev1.PodDNSConfig) {
		c.Searches = strings.Fields(strings.Repeat(longName(127)+" ", 15) + longName(128))
	})
	add("searches of 2049", func(c *corev1.PodDNSConfig) {
		c.Searches = strings.Fields(strings.Repeat(longName(127)+" ", 15) + longName(129))
	})
	add("options", func(c *corev1.PodDNSConfig) {
		c.Options = []corev1.PodDNSConfigOption{{Name: "a"}, {Name: "ndots", Value: new("2")}, {}}
	})
	return changes
}

func TestNameResolutionRules(t *testing.T) {
	compareTemplates(t, smallTemplate, dnsChanges())
}
