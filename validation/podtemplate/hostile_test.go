package podtemplate

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/util/yaml"
)

// hostile returns n, or a tenth of it in a short run.
func hostile(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// TestManyOfEach shows that no rule compares everything with everything: with lists of this
// length that would take much longer.
func TestManyOfEach(t *testing.T) {
	template := validTemplate()
	template.Annotations = map[string]string{}
	spec, main := &template.Spec, &template.Spec.Containers[0]
	spec.Resources = &corev1.ResourceRequirements{Limits: corev1.ResourceList{}, Requests: corev1.ResourceList{}}
	main.Resources.Limits = corev1.ResourceList{}
	for i := range hostile(20_000) {
		name, other := fmt.Sprint("a", i), fmt.Sprint("b", i)
		spec.Volumes = append(spec.Volumes,
			corev1.Volume{Name: name, VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}},
			corev1.Volume{Name: other, VolumeSource: corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: "a"}}})
		main.VolumeMounts = append(main.VolumeMounts, corev1.VolumeMount{Name: name, MountPath: name})
		main.VolumeDevices = append(main.VolumeDevices, corev1.VolumeDevice{Name: other, DevicePath: other})
		main.Env = append(main.Env, corev1.EnvVar{Name: name, ValueFrom: &corev1.EnvVarSource{
			FileKeyRef: &corev1.FileKeySelector{VolumeName: name, Path: "a", Key: "A"}}})
		main.Ports = append(main.Ports, corev1.ContainerPort{Name: name, ContainerPort: 1, HostPort: 1, HostIP: name, Protocol: corev1.ProtocolTCP})
		main.Resources.Claims = append(main.Resources.Claims, corev1.ResourceClaim{Name: name})
		main.Resources.Limits[corev1.ResourceName(name)] = resource.MustParse("1")
		spec.ResourceClaims = append(spec.ResourceClaims, corev1.PodResourceClaim{Name: name, ResourceClaimName: &name})
		spec.Resources.Requests[corev1.ResourceName(name)] = resource.MustParse("1")
		spec.InitContainers = append(spec.InitContainers, validContainer(name))
		spec.Containers = append(spec.Containers, validContainer(other))
		spec.EphemeralContainers = append(spec.EphemeralContainers, corev1.EphemeralContainer{
			EphemeralContainerCommon: corev1.EphemeralContainerCommon(validContainer("c" + name)), TargetContainerName: other})
		template.Annotations["-"+name] = "" // which is no key
		spec.Tolerations = append(spec.Tolerations, corev1.Toleration{Key: name, Operator: corev1.TolerationOpExists})
		spec.SchedulingGates = append(spec.SchedulingGates, corev1.PodSchedulingGate{Name: name})
		main = &spec.Containers[0]
	}
	start := time.Now()
	Validate(template, field.NewPath("spec", "template"))
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
}

// FuzzValidate shows that nothing makes the rules panic, and that they say the same each time.
func FuzzValidate(f *testing.F) {
	text, err := os.ReadFile("testdata/typical.yaml")
	if err != nil {
		f.Fatal(err)
	}
	typical, err := yaml.ToJSON(text)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(typical, []byte("{}"))
	f.Add([]byte(`{"spec":{"containers":[{}],"initContainers":[{}],"ephemeralContainers":[{}],"volumes":[{}]}}`), typical)
	f.Fuzz(func(t *testing.T, text, oldText []byte) {
		var template, old corev1.PodTemplateSpec
		// What could be read before an error counts as well.
		_, _ = json.Unmarshal(text, &template), json.Unmarshal(oldText, &old)
		path := field.NewPath("spec", "template")
		first := ValidateUpdate(&template, &old, path)
		if diff := cmp.Diff(fmt.Sprint(first), fmt.Sprint(ValidateUpdate(&template, &old, path))); diff != "" {
			t.Errorf("not the same again:\n%s", diff)
		}
		Validate(&template, path)
	})
}
