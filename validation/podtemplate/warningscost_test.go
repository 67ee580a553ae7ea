package podtemplate

import (
	"fmt"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// TestHostileTemplatesAreCheapToWarnOf goes over what has many pairs in each other's way, or
// would if each were compared with all.
func TestHostileTemplatesAreCheapToWarnOf(t *testing.T) {
	many := hostile(10_000)
	long := strings.Repeat("a/", hostile(1<<19)) + "a"
	secret := func(path func(i int) string) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) {
			source := &corev1.SecretVolumeSource{SecretName: long}
			for i := range many {
				source.Items = append(source.Items, corev1.KeyToPath{Path: path(i)})
			}
			template.Spec.Volumes = []corev1.Volume{{Name: long, VolumeSource: corev1.VolumeSource{Secret: source}}}
		}
	}
	ports := func(port func(i int32) corev1.ContainerPort) func(*corev1.PodTemplateSpec) {
		return func(template *corev1.PodTemplateSpec) {
			for i := range int32(many) {
				c := validContainer("main")
				c.Ports = []corev1.ContainerPort{port(i)}
				template.Spec.Containers = append(template.Spec.Containers, c)
			}
		}
	}
	tests := map[string]struct {
		change func(*corev1.PodTemplateSpec)
		// least and most bound the number of warnings.
		least, most int
	}{
		"equal paths":    {secret(func(int) string { return "a" }), many - 1, mostOthers * many},
		"distinct paths": {secret(func(i int) string { return fmt.Sprintf("a/%d/b", i) }), 0, 0},
		"a chain of paths": {secret(func(i int) string {
			return long[:1+2*(i%500)]
		}), many - 1, mostOthers * many},
		"one path above many": {secret(func(i int) string {
			if i == many-1 {
				return "a"
			}
			return fmt.Sprintf("a/%d", i)
		}), mostOthers, mostOthers},
		"paths below a long one": {secret(func(i int) string {
			if i == 0 {
				return long
			}
			return fmt.Sprintf("a/%d", i/2)
		}), many/2 - 1, many},
		"paths above a long one": {secret(func(i int) string {
			if i == 0 {
				return long
			}
			return "a"
		}), many - 1, mostOthers * many},
		"equal ports":      {ports(func(int32) corev1.ContainerPort { return corev1.ContainerPort{Name: "a"} }), 2 * (many - 1), (mostOthers + 1) * many},
		"ports of a node":  {ports(func(i int32) corev1.ContainerPort { return corev1.ContainerPort{HostPort: i + 1} }), 0, 0},
		"node's addresses": {ports(func(i int32) corev1.ContainerPort { return corev1.ContainerPort{HostPort: 1, HostIP: fmt.Sprint(i)} }), 0, 0},
		"equal variables": {func(template *corev1.PodTemplateSpec) {
			template.Spec.Containers[0].Env = make([]corev1.EnvVar, many)
		}, many - 1, many - 1},
		"equal host aliases": {func(template *corev1.PodTemplateSpec) {
			template.Spec.HostAliases = make([]corev1.HostAlias, many)
		}, many - 1, many - 1},
		"empty pull secrets": {func(template *corev1.PodTemplateSpec) {
			template.Spec.ImagePullSecrets = make([]corev1.LocalObjectReference, many)
		}, 2*many - 1, 2*many - 1},
		"empty volumes": {func(template *corev1.PodTemplateSpec) {
			template.Spec.Volumes = make([]corev1.Volume, many)
		}, 0, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			template := validTemplate()
			test.change(template)
			start := time.Now()
			warnings := Warnings(template, field.NewPath("t"))
			// Going over all pairs takes many times as long.
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("took %v", took)
			}
			if n := len(warnings); n < test.least || n > test.most {
				t.Errorf("got %d warnings, want %d to %d", n, test.least, test.most)
			}
			for _, text := range warnings {
				if len(text) > 3000 {
					t.Fatalf("a warning has %d bytes", len(text))
				}
			}
		})
	}
}
