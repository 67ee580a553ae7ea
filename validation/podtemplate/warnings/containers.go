package warnings

import (
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/validation/internal/amount"
	"github.com/jobapi/jobapi/validation/internal/containers"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

// containers warns about the containers of the pod at path, its overhead and its grace period.
// annotations is the path of the template's annotations.
func (w *warner) containers(path, annotations *fieldpath.Path) {
	var ports podPorts
	for n := range containers.Count(w.spec) {
		container := containers.At(w.spec, n)
		list, i := containers.Position(w.spec, n)
		element := path.Child(list).Index(i)
		w.profileAnnotations(annotations, container)
		w.env(element.Child("env"), container.Env)
		w.resources(element.Child("resources"), &container.Resources)
		w.ports(element.Child("ports"), path, n, &ports)
	}
	w.wholeBytes(path.Child("overhead"), w.spec.Overhead, corev1.ResourceMemory, corev1.ResourceEphemeralStorage)
	if seconds := w.spec.TerminationGracePeriodSeconds; seconds != nil && *seconds < 0 {
		w.warn(path.Child("terminationGracePeriodSeconds"), "a negative value means 1 second: use 0 or more")
	}
}

// env warns about variables that hide earlier ones of the same container.
func (w *warner) env(path *fieldpath.Path, list []corev1.EnvVar) {
	var seen smallset.Set[string]
	for i := range list {
		if !seen.Insert(list[i].Name) && !extends(&list[i]) {
			w.warn(path.Index(i), "hides the earlier variable "+quote(list[i].Name)+", and kubectl apply may lose one of them")
		}
	}
}

// extends reports whether the variable adds to its earlier value, like PATH=$(PATH):/a.
func extends(variable *corev1.EnvVar) bool {
	before := "$(" + variable.Name + ")"
	return variable.ValueFrom == nil && variable.Value != before && strings.Contains(variable.Value, before)
}

func (w *warner) resources(path *fieldpath.Path, r *corev1.ResourceRequirements) {
	w.wholeBytes(path.Child("limits"), r.Limits, corev1.ResourceMemory, corev1.ResourceEphemeralStorage)
	w.wholeBytes(path.Child("requests"), r.Requests, corev1.ResourceMemory, corev1.ResourceEphemeralStorage)
}

// wholeBytes warns about fractions of a byte in the resources called names.
func (w *warner) wholeBytes(path *fieldpath.Path, list corev1.ResourceList, names ...corev1.ResourceName) {
	for _, name := range names {
		if quantity, ok := list[name]; ok && !amount.IsWhole(quantity) {
			w.warn(path.Key(string(name)), amount.Text(quantity)+" isn't a whole number of bytes: the suffix m means thousandths")
		}
	}
}
