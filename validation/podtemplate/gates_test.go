package podtemplate

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// TestDropEachField shows that each Dropped field is listed and removed, and that the fields around
// it stay.
func TestDropEachField(t *testing.T) {
	for _, entry := range Coverage() {
		if entry.Treatment != Dropped {
			continue
		}
		for _, list := range []string{"spec.containers.", "spec.initContainers.", "spec.ephemeralContainers."} {
			path := strings.Split(strings.Replace(entry.Path, "spec.containers.", list, 1), ".")
			around := path[:len(path)-1]
			if strings.HasSuffix(entry.Path, ".stopSignal") { // which takes its parent along
				around = path[:len(path)-2]
			}
			want, got := &corev1.PodTemplateSpec{}, &corev1.PodTemplateSpec{}
			scribble(reflect.ValueOf(want).Elem(), around, "a")
			scribble(reflect.ValueOf(got).Elem(), path, "a")
			wantDropped := []DroppedField{{Path: withIndexes(path), FeatureGate: entry.FeatureGate}}
			if diff := cmp.Diff(wantDropped, DroppedFields(got, field.NewPath("t"))); diff != "" {
				t.Errorf("%s is listed wrong (-want +got):\n%s", strings.Join(path, "."), diff)
			}
			DropDisabledFields(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", strings.Join(path, "."), diff)
			}
		}
	}
}

// withIndexes returns the path below t of a field that scribble sets, which is in the first element
// of each list.
func withIndexes(path []string) string {
	lists := map[string]bool{
		"initContainers": true, "containers": true, "ephemeralContainers": true, "volumeMounts": true,
		"volumes": true, "items": true, "sources": true,
	}
	text := "t"
	for _, name := range path {
		text += "." + name
		if lists[name] {
			text += "[0]"
		}
	}
	return text
}

func TestDropStopSignalBesideAHook(t *testing.T) {
	lifecycle := func(signal *corev1.Signal) *corev1.PodTemplateSpec {
		template := validTemplate()
		template.Spec.Containers[0].Lifecycle = &corev1.Lifecycle{PreStop: &corev1.LifecycleHandler{}, StopSignal: signal}
		return template
	}
	got := lifecycle(new(corev1.SIGTERM))
	DropDisabledFields(got)
	if diff := cmp.Diff(lifecycle(nil), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDropAnnotations(t *testing.T) {
	template := validTemplate()
	annotations := map[string]string{"a": "b"}
	for _, key := range droppedAnnotations {
		annotations[key] = "c"
	}
	template.Annotations = annotations
	DropDisabledFields(template)
	if diff := cmp.Diff(map[string]string{"a": "b"}, template.Annotations); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(annotations) != 1+len(droppedAnnotations) {
		t.Errorf("the map has changed: %v", annotations)
	}
}

func TestDropNothing(t *testing.T) {
	DropDisabledFields(nil)
	if list := DroppedFields(nil, nil); list != nil {
		t.Errorf("dropped from nil: %v", list)
	}
	template := validTemplate()
	template.Spec.Containers[0].Lifecycle = &corev1.Lifecycle{}
	want := template.DeepCopy()
	DropDisabledFields(template)
	if diff := cmp.Diff(want, template); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestTypicalTemplateDropsNothing shows that looking for dropped fields doesn't allocate if there are
// none.
func TestTypicalTemplateDropsNothing(t *testing.T) {
	template := typicalTemplate(t)
	if n := testing.AllocsPerRun(100, func() {
		DropDisabledFields(template)
		if len(DroppedFields(template, nil)) > 0 {
			t.Error("the template has dropped fields")
		}
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func BenchmarkDropDisabledFields(b *testing.B) {
	template := typicalTemplate(b)
	b.ReportAllocs()
	for b.Loop() {
		DropDisabledFields(template)
	}
}
