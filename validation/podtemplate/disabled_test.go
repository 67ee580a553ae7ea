package podtemplate

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
)

func TestDropDisabledFields(t *testing.T) {
	template := func(set bool) *corev1.PodTemplateSpec {
		template := validTemplate()
		get := &corev1.HTTPGetAction{Path: "/a"}
		volume := corev1.Volume{Name: "v", VolumeSource: corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{Items: []corev1.KeyToPath{{Key: "a", Path: "a"}}}}}
		alone := corev1.Container{Name: "alone"}
		if set {
			get.Protocol = new(corev1.HTTPProtocolHTTP1)
			volume.ConfigMap.Items[0].User = new(int64(1))
			alone.Lifecycle = &corev1.Lifecycle{StopSignal: new(corev1.SIGTERM)}
			template.Spec.EvictionResponders = []corev1.EvictionResponder{{Name: "a"}}
			template.Annotations = map[string]string{"a": "b", droppedAnnotations[0]: "c"}
		} else {
			template.Annotations = map[string]string{"a": "b"}
		}
		template.Spec.InitContainers = append(template.Spec.InitContainers, alone)
		template.Spec.Containers[0].StartupProbe = &corev1.Probe{ProbeHandler: corev1.ProbeHandler{HTTPGet: get}}
		template.Spec.Volumes = append(template.Spec.Volumes, volume)
		return template
	}
	got := template(true)
	DropDisabledFields(got)
	if diff := cmp.Diff(template(false), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	DropDisabledFields(nil)
}

// TestDropEachField holds that nothing is left of a Dropped field, whatever stood there.
func TestDropEachField(t *testing.T) {
	for _, entry := range Coverage() {
		if entry.Treatment != Dropped || strings.HasSuffix(entry.Path, ".stopSignal") { // which takes its parent along
			continue
		}
		path := strings.Split(entry.Path, ".")
		want, got := &corev1.PodTemplateSpec{}, &corev1.PodTemplateSpec{}
		scribble(reflect.ValueOf(want).Elem(), path[:len(path)-1], "a")
		scribble(reflect.ValueOf(got).Elem(), path, "a")
		DropDisabledFields(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", entry.Path, diff)
		}
	}
}
