package containers

import (
	"fmt"
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

func TestEveryContainer(t *testing.T) {
	ephemeral := corev1.EphemeralContainer{EphemeralContainerCommon: corev1.EphemeralContainerCommon{Name: "d"}}
	spec := &corev1.PodSpec{
		InitContainers:      []corev1.Container{{Name: "a"}, {Name: "b"}},
		Containers:          []corev1.Container{{Name: "c"}},
		EphemeralContainers: []corev1.EphemeralContainer{ephemeral},
	}
	var got []string
	for n := range Count(spec) {
		list, i := Position(spec, n)
		got = append(got, fmt.Sprintf("%s[%d] %s", list, i, At(spec, n).Name))
	}
	want := []string{"initContainers[0] a", "initContainers[1] b", "containers[0] c", "ephemeralContainers[0] d"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAtReturnsTheContainerItself(t *testing.T) {
	spec := &corev1.PodSpec{Containers: make([]corev1.Container, 1), EphemeralContainers: make([]corev1.EphemeralContainer, 1)}
	At(spec, 0).Name, At(spec, 1).Name = "a", "b"
	if a, b := spec.Containers[0].Name, spec.EphemeralContainers[0].Name; a != "a" || b != "b" {
		t.Errorf("got %q and %q, want a and b", a, b)
	}
}
