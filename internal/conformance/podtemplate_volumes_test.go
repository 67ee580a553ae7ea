package conformance

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func TestTemplateVolumes(t *testing.T) {
	compareTemplates(t, smallTemplate, slices.Concat(
		volumeChanges(), fieldRefChanges(), resourceClaimChanges(),
	))
}

// volumeChanges returns changes that add one volume each.
func volumeChanges() []change {
	var changes []change
	add := func(name string, source corev1.VolumeSource) {
		changes = append(changes, change{fmt.Sprintf("%s %d", name, len(changes)), func(template *corev1.PodTemplateSpec) {
			addVolume(template, name, source)
		}})
	}
	for _, name := range badNames {
		add(name, corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}})
	}
	add("none", corev1.VolumeSource{})
	for _, source := range append(validSources(), otherSources()...) {
		add(strings.ToLower(kindOf(source)), source)
	}
	for _, source := range projections() {
		add("projection", projected(source))
		add("two-projections", projected(source, source))
	}
	for _, spec := range claimSpecs() {
		add("ephemeral", claim(metav1.ObjectMeta{}, spec))
	}
	for _, meta := range claimMetas() {
		add("ephemeral", claim(meta, *validClaim()))
	}
	return append(changes, change{"many volumes", func(template *corev1.PodTemplateSpec) {
		for i := range 20 {
			addVolume(template, fmt.Sprintf("many-%d", i%18), validSources()[i])
		}
		addVolume(template, "hostpath", corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{SizeLimit: new(resource.MustParse("-1"))}})
		addVolume(template, "hostpath", validSources()[0])
		addVolume(template, "hostpath", validSources()[0])
	}})
}

func addVolume(template *corev1.PodTemplateSpec, name string, source corev1.VolumeSource) {
	template.Spec.Volumes = append(template.Spec.Volumes, corev1.Volume{Name: name, VolumeSource: *source.DeepCopy()})
	// A container refers to the volume, which shows whether the volume counts as defined.
	c := &template.Spec.Containers[0]
	c.VolumeMounts = append(c.VolumeMounts, corev1.VolumeMount{Name: name, MountPath: fmt.Sprintf("/%d", len(c.VolumeMounts))})
}

// TestTemplateVolumesWithTwoSources gives a volume each pair of sources.
func TestTemplateVolumesWithTwoSources(t *testing.T) {
	sources := append(validSources(), corev1.VolumeSource{ISCSI: &corev1.ISCSIVolumeSource{
		TargetPortal: strings.Repeat("a", 62), InitiatorName: new("bad"),
	}})
	for _, a := range sources {
		for _, b := range sources {
			both := *a.DeepCopy()
			for i := range reflect.TypeFor[corev1.VolumeSource]().NumField() {
				if of := reflect.ValueOf(b).Field(i); !of.IsNil() {
					reflect.ValueOf(&both).Elem().Field(i).Set(of)
				}
			}
			template := smallTemplate()
			template.Spec.Volumes = []corev1.Volume{{Name: "ab", VolumeSource: both}}
			if !compareTemplate(t, template) {
				t.Fatalf("%s and %s", kindOf(a), kindOf(b))
			}
		}
	}
}

// TestTemplateVolumesOnUpdate compares which mistakes the old template excuses.
func TestTemplateVolumesOnUpdate(t *testing.T) {
	var changes []change
	for i, source := range []corev1.VolumeSource{
		{EmptyDir: &corev1.EmptyDirVolumeSource{}},
		{Image: &corev1.ImageVolumeSource{}},
		{Image: &corev1.ImageVolumeSource{Reference: "a"}},
		projected(corev1.VolumeProjection{}, tokenAt("a")),
		projected(corev1.VolumeProjection{}, tokenAt("../a")),
		projected(tokenAt("/a"), tokenAt("")),
		projected(tokenAt("")),
		claim(metav1.ObjectMeta{Name: "a"}, corev1.PersistentVolumeClaimSpec{Selector: badSelector()}),
	} {
		changes = append(changes, change{fmt.Sprintf("%s %d", kindOf(source), i), func(template *corev1.PodTemplateSpec) {
			addVolume(template, fmt.Sprintf("a-%d", i), source)
		}})
	}
	compareUpdates(t, 50*len(changes), changes)
}

// kindOf returns the name of the source that is set.
func kindOf(source corev1.VolumeSource) string {
	value := reflect.ValueOf(source)
	for i := range value.NumField() {
		if !value.Field(i).IsNil() {
			return value.Type().Field(i).Name
		}
	}
	return "none"
}
