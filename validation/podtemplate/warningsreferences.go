package podtemplate

import (
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

// references warns of names and addresses that the pod at path knows others by.
func (w *warner) references(path *fieldpath.Path) {
	aliases := path.Child("hostAliases")
	var ips distinct[string]
	for i := range w.spec.HostAliases {
		address := w.spec.HostAliases[i].IP
		ip := aliases.Index(i).Child("ip")
		if ips.repeats(address) {
			w.warn(ip, "duplicate of an earlier "+quote(address)+": put all its names into one entry")
		}
		w.ip(ip, address)
	}
	secrets := path.Child("imagePullSecrets")
	var known distinct[string]
	for i := range w.spec.ImagePullSecrets {
		secret := w.spec.ImagePullSecrets[i].Name
		name := secrets.Index(i).Child("name")
		if known.repeats(secret) {
			w.warn(name, "duplicate of an earlier "+quote(secret)+": remove one of them")
		}
		if secret == "" {
			w.warn(name, "an entry without a name has no effect: remove it")
		}
	}
	if w.spec.DNSConfig != nil {
		servers := path.Child("dnsConfig").Child("nameservers")
		for i, server := range w.spec.DNSConfig.Nameservers {
			w.ip(servers.Index(i), server)
		}
	}
}

// ip warns of an address that is valid, but not in its usual form. It is silent about what is
// no address, which apimachinery would log.
func (w *warner) ip(path *fieldpath.Path, address string) {
	const strict = false
	if len(validation.IsValidIPForLegacyField(nil, address, strict, nil)) == 0 {
		for _, text := range validation.GetWarningsForIP(path.Field(), address) {
			w.add(text)
		}
	}
}
