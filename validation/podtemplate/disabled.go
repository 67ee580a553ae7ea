package podtemplate

import (
	"reflect"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// DropDisabledFields removes what kube-apiserver does not store with its feature gates as
// they are by default: the fields that [Coverage] calls Dropped, and a lifecycle that had
// nothing else. It changes template in place, also behind pointers and in slices, but no map.
// A nil template stays nil.
func DropDisabledFields(template *corev1.PodTemplateSpec) {
	if template == nil {
		return
	}
	spec := &template.Spec
	for i := range spec.InitContainers {
		dropStopSignal(&spec.InitContainers[i].Lifecycle)
	}
	for i := range spec.Containers {
		dropStopSignal(&spec.Containers[i].Lifecycle)
	}
	for i := range spec.EphemeralContainers {
		dropStopSignal(&spec.EphemeralContainers[i].Lifecycle)
	}
	v := reflect.ValueOf(template).Elem()
	for path := range droppedFields {
		drop(v, strings.Split(path, "."))
	}
	template.Annotations = withoutDropped(template.Annotations)
}

func dropStopSignal(lifecycle **corev1.Lifecycle) {
	l := *lifecycle
	if l == nil || l.StopSignal == nil {
		return
	}
	l.StopSignal = nil
	if *l == (corev1.Lifecycle{}) {
		*lifecycle = nil
	}
}

// drop makes the field zero that path leads to from v, in every element of lists on the way.
func drop(v reflect.Value, path []string) {
	switch {
	case len(path) == 0:
		v.SetZero()
	case v.Kind() == reflect.Pointer && !v.IsNil():
		drop(v.Elem(), path)
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			drop(v.Index(i), path)
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			switch {
			case name == path[0], path[0] == "containers" && (name == "initContainers" || name == "ephemeralContainers"):
				drop(v.Field(i), path[1:])
			case name == "": // its fields are ours
				drop(v.Field(i), path)
			}
		}
	}
}
