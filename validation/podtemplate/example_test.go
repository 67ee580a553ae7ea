package podtemplate_test

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	defaulting "github.com/jobapi/jobapi/defaulting/podtemplate"
	"github.com/jobapi/jobapi/validation/podtemplate"
)

func ExampleValidate() {
	template := &corev1.PodTemplateSpec{Spec: corev1.PodSpec{
		RestartPolicy: corev1.RestartPolicyNever,
		Containers: []corev1.Container{{
			Name:         "main",
			Image:        "busybox",
			Env:          []corev1.EnvVar{{Name: "A=B"}},
			VolumeMounts: []corev1.VolumeMount{{Name: "data", MountPath: "/data"}},
		}},
	}}
	defaulting.SetDefaults(template)
	for _, err := range podtemplate.Validate(template, field.NewPath("spec", "template")) {
		fmt.Println(err.Type, err.Field)
	}
	// Output:
	// Invalid value spec.template.spec.containers[0].env[0].name
	// Not found spec.template.spec.containers[0].volumeMounts[0].name
}

func ExampleCoverage() {
	for _, field := range podtemplate.Coverage() {
		if field.Treatment == podtemplate.Dropped {
			fmt.Println(field.Path, "needs", field.FeatureGate)
			break
		}
	}
	// Output:
	// spec.containers.lifecycle.postStart.httpGet.protocol needs H2CContainerProbe
}
