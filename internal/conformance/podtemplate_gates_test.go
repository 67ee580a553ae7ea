package conformance

import (
	"testing"

	utilfeature "k8s.io/apiserver/pkg/util/feature"

	"github.com/jobapi/jobapi/validation/podtemplate"
)

// TestFeatureGatesHaveTheirDefaults checks the library's table of feature gates against kube-apiserver's.
func TestFeatureGatesHaveTheirDefaults(t *testing.T) {
	defaults := map[string]bool{}
	for gate, spec := range utilfeature.DefaultMutableFeatureGate.GetAll() {
		defaults[string(gate)] = spec.Default
	}
	for gate, on := range podtemplate.FeatureGates() {
		if byDefault, known := defaults[gate]; !known || byDefault != on {
			t.Errorf("%s: exists: %v, on by default: %v, the table says %v", gate, known, byDefault, on)
		}
	}
}
