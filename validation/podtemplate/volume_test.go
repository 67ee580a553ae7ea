package podtemplate

import (
	"fmt"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// volume adds a volume called data.
func volume(source corev1.VolumeSource) func(*corev1.PodTemplateSpec) {
	return volumes(corev1.Volume{Name: "data", VolumeSource: source})
}

func volumes(list ...corev1.Volume) func(*corev1.PodTemplateSpec) {
	return func(template *corev1.PodTemplateSpec) { template.Spec.Volumes = list }
}

// inVolume returns the path of a field of the one volume.
func inVolume(path string) *field.Path {
	return at("volumes[0]." + path)
}

func emptyDir(name string) corev1.Volume {
	return corev1.Volume{Name: name, VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}
}

func invalidVolume(name string) corev1.Volume {
	return corev1.Volume{Name: name, VolumeSource: corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{}}}
}

func TestVolumes(t *testing.T) {
	long := strings.Repeat("a", 64)
	runRules(t, []ruleTest{
		{name: "names that differ", change: volumes(emptyDir("a"), emptyDir("b"))},
		{name: "no name", change: volumes(emptyDir("")),
			want: field.ErrorList{field.Required(inVolume("name"), "must be set")}},
		{name: "name too long", change: volumes(emptyDir(long)),
			want: field.ErrorList{field.Invalid(inVolume("name"), long, "must be no more than 63 characters")}},
		{name: "same name", change: volumes(emptyDir("a"), emptyDir("a"), emptyDir("a")),
			want: field.ErrorList{
				field.Duplicate(at("volumes[1].name"), "a"),
				field.Duplicate(at("volumes[2].name"), "a"),
			}},
		{name: "same name as an invalid volume", change: volumes(invalidVolume("a"), emptyDir("a")),
			want: field.ErrorList{field.Required(inVolume("hostPath.path"), "must be set")}},
		{name: "no source", change: volume(corev1.VolumeSource{}),
			want: field.ErrorList{field.Required(at("volumes[0]"), "needs a source, such as emptyDir or persistentVolumeClaim")}},
		{name: "three sources, of which the first is checked",
			change: volume(corev1.VolumeSource{
				EmptyDir: &corev1.EmptyDirVolumeSource{},
				HostPath: &corev1.HostPathVolumeSource{},
				Secret:   &corev1.SecretVolumeSource{},
			}),
			want: field.ErrorList{
				field.Forbidden(inVolume("hostPath"), "must not be set: the volume already has another source"),
				field.Forbidden(inVolume("secret"), "must not be set: the volume already has another source"),
			}},
	})
}

func TestFindVolume(t *testing.T) {
	for _, n := range []int{1, 8, 9, 100} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			list := []corev1.Volume{invalidVolume("bad")}
			for i := range n {
				list = append(list, emptyDir(fmt.Sprintf("v%d", i)), emptyDir(fmt.Sprintf("v%d", i)))
			}
			var c checker
			c.volumes(nil, list)
			for i := range n {
				if got := c.volume(fmt.Sprintf("v%d", i)); got != &list[1+2*i] {
					t.Errorf("v%d: got %v, want the first of that name", i, got)
				}
			}
			for _, name := range []string{"bad", "other", ""} {
				if got := c.volume(name); got != nil {
					t.Errorf("%q: got %v, want none", name, got)
				}
			}
		})
	}
}

func TestManyVolumes(t *testing.T) {
	template := validTemplate()
	projected := &corev1.ProjectedVolumeSource{}
	for i := range 100_000 {
		template.Spec.Volumes = append(template.Spec.Volumes, emptyDir(fmt.Sprintf("v%d", i)))
		template.Spec.ResourceClaims = append(template.Spec.ResourceClaims,
			corev1.PodResourceClaim{Name: fmt.Sprintf("c%d", i), ResourceClaimName: new("a")})
		projected.Sources = append(projected.Sources, corev1.VolumeProjection{
			ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{Name: new("a"), Path: fmt.Sprintf("p%d", i)}})
	}
	template.Spec.Volumes = append(template.Spec.Volumes, corev1.Volume{Name: "p", VolumeSource: corev1.VolumeSource{Projected: projected}})
	start := time.Now()
	compareErrors(t, nil, Validate(template, nil))
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
}

func TestVolumesOfValidTemplatesCostNoMemory(t *testing.T) {
	token := int64(3600)
	list := []corev1.Volume{
		emptyDir("a"),
		{Name: "b", VolumeSource: corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: "/a", Type: new(corev1.HostPathDirectory)}}},
		{Name: "c", VolumeSource: corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: "a", DefaultMode: new(int32(0o644))}}},
		{Name: "d", VolumeSource: corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: "a"}}},
		{Name: "e", VolumeSource: corev1.VolumeSource{Ephemeral: &corev1.EphemeralVolumeSource{VolumeClaimTemplate: validClaim()}}},
		{Name: "f", VolumeSource: corev1.VolumeSource{Image: &corev1.ImageVolumeSource{Reference: "a", PullPolicy: corev1.PullAlways}}},
		{Name: "g", VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{Sources: []corev1.VolumeProjection{
			{ServiceAccountToken: &corev1.ServiceAccountTokenProjection{Path: "token", ExpirationSeconds: &token}},
			{ConfigMap: &corev1.ConfigMapProjection{LocalObjectReference: corev1.LocalObjectReference{Name: "a"}, Items: []corev1.KeyToPath{{Key: "a", Path: "a/b"}}}},
			{DownwardAPI: &corev1.DownwardAPIProjection{Items: []corev1.DownwardAPIVolumeFile{{Path: "b", FieldRef: &corev1.ObjectFieldSelector{APIVersion: "v1", FieldPath: "metadata.labels['a']"}}}}},
			{DownwardAPI: &corev1.DownwardAPIProjection{Items: []corev1.DownwardAPIVolumeFile{{Path: "c", ResourceFieldRef: &corev1.ResourceFieldSelector{ContainerName: "main", Resource: "limits.cpu"}}}}},
			{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{Name: new("a.b:c:d"), Path: "d"}},
			{PodCertificate: validCertificate("e")},
		}}}},
		{Name: "h", VolumeSource: corev1.VolumeSource{CSI: &corev1.CSIVolumeSource{Driver: "a.b"}}},
	}
	claims := []corev1.PodResourceClaim{{Name: "a", ResourceClaimName: new("a")}}
	n := testing.AllocsPerRun(100, func() {
		var c checker
		c.volumes(nil, list)
		c.resourceClaims(nil, claims)
		if len(c.errs) > 0 {
			t.Error(c.errs)
		}
	})
	if n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
