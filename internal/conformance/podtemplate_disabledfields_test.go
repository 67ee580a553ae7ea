package conformance

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"

	"github.com/jobapi/jobapi/validation/podtemplate"
)

// TestDropDisabledFields compares random templates after both sides dropped the disabled fields.
func TestDropDisabledFields(t *testing.T) {
	random := newSource(t).random
	n, changed := rounds(500), 0
	for _, sparse := range []int{8, 6, 4, 2} {
		f := filler{Rand: random, sparse: sparse, oneSource: true}
		for range n {
			template := f.template()
			upstream := undefaulted(t, template)
			before := template.DeepCopy()
			podtemplate.DropDisabledFields(template)
			if diff := cmp.Diff(upstream, converted(t, template)); diff != "" {
				t.Fatalf("(-kube-apiserver +jobapi):\n%s", diff)
			}
			if !cmp.Equal(before, template) {
				changed++
			}
		}
	}
	if changed < n {
		t.Errorf("%d of %d templates changed", changed, 4*n)
	}
}

// converted returns the template as upstream's internal type.
func converted(t *testing.T, template *corev1.PodTemplateSpec) *core.PodTemplateSpec {
	t.Helper()
	hub := &core.PodTemplateSpec{}
	if err := legacyscheme.Scheme.Convert(template, hub, nil); err != nil {
		t.Fatal(err)
	}
	return hub
}
