package podtemplate

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// projection adds a volume called data with the sources.
func projection(sources ...corev1.VolumeProjection) func(*corev1.PodTemplateSpec) {
	return volume(corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{Sources: sources}})
}

// fileOf has a file from a Secret called a.
func fileOf(path string) corev1.VolumeProjection {
	return corev1.VolumeProjection{Secret: &corev1.SecretProjection{
		LocalObjectReference: corev1.LocalObjectReference{Name: "a"}, Items: []corev1.KeyToPath{{Key: "a", Path: path}}}}
}

func TestProjected(t *testing.T) {
	const twice = "must not be the path of two files"
	name := &corev1.ObjectFieldSelector{APIVersion: "v1", FieldPath: "metadata.name"}
	runRules(t, []ruleTest{
		{name: "nothing", change: projection()},
		{name: "an empty source", change: projection(corev1.VolumeProjection{})},
		{name: "default mode", change: volume(corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{DefaultMode: new(int32(-1))}}),
			want: field.ErrorList{field.Invalid(inVolume("projected.defaultMode"), int32(-1), badFileMode)}},
		{name: "files that differ", change: projection(fileOf("a"), fileOf("b"))},
		{name: "no names", change: projection(
			corev1.VolumeProjection{Secret: &corev1.SecretProjection{}}, corev1.VolumeProjection{ConfigMap: &corev1.ConfigMapProjection{}}),
			want: field.ErrorList{
				field.Required(inVolume("projected.sources[0].secret.name"), "must be set"),
				field.Required(inVolume("projected.sources[1].configMap.name"), "must be set"),
			}},
		{name: "two kinds in one source", change: projection(corev1.VolumeProjection{
			DownwardAPI: &corev1.DownwardAPIProjection{}, ServiceAccountToken: validToken("a")}),
			want: field.ErrorList{field.Forbidden(inVolume("projected.sources[0]"), "must be of one kind: make a source of each")}},
		{name: "bad items", change: projection(
			fileOf("/a"),
			corev1.VolumeProjection{DownwardAPI: &corev1.DownwardAPIProjection{Items: []corev1.DownwardAPIVolumeFile{{Path: "../a", FieldRef: name}}}}),
			want: field.ErrorList{
				field.Invalid(inVolume("projected.sources[0].secret.items[0].path"), "/a", badFilePath),
				field.Invalid(inVolume("projected.sources[1].downwardAPI.path"), "../a", badFilePath),
			}},
		{name: "one path from every kind", change: projection(
			fileOf("a"),
			corev1.VolumeProjection{ConfigMap: &corev1.ConfigMapProjection{
				LocalObjectReference: corev1.LocalObjectReference{Name: "a"}, Items: []corev1.KeyToPath{{Key: "a", Path: "a"}}}},
			corev1.VolumeProjection{DownwardAPI: &corev1.DownwardAPIProjection{Items: []corev1.DownwardAPIVolumeFile{{Path: "a", FieldRef: name}}}},
			corev1.VolumeProjection{ClusterTrustBundle: &corev1.ClusterTrustBundleProjection{Name: new("a"), Path: "a"}},
			corev1.VolumeProjection{PodCertificate: validCertificate("a")},
		),
			want: field.ErrorList{
				field.Invalid(inVolume("projected"), "a", twice),
				field.Invalid(inVolume("projected"), "a", twice),
				field.Invalid(inVolume("projected"), "a", twice),
				field.Invalid(inVolume("projected"), "a", twice),
			}},
	})
}

func validToken(path string) *corev1.ServiceAccountTokenProjection {
	return &corev1.ServiceAccountTokenProjection{Path: path, ExpirationSeconds: new(int64(3600))}
}

func TestServiceAccountToken(t *testing.T) {
	token := func(path string, seconds *int64) func(*corev1.PodTemplateSpec) {
		return projection(corev1.VolumeProjection{
			ServiceAccountToken: &corev1.ServiceAccountTokenProjection{Path: path, ExpirationSeconds: seconds}})
	}
	seconds := inVolume("projected.sources[0].serviceAccountToken.expirationSeconds")
	path := inVolume("projected.path")
	runRules(t, []ruleTest{
		{name: "ten minutes", change: token("a", new(int64(600)))},
		{name: "the longest", change: token("a", new(int64(1<<32)))},
		{name: "path of another file", change: projection(fileOf("a"), corev1.VolumeProjection{ServiceAccountToken: validToken("a")})},
		{name: "nothing given", change: token("", nil),
			want: field.ErrorList{field.Required(seconds, "must be set"), field.Required(path, "must be set")}},
		{name: "shorter than ten minutes", change: token("a", new(int64(599))),
			want: field.ErrorList{field.Invalid(seconds, int64(599), "must be 600 (ten minutes) or more")}},
		{name: "longer than the longest", change: token("a", new(int64(1<<32+1))),
			want: field.ErrorList{field.Invalid(seconds, int64(1<<32+1), "must be 4294967296 (2^32) or less")}},
		{name: "path outside", change: token("a/../..", new(int64(600))),
			want: field.ErrorList{field.Invalid(path, "a/../..", badFilePath)}},
	})
	valid := new(int64(600))
	runUpdates(t, []updateTest{
		{name: "of a path outside", old: token("../a", valid), update: token("/b", valid)},
		{name: "of a path outside, to none", old: token("../a", valid), update: token("", valid),
			want: field.ErrorList{field.Required(path, "must be set")}},
		{name: "of a path inside", old: token("a", valid), update: token("/a", valid),
			want: field.ErrorList{field.Invalid(path, "/a", badFilePath)}},
		{name: "of another volume", old: volumes(emptyDir("a")), update: token("/a", valid),
			want: field.ErrorList{field.Invalid(path, "/a", badFilePath)}},
	})
}
