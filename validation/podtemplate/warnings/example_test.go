package warnings_test

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/validation/podtemplate/warnings"
)

func ExampleOf() {
	template := &corev1.PodTemplateSpec{Spec: corev1.PodSpec{
		NodeSelector: map[string]string{"beta.kubernetes.io/arch": "arm64"},
		Containers: []corev1.Container{{
			Name: "main",
			Env:  []corev1.EnvVar{{Name: "MODE", Value: "a"}, {Name: "MODE", Value: "b"}},
		}},
	}}
	for _, w := range warnings.Of(template, field.NewPath("spec", "template")) {
		fmt.Println(w.Field)
		fmt.Println("\t" + w.Message)
	}
	// Output:
	// spec.template.spec.nodeSelector[beta.kubernetes.io/arch]
	// 	is deprecated since 1.14: use kubernetes.io/arch
	// spec.template.spec.containers[0].env[1]
	// 	hides the earlier variable "MODE", and kubectl apply may lose one of them
}
