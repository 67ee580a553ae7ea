package podtemplate_test

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/defaulting/podtemplate"
)

func ExampleSetDefaults() {
	template := &corev1.PodTemplateSpec{Spec: corev1.PodSpec{
		Containers: []corev1.Container{
			{Name: "main", Image: "registry.example.com/tools/report:1.4"},
			{Name: "log", Image: "registry.example.com/tools/log"},
		},
	}}
	podtemplate.SetDefaults(template)
	fmt.Println(template.Spec.DNSPolicy, *template.Spec.TerminationGracePeriodSeconds)
	for _, container := range template.Spec.Containers {
		fmt.Println(container.Name, container.ImagePullPolicy)
	}
	// Output:
	// ClusterFirst 30
	// main IfNotPresent
	// log Always
}
