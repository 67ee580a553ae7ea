package lint

import (
	"fmt"
	"slices"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/locate"
	"github.com/jobapi/jobapi/labels"
)

// reservedLabels warns of the labels at path whose prefix is reserved for Kubernetes, except
// app.kubernetes.io, which is meant for users, and the labels that servers generate.
func (c *jobCheck) reservedLabels(set labels.Set, path string) {
	const recommended = "app.kubernetes.io"
	for key := range set.All() {
		if !labels.IsReserved(key) || labels.Prefix(key) == recommended || slices.Contains(c.keys.UID, key) || slices.Contains(c.keys.Name, key) {
			continue
		}
		c.report(finding.Warning, true, finding.ReservedPrefix, locate.Key(path, key),
			fmt.Sprintf("the prefix %s is reserved for Kubernetes: use a prefix of your own, or none", labels.Prefix(key)))
	}
}
