package conformance

import (
	"maps"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	podutil "k8s.io/kubernetes/pkg/api/pod"
	corevalidation "k8s.io/kubernetes/pkg/apis/core/validation"

	"github.com/jobapi/jobapi/validation/podtemplate"
)

// compareUpdates compares the errors of both sides for n random updates. A change may be in the old
// template, in the new one, or in both, which shows what an update tolerates.
func compareUpdates(t *testing.T, n int, changes []change) {
	t.Helper()
	random := newSource(t).random
	for range rounds(n) {
		old, template := smallTemplate(), smallTemplate()
		var steps []string
		for range 1 + random.IntN(3) {
			c := changes[random.IntN(len(changes))]
			switch random.IntN(3) {
			case 0:
				c.apply(old)
				steps = append(steps, "old "+c.name)
			case 1:
				c.apply(template)
				steps = append(steps, "new "+c.name)
			default:
				c.apply(old)
				c.apply(template)
				steps = append(steps, "both "+c.name)
			}
		}
		if !compareUpdate(t, template, old) {
			t.Fatal(strings.Join(steps, ", "))
		}
	}
}

func compareUpdate(t *testing.T, template, old *corev1.PodTemplateSpec) bool {
	t.Helper()
	hub, versioned := prepare(t, template)
	oldHub, oldVersioned := prepare(t, old)
	path := field.NewPath("spec", "template")
	options := podutil.GetValidationOptionsFromPodTemplate(&hub.Spec.Template, &oldHub.Spec.Template)
	upstream := corevalidation.ValidatePodTemplateSpec(&hub.Spec.Template, path, options)
	own := podtemplate.ValidateUpdate(&versioned.Spec.Template, &oldVersioned.Spec.Template, path)
	return sameKinds(t, upstream, own)
}

// sameKinds reports whether both lists have errors of the same types at the same paths.
func sameKinds(t *testing.T, upstream, own field.ErrorList) bool {
	t.Helper()
	want, got := slices.Sorted(maps.Keys(kinds(upstream))), slices.Sorted(maps.Keys(kinds(own)))
	if !slices.Equal(want, got) {
		t.Errorf("upstream finds %q, jobapi %q", want, got)
		return false
	}
	return true
}

func TestUpdates(t *testing.T) {
	for _, area := range []struct {
		name    string
		changes []change
	}{
		{"tolerations", tolerationChanges},
		{"node affinity", nodeAffinityChanges()},
		{"pod affinity", podAffinityChanges()},
		{"spread", spreadChanges()},
		{"sysctls", append(sysctlChanges(), hostChanges...)},
		{"containers", append(append(containerPolicyChanges(), deviceChanges()...), hostChanges...)},
	} {
		t.Run(area.name, func(t *testing.T) { compareUpdates(t, 40*len(area.changes), area.changes) })
	}
}
