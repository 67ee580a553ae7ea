package lint

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/locate"
	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/validation/podtemplate"
)

var templatePath = field.NewPath("spec", "template")

// droppedFields reports the fields of the template that kube-apiserver drops without a warning,
// because their features are off by default.
func (c *jobCheck) droppedFields(job *batch.Job) {
	for _, f := range podtemplate.DroppedFields(&job.Spec.Template, templatePath) {
		c.reportKey(finding.Warning, true, finding.ServerWarning, f.Path,
			fmt.Sprintf("servers drop this field unless the feature gate %s is on; Kubernetes 1.37 has it off by default", f.FeatureGate))
	}
}

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
