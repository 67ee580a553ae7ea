package conformance

import (
	"os"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	podutil "k8s.io/kubernetes/pkg/api/pod"
	"k8s.io/kubernetes/pkg/apis/core"
	corevalidation "k8s.io/kubernetes/pkg/apis/core/validation"
	"sigs.k8s.io/yaml"

	"github.com/jobapi/jobapi/validation/podtemplate"
)

func TestFeatureGatesHaveTheirDefaults(t *testing.T) {
	defaults := map[string]bool{}
	for gate, spec := range utilfeature.DefaultMutableFeatureGate.GetAll() {
		defaults[string(gate)] = spec.Default
	}
	for gate, on := range podtemplate.FeatureGates() {
		if byDefault, known := defaults[gate]; !known || byDefault != on {
			t.Errorf("%s: exists: %v, on by default: %v, taken to be on: %v", gate, known, byDefault, on)
		}
	}
}

// BenchmarkValidateTemplate validates the typical template, which is valid. The options of upstream
// are made each time, as its strategy for Jobs does.
func BenchmarkValidateTemplate(b *testing.B) {
	text, err := os.ReadFile("../../validation/podtemplate/testdata/typical.yaml")
	if err != nil {
		b.Fatal(err)
	}
	template := &corev1.PodTemplateSpec{}
	if err := yaml.UnmarshalStrict(text, template); err != nil {
		b.Fatal(err)
	}
	hub := &core.PodTemplateSpec{}
	if err := legacyscheme.Scheme.Convert(template.DeepCopy(), hub, nil); err != nil {
		b.Fatal(err)
	}
	path := field.NewPath("spec", "template")
	b.Run("jobapi", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if errs := podtemplate.Validate(template, path); len(errs) > 0 {
				b.Fatal(errs)
			}
		}
	})
	b.Run("kubernetes", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			options := podutil.GetValidationOptionsFromPodTemplate(hub, nil)
			if errs := corevalidation.ValidatePodTemplateSpec(hub, path, options); len(errs) > 0 {
				b.Fatal(errs)
			}
		}
	})
}
