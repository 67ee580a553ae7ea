package lint

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
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
