package warnings

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// shown returns how many of n warnings Of returns, with the one that says that there are more.
func shown(n int) int {
	return min(n, maxWarnings+1)
}

// TestHostileTemplatesAreCheap tries templates with many conflicting pairs, and templates that
// would be slow if every pair were compared.
func TestHostileTemplatesAreCheap(t *testing.T) {
	const many = 10_000
	long := strings.Repeat("a/", 1<<19) + "a"
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
				c := corev1.Container{Name: "main"}
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
		"equal paths":    {secret(func(int) string { return "a" }), shown(many - 1), shown(maxConflicts * many)},
		"distinct paths": {secret(func(i int) string { return fmt.Sprintf("a/%d/b", i) }), 0, 0},
		"a chain of paths": {secret(func(i int) string {
			return long[:1+2*(i%500)]
		}), shown(many - 1), shown(maxConflicts * many)},
		"one path above many": {secret(func(i int) string {
			if i == many-1 {
				return "a"
			}
			return fmt.Sprintf("a/%d", i)
		}), maxConflicts, maxConflicts},
		"paths below a long one": {secret(func(i int) string {
			if i == 0 {
				return long
			}
			return fmt.Sprintf("a/%d", i/2)
		}), shown(many/2 - 1), shown(many)},
		"paths above a long one": {secret(func(i int) string {
			if i == 0 {
				return long
			}
			return "a"
		}), shown(many - 1), shown(maxConflicts * many)},
		"equal ports":      {ports(func(int32) corev1.ContainerPort { return corev1.ContainerPort{Name: "a"} }), shown(2 * (many - 1)), shown((maxConflicts + 1) * many)},
		"ports of a node":  {ports(func(i int32) corev1.ContainerPort { return corev1.ContainerPort{HostPort: i + 1} }), 0, 0},
		"node's addresses": {ports(func(i int32) corev1.ContainerPort { return corev1.ContainerPort{HostPort: 1, HostIP: fmt.Sprint(i)} }), 0, 0},
		"equal variables": {func(template *corev1.PodTemplateSpec) {
			template.Spec.Containers[0].Env = make([]corev1.EnvVar, many)
		}, shown(many - 1), shown(many - 1)},
		"equal host aliases": {func(template *corev1.PodTemplateSpec) {
			template.Spec.HostAliases = make([]corev1.HostAlias, many)
		}, shown(many - 1), shown(many - 1)},
		"empty pull secrets": {func(template *corev1.PodTemplateSpec) {
			template.Spec.ImagePullSecrets = make([]corev1.LocalObjectReference, many)
		}, shown(2*many - 1), shown(2*many - 1)},
		"empty volumes": {func(template *corev1.PodTemplateSpec) {
			template.Spec.Volumes = make([]corev1.Volume, many)
		}, 0, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			template := validTemplate()
			test.change(template)
			start := time.Now()
			warnings := Of(template, field.NewPath("t"))
			// Going over all pairs takes many times as long.
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("took %v", took)
			}
			if n := len(warnings); n < test.least || n > test.most {
				t.Errorf("got %d warnings, want %d to %d", n, test.least, test.most)
			}
			for _, w := range warnings {
				if n := len(w.String()); n > 3000 {
					t.Fatalf("a warning has %d bytes", n)
				}
			}
		})
	}
}

// TestMaxWarnings shows that the first warnings are returned, and one more if others are left out.
func TestMaxWarnings(t *testing.T) {
	for _, n := range []int{0, 1, maxWarnings - 1, maxWarnings, maxWarnings + 1, 3 * maxWarnings} {
		template := validTemplate()
		template.Spec.Containers[0].Env = make([]corev1.EnvVar, n+1)
		var want []Warning
		for i := range min(n, maxWarnings) {
			want = append(want, Warning{
				Field:   fmt.Sprintf("t.spec.containers[0].env[%d]", i+1),
				Message: `hides the earlier variable "", and kubectl apply may lose one of them`,
			})
		}
		if n > maxWarnings {
			want = append(want, Warning{Field: "t", Message: "there are more than 1000 warnings; the rest isn't shown"})
		}
		if diff := cmp.Diff(want, Of(template, field.NewPath("t"))); diff != "" {
			t.Errorf("%d warnings (-want +got):\n%s", n, diff)
		}
	}
}

// TestMaxWarningsOfAnyKind shows that no kind of warning gets past the limit.
func TestMaxWarningsOfAnyKind(t *testing.T) {
	const n = 2 * maxWarnings
	sources := make([]corev1.VolumeProjection, n)
	items := make([]corev1.KeyToPath, n)
	for i := range items {
		items[i].Path = "a"
	}
	for name, change := range map[string]func(*corev1.PodSpec){
		"empty sources": func(s *corev1.PodSpec) {
			s.Volumes = []corev1.Volume{{VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{Sources: sources}}}}
		},
		"files": func(s *corev1.PodSpec) {
			s.Volumes = []corev1.Volume{{VolumeSource: corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{Items: items}}}}
		},
		"volumes": func(s *corev1.PodSpec) {
			s.Volumes = slices.Repeat([]corev1.Volume{{VolumeSource: corev1.VolumeSource{RBD: &corev1.RBDVolumeSource{}}}}, n)
		},
		"addresses": func(s *corev1.PodSpec) {
			s.DNSConfig = &corev1.PodDNSConfig{Nameservers: slices.Repeat([]string{"::ffff:1.2.3.4"}, n)}
		},
		"ports":   func(s *corev1.PodSpec) { s.Containers[0].Ports = make([]corev1.ContainerPort, n) },
		"secrets": func(s *corev1.PodSpec) { s.ImagePullSecrets = make([]corev1.LocalObjectReference, n) },
	} {
		template := validTemplate()
		change(&template.Spec)
		got := Of(template, nil)
		if len(got) != maxWarnings+1 || got[maxWarnings].Field != "template" {
			t.Errorf("%s: got %d warnings, the last of which is %v", name, len(got), got[len(got)-1])
		}
	}
}

// TestManyFilesWithLongPaths limits the size of the warnings in proportion to the template: each
// of many files overlaps eight that have long paths.
func TestManyFilesWithLongPaths(t *testing.T) {
	source := &corev1.ConfigMapVolumeSource{}
	for range maxConflicts {
		source.Items = append(source.Items, corev1.KeyToPath{Key: "k", Path: "d/" + strings.Repeat("\x01", 600)})
	}
	for range 60_000 {
		source.Items = append(source.Items, corev1.KeyToPath{Key: "k", Path: "d"})
	}
	template := validTemplate()
	template.Spec.Volumes = []corev1.Volume{{Name: "v", VolumeSource: corev1.VolumeSource{ConfigMap: source}}}
	size := 0
	for _, w := range Of(template, field.NewPath("t")) {
		size += len(w.String())
	}
	if size > 3<<20 {
		t.Errorf("%d bytes of warnings", size)
	}
}
