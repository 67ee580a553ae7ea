package conformance

import (
	"reflect"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// occurrences counts what templates have.
type occurrences map[string]int

// TestRandomJobsHaveEverything holds that random Jobs have every kind of volume, probe,
// lifecycle handler and container, so that a comparison of them is one of those.
func TestRandomJobsHaveEverything(t *testing.T) {
	s := newSource(t)
	seen := occurrences{"init container": 0, "container": 0, "ephemeral container": 0}
	for range 1000 {
		seen.note(&s.job().Spec.Template.Spec)
	}
	if len(seen) < 40 {
		t.Errorf("%d kinds of things were looked for, want more", len(seen))
	}
	for kind, n := range seen {
		if n == 0 {
			t.Errorf("no Job has a %s", kind)
		}
	}
}

func (o occurrences) note(spec *corev1.PodSpec) {
	for _, v := range spec.Volumes {
		o.fields("volume ", v.VolumeSource)
	}
	for _, c := range spec.InitContainers {
		o.container("init container", c)
	}
	for _, c := range spec.Containers {
		o.container("container", c)
	}
	for _, c := range spec.EphemeralContainers {
		o.container("ephemeral container", corev1.Container(c.EphemeralContainerCommon))
	}
}

func (o occurrences) container(kind string, c corev1.Container) {
	o[kind]++
	for _, probe := range []*corev1.Probe{c.LivenessProbe, c.ReadinessProbe, c.StartupProbe} {
		if probe != nil {
			o.fields("probe ", probe.ProbeHandler)
		}
	}
	if c.Lifecycle != nil {
		o.fields("lifecycle ", *c.Lifecycle)
	}
}

// fields counts the fields of a struct that are set.
func (o occurrences) fields(kind string, of any) {
	for field, value := range reflect.ValueOf(of).Fields() {
		o[kind+field.Name] += 0
		if !value.IsZero() {
			o[kind+field.Name]++
		}
	}
}
