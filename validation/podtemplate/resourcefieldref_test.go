package podtemplate

import (
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
)

func TestResourceFieldRef(t *testing.T) {
	path := at("a.resourceFieldRef")
	const sizes = "must be one of 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei"
	for _, test := range []struct {
		name     string
		ref      corev1.ResourceFieldSelector
		inVolume field.ErrorList
		inEnv    field.ErrorList
	}{
		{name: "of another container", ref: corev1.ResourceFieldSelector{ContainerName: "a", Resource: "limits.cpu"}},
		{name: "of the container itself", ref: corev1.ResourceFieldSelector{Resource: "requests.memory"},
			inVolume: field.ErrorList{field.Required(path.Child("containerName"), "must be given: a volume has no container of its own")}},
		{name: "no resource", ref: corev1.ResourceFieldSelector{ContainerName: "a"},
			inVolume: field.ErrorList{field.Required(path.Child("resource"), "must be set")},
			inEnv:    field.ErrorList{field.Required(path.Child("resource"), "must be set")}},
		{name: "no such resource", ref: corev1.ResourceFieldSelector{ContainerName: "a", Resource: "cpu", Divisor: resource.MustParse("2")},
			inVolume: field.ErrorList{field.NotSupported(path.Child("resource"), "cpu", containerResources)},
			inEnv:    field.ErrorList{field.NotSupported(path.Child("resource"), "cpu", containerResources)}},
		{name: "huge pages", ref: corev1.ResourceFieldSelector{ContainerName: "a", Resource: "limits.hugepages-2Mi", Divisor: resource.MustParse("1Mi")}},
		{name: "cores in thousandths", ref: corev1.ResourceFieldSelector{ContainerName: "a", Resource: "limits.cpu", Divisor: resource.MustParse("1m")}},
		{name: "cores in thousands", ref: corev1.ResourceFieldSelector{ContainerName: "a", Resource: "limits.cpu", Divisor: resource.MustParse("1k")},
			inVolume: field.ErrorList{field.Invalid(path.Child("divisor"), "1k", "must be one of 1m, 1")},
			inEnv:    field.ErrorList{field.Invalid(path.Child("divisor"), "1k", "must be one of 1m, 1")}},
		{name: "bytes in thousands, written out", ref: corev1.ResourceFieldSelector{ContainerName: "a", Resource: "requests.ephemeral-storage", Divisor: resource.MustParse("1000")}},
		{name: "bytes in thousandths", ref: corev1.ResourceFieldSelector{ContainerName: "a", Resource: "limits.memory", Divisor: resource.MustParse("1m")},
			inVolume: field.ErrorList{field.Invalid(path.Child("divisor"), "1m", sizes)},
			inEnv:    field.ErrorList{field.Invalid(path.Child("divisor"), "1m", sizes)}},
		{name: "huge pages in pairs", ref: corev1.ResourceFieldSelector{ContainerName: "a", Resource: "requests.hugepages-a.cpu", Divisor: resource.MustParse("2")},
			inVolume: field.ErrorList{field.Invalid(path.Child("divisor"), "2", sizes)},
			inEnv:    field.ErrorList{field.Invalid(path.Child("divisor"), "2", sizes)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := fieldpath.From(path)
			var volume, env checker
			volume.resourceFieldRef(root, &test.ref, true)
			env.resourceFieldRef(root, &test.ref, false)
			compareErrors(t, test.inVolume, volume.errs)
			compareErrors(t, test.inEnv, env.errs)
		})
	}
}

// A quantity caches its text. The race detector sees if that of the template is written.
func TestDivisorIsNotWritten(t *testing.T) {
	ref := &corev1.ResourceFieldSelector{Resource: "limits.cpu", Divisor: resource.MustParse("1m")}
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			var c checker
			c.resourceFieldRef(nil, ref, false)
		})
	}
	both.Wait()
}
