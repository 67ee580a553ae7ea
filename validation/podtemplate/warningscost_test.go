package podtemplate

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

// shown returns how many of n warnings there are, with the one that says that there are more.
func shown(n int) int {
	return min(n, mostWarnings+1)
}

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
		"equal paths":    {secret(func(int) string { return "a" }), shown(many - 1), shown(mostOthers * many)},
		"distinct paths": {secret(func(i int) string { return fmt.Sprintf("a/%d/b", i) }), 0, 0},
		"a chain of paths": {secret(func(i int) string {
			return long[:1+2*(i%500)]
		}), shown(many - 1), shown(mostOthers * many)},
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
		}), shown(many/2 - 1), shown(many)},
		"paths above a long one": {secret(func(i int) string {
			if i == 0 {
				return long
			}
			return "a"
		}), shown(many - 1), shown(mostOthers * many)},
		"equal ports":      {ports(func(int32) corev1.ContainerPort { return corev1.ContainerPort{Name: "a"} }), shown(2 * (many - 1)), shown((mostOthers + 1) * many)},
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

// TestMostWarnings holds that the first warnings are shown, and whether there are more.
func TestMostWarnings(t *testing.T) {
	for _, n := range []int{0, 1, mostWarnings - 1, mostWarnings, mostWarnings + 1, 3 * mostWarnings} {
		template := validTemplate()
		template.Spec.Containers[0].Env = make([]corev1.EnvVar, n+1)
		var want []string
		for i := range min(n, mostWarnings) {
			want = append(want, fmt.Sprintf(`t.spec.containers[0].env[%d]: hides an earlier "", and apply may lose one of the two`, i+1))
		}
		if n > mostWarnings {
			want = append(want, "t: 1000 warnings are shown, and there are more")
		}
		if diff := cmp.Diff(want, Warnings(template, field.NewPath("t"))); diff != "" {
			t.Errorf("%d warnings (-want +got):\n%s", n, diff)
		}
	}
}

// TestMostWarningsOfAnyKind holds that no kind of warning gets past the limit.
func TestMostWarningsOfAnyKind(t *testing.T) {
	const n = 2 * mostWarnings
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
		got := Warnings(template, nil)
		if len(got) != mostWarnings+1 || !strings.HasPrefix(got[mostWarnings], "template: ") {
			t.Errorf("%s: got %d warnings, the last of which is %q", name, len(got), got[len(got)-1])
		}
	}
}

// TestManyFilesWithLongPaths holds that warnings do not grow to hundreds of times what they are
// about: each of many files in one place is in the way of eight with long paths.
func TestManyFilesWithLongPaths(t *testing.T) {
	source := &corev1.ConfigMapVolumeSource{}
	for range mostOthers {
		source.Items = append(source.Items, corev1.KeyToPath{Key: "k", Path: "d/" + strings.Repeat("\x01", 600)})
	}
	for range 60_000 {
		source.Items = append(source.Items, corev1.KeyToPath{Key: "k", Path: "d"})
	}
	template := validTemplate()
	template.Spec.Volumes = []corev1.Volume{{Name: "v", VolumeSource: corev1.VolumeSource{ConfigMap: source}}}
	size := 0
	for _, text := range Warnings(template, field.NewPath("t")) {
		size += len(text)
	}
	if size > 3<<20 {
		t.Errorf("%d bytes of warnings", size)
	}
}
