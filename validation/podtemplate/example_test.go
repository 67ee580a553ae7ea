package podtemplate_test

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	defaulting "github.com/jobapi/jobapi/defaulting/podtemplate"
	"github.com/jobapi/jobapi/validation/features"
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

func ExampleValidateUpdate() {
	template := func(image string, operator corev1.TolerationOperator) *corev1.PodTemplateSpec {
		template := &corev1.PodTemplateSpec{Spec: corev1.PodSpec{
			RestartPolicy: corev1.RestartPolicyNever,
			Containers:    []corev1.Container{{Name: "main", Image: image}},
			Tolerations:   []corev1.Toleration{{Key: "example.com/sla", Operator: operator, Value: "95"}},
		}}
		defaulting.SetDefaults(template)
		return template
	}
	// The operator Gt needs a feature gate that is off by default.
	old, updated := template("busybox:1.36", corev1.TolerationOpGt), template("busybox:1.37", corev1.TolerationOpGt)
	fmt.Println(len(podtemplate.Validate(updated, nil)))
	fmt.Println(len(podtemplate.ValidateUpdate(updated, old, nil)))
	// Output:
	// 1
	// 0
}

func ExampleWarnings() {
	template := &corev1.PodTemplateSpec{Spec: corev1.PodSpec{
		NodeSelector: map[string]string{"beta.kubernetes.io/os": "linux"},
	}}
	for _, w := range podtemplate.Warnings(template, field.NewPath("spec", "template")) {
		fmt.Println(w)
	}
	// Output:
	// spec.template.spec.nodeSelector[beta.kubernetes.io/os]: is deprecated since 1.14: use kubernetes.io/os
}

func ExampleDroppedFields() {
	template := &corev1.PodTemplateSpec{Spec: corev1.PodSpec{Containers: []corev1.Container{{
		Lifecycle: &corev1.Lifecycle{StopSignal: new(corev1.SIGUSR1)},
	}}}}
	for _, dropped := range podtemplate.DroppedFields(template, field.NewPath("spec", "template")) {
		fmt.Println(dropped.Path, "needs", dropped.FeatureGate)
	}
	// Output:
	// spec.template.spec.containers[0].lifecycle.stopSignal needs ContainerStopSignals
}

func ExampleDropWith() {
	release, err := features.For("1.34", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	template := &corev1.PodTemplateSpec{Spec: corev1.PodSpec{
		HostnameOverride: new("worker"),
		SchedulingGroup:  &corev1.PodSchedulingGroup{PodGroupName: new("gang")},
	}}
	for _, dropped := range podtemplate.DropWith(template, nil, nil, podtemplate.Options{Features: release}) {
		fmt.Printf("%s %q\n", dropped.Path, dropped.FeatureGate)
	}
	// Output:
	// spec.schedulingGroup ""
	// spec.hostnameOverride "HostnameOverride"
}

func ExampleDropDisabledFields() {
	template := &corev1.PodTemplateSpec{Spec: corev1.PodSpec{Containers: []corev1.Container{{
		Lifecycle: &corev1.Lifecycle{StopSignal: new(corev1.SIGUSR1)},
	}}}}
	podtemplate.DropDisabledFields(template)
	fmt.Println(template.Spec.Containers[0].Lifecycle)
	// Output:
	// nil
}

func ExampleFeatureGates() {
	gates := podtemplate.FeatureGates()
	fmt.Println("PodLevelResources:", gates["PodLevelResources"])
	fmt.Println("ContainerStopSignals:", gates["ContainerStopSignals"])
	// Output:
	// PodLevelResources: true
	// ContainerStopSignals: false
}

func ExampleCoverage() {
	for _, covered := range podtemplate.Coverage() {
		if covered.Treatment == podtemplate.Dropped {
			fmt.Println(covered.Path, "needs", covered.FeatureGate)
			break
		}
	}
	// Output:
	// spec.containers.lifecycle.postStart.httpGet.protocol needs H2CContainerProbe
}
