package podtemplate

import (
	"os"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/util/yaml"
)

func typicalTemplate(t testing.TB) *corev1.PodTemplateSpec {
	t.Helper()
	text, err := os.ReadFile("testdata/typical.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var template corev1.PodTemplateSpec
	if err := yaml.UnmarshalStrict(text, &template); err != nil {
		t.Fatal(err)
	}
	return &template
}

// path is nil, as in a benchmark of the rules alone: rendering one costs memory.
func TestTypicalTemplateCostsNoMemory(t *testing.T) {
	template := typicalTemplate(t)
	compareErrors(t, nil, Validate(template, nil))
	if n := testing.AllocsPerRun(100, func() { Validate(template, nil) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func BenchmarkValidate(b *testing.B) {
	template, path := typicalTemplate(b), field.NewPath("spec", "template")
	b.ReportAllocs()
	for b.Loop() {
		if errs := Validate(template, path); len(errs) > 0 {
			b.Fatal(errs)
		}
	}
}
