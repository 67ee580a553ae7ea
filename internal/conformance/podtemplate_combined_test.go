package conformance

import (
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	podutil "k8s.io/kubernetes/pkg/api/pod"
	"k8s.io/kubernetes/pkg/apis/core"
	corevalidation "k8s.io/kubernetes/pkg/apis/core/validation"

	"github.com/jobapi/jobapi/validation/podtemplate"
)

// allChanges returns the changes in all tables.
func allChanges() []change {
	return slices.Concat(
		podChanges(), annotationChanges(), containerChanges(), portChanges(), envChanges(), mountChanges(), resourceChanges(), podResourceChanges(), claimChanges(),
		behaviorChanges(), tolerationChanges, nodeAffinityChanges(), podAffinityChanges(), spreadChanges(), gateChanges(), dnsChanges(),
		hostChanges, deviceChanges(), podPolicyChanges(), idChanges(), containerPolicyChanges(), sysctlChanges(), profileChanges(), profileAnnotationChanges(), windowsChanges(),
		volumeChanges(), fieldRefChanges(), resourceClaimChanges(),
	)
}

// TestRulesTogether compares random combinations of changes, most of them of different fields.
func TestRulesTogether(t *testing.T) {
	const n = 10_000
	random := newSource(t).random
	changes := allChanges()
	for range rounds(n) {
		template := smallTemplate()
		names := handful(random, template, changes, 3+random.IntN(10))
		if !compareTemplate(t, template) {
			t.Fatalf("after %s", names)
		}
	}
	compareUpdates(t, n, changes)
}

// TestWithoutDefaults compares templates without defaults, which an API server never validates.
func TestWithoutDefaults(t *testing.T) {
	empty := func() *corev1.PodTemplateSpec {
		return &corev1.PodTemplateSpec{Spec: corev1.PodSpec{Containers: []corev1.Container{{}}}}
	}
	for _, base := range []func() *corev1.PodTemplateSpec{empty, smallTemplate} {
		for _, c := range allChanges() {
			template := base()
			c.apply(template)
			if !compareUndefaulted(t, template, nil) {
				t.Fatal(c.name)
			}
		}
	}
}

// compareUndefaulted compares the errors of both sides for an update of old, or for a new template if
// old is nil.
func compareUndefaulted(t *testing.T, template, old *corev1.PodTemplateSpec) bool {
	t.Helper()
	path := field.NewPath("spec", "template")
	hub := undefaulted(t, template)
	if old == nil {
		options := podutil.GetValidationOptionsFromPodTemplate(hub, nil)
		return sameKinds(t, corevalidation.ValidatePodTemplateSpec(hub, path, options), podtemplate.Validate(template, path))
	}
	options := podutil.GetValidationOptionsFromPodTemplate(hub, undefaulted(t, old))
	return sameKinds(t, corevalidation.ValidatePodTemplateSpec(hub, path, options), podtemplate.ValidateUpdate(template, old, path))
}

// undefaulted returns the template as upstream validates it, except that it has no defaults.
func undefaulted(t *testing.T, template *corev1.PodTemplateSpec) *core.PodTemplateSpec {
	t.Helper()
	hub := converted(t, template).DeepCopy()
	podutil.DropDisabledTemplateFields(hub, nil)
	return hub
}
