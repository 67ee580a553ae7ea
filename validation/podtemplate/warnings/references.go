package warnings

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

// references warns about the addresses and names of other things in the pod at path.
func (w *warner) references(path *fieldpath.Path) {
	var aliases, secrets smallset.Set[string]
	for i := range w.spec.HostAliases {
		address, ip := w.spec.HostAliases[i].IP, path.Child("hostAliases").Index(i).Child("ip")
		if !aliases.Insert(address) {
			w.warn(ip, "duplicate of an earlier "+quote(address)+": list all its hostnames in one entry")
		}
		w.ip(ip, address)
	}
	for i := range w.spec.ImagePullSecrets {
		secret, name := w.spec.ImagePullSecrets[i].Name, path.Child("imagePullSecrets").Index(i).Child("name")
		if !secrets.Insert(secret) {
			w.warn(name, "duplicate of an earlier "+quote(secret)+": remove one of them")
		}
		if secret == "" {
			w.warn(name, "an entry without a name has no effect: remove it")
		}
	}
	if config := w.spec.DNSConfig; config != nil {
		for i, server := range config.Nameservers {
			w.ip(path.Child("dnsConfig").Child("nameservers").Index(i), server)
		}
	}
}

// ip warns about a valid address in an unusual form. It ignores an invalid one, which
// apimachinery would log.
func (w *warner) ip(path *fieldpath.Path, address string) {
	const strict = false
	if len(validation.IsValidIPForLegacyField(nil, address, strict, nil)) > 0 {
		return
	}
	at := path.Field()
	for _, text := range validation.GetWarningsForIP(at, address) {
		w.warn(path, strings.TrimPrefix(text, at.String()+": "))
	}
}
