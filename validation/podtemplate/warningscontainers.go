package podtemplate

import (
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/amount"
)

// containers warns of the containers of the pod at path, and of what else they are given: time
// to end and overhead. annotations is the path of those of the pod.
func (w *warner) containers(path, annotations *fieldpath.Path) {
	var ports podPorts
	for n := range containerCount(w.spec) {
		container := containerAt(w.spec, n)
		kind, i := containerPlace(w.spec, n)
		element := path.Child(kind).Index(i)
		w.profileAnnotations(annotations, container)
		w.env(element, container.Env)
		w.resources(element, &container.Resources)
		w.ports(element, path, n, &ports)
	}
	w.wholeBytes(path.Child("overhead"), w.spec.Overhead, corev1.ResourceMemory, corev1.ResourceEphemeralStorage)
	if seconds := w.spec.TerminationGracePeriodSeconds; seconds != nil && *seconds < 0 {
		w.warn(path.Child("terminationGracePeriodSeconds"), "a negative period is taken for 1 second: use a number from 0")
	}
}

// env warns of variables that hide others of the container at path.
func (w *warner) env(path *fieldpath.Path, list []corev1.EnvVar) {
	variables := path.Child("env")
	var defined distinct[string]
	for i := range list {
		if defined.repeats(list[i].Name) && !extends(&list[i]) {
			w.warn(variables.Index(i), "hides an earlier "+quote(list[i].Name)+", and apply may lose one of the two")
		}
	}
}

// extends reports whether the variable adds to the value that it had before: PATH=$(PATH):/a.
func extends(variable *corev1.EnvVar) bool {
	before := "$(" + variable.Name + ")"
	return variable.ValueFrom == nil && variable.Value != before && strings.Contains(variable.Value, before)
}

// resources warns of what the container at path asks for.
func (w *warner) resources(path *fieldpath.Path, r *corev1.ResourceRequirements) {
	resources := path.Child("resources")
	w.wholeBytes(resources.Child("limits"), r.Limits, corev1.ResourceMemory, corev1.ResourceEphemeralStorage)
	w.wholeBytes(resources.Child("requests"), r.Requests, corev1.ResourceMemory, corev1.ResourceEphemeralStorage)
}

// wholeBytes warns of fractions of a byte in the resources called names.
func (w *warner) wholeBytes(path *fieldpath.Path, list corev1.ResourceList, names ...corev1.ResourceName) {
	for _, name := range names {
		if quantity, ok := list[name]; ok && !amount.IsWhole(quantity) {
			w.warn(path.Key(string(name)), amount.Text(quantity)+" has a fraction of a byte (the suffix m means thousandths)")
		}
	}
}
