package warnings

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
)

const noSelector = "matches no pod without a label selector: use {} to match all"

// deprecatedNodeLabels are labels of nodes with what to do instead.
var deprecatedNodeLabels = []struct{ key, advice string }{
	{"beta.kubernetes.io/arch", "is deprecated since 1.14: use kubernetes.io/arch"},
	{"beta.kubernetes.io/os", "is deprecated since 1.14: use kubernetes.io/os"},
	{"beta.kubernetes.io/instance-type", "is deprecated since 1.17: use node.kubernetes.io/instance-type"},
	{"failure-domain.beta.kubernetes.io/region", "is deprecated since 1.17: use topology.kubernetes.io/region"},
	{"failure-domain.beta.kubernetes.io/zone", "is deprecated since 1.17: use topology.kubernetes.io/zone"},
	{"app.kubernetes.io/created-by", "is deprecated since 1.9"},
	{"scheduler.alpha.kubernetes.io/preferAvoidPods", "is deprecated since 1.22: use taints and tolerations"},
	{"node-role.kubernetes.io/master", "isn't set by kubeadm anymore: use node-role.kubernetes.io/control-plane"},
}

// nodeLabel warns if the field at path names a deprecated label.
func (w *warner) nodeLabel(path *fieldpath.Path, key string) {
	for _, label := range deprecatedNodeLabels {
		if label.key == key {
			w.warn(path, key+" "+label.advice)
		}
	}
}

// placement warns about the fields that choose the node of the pod at path.
func (w *warner) placement(path *fieldpath.Path) {
	for _, label := range deprecatedNodeLabels {
		if _, ok := w.spec.NodeSelector[label.key]; ok {
			w.warn(path.Child("nodeSelector").Key(label.key), label.advice)
		}
	}
	for i := range w.spec.TopologySpreadConstraints {
		constraint := &w.spec.TopologySpreadConstraints[i]
		element := path.Child("topologySpreadConstraints").Index(i)
		w.nodeLabel(element.Child("topologyKey"), constraint.TopologyKey)
		if constraint.LabelSelector == nil {
			w.warn(element.Child("labelSelector"), noSelector)
		}
	}
	w.affinity(path.Child("affinity"), w.spec.Affinity)
}

// The names of the two lists of terms that each kind of affinity has.
const (
	requiredTerms  = "requiredDuringSchedulingIgnoredDuringExecution"
	preferredTerms = "preferredDuringSchedulingIgnoredDuringExecution"
)

func (w *warner) affinity(path *fieldpath.Path, affinity *corev1.Affinity) {
	if affinity == nil {
		return
	}
	if a := affinity.NodeAffinity; a != nil {
		w.nodeAffinity(path.Child("nodeAffinity"), a)
	}
	if a := affinity.PodAffinity; a != nil {
		w.podAffinityTerms(path.Child("podAffinity"),
			a.RequiredDuringSchedulingIgnoredDuringExecution, a.PreferredDuringSchedulingIgnoredDuringExecution)
	}
	if a := affinity.PodAntiAffinity; a != nil {
		w.podAffinityTerms(path.Child("podAntiAffinity"),
			a.RequiredDuringSchedulingIgnoredDuringExecution, a.PreferredDuringSchedulingIgnoredDuringExecution)
	}
}

func (w *warner) nodeAffinity(path *fieldpath.Path, affinity *corev1.NodeAffinity) {
	if selector := affinity.RequiredDuringSchedulingIgnoredDuringExecution; selector != nil {
		for i := range selector.NodeSelectorTerms {
			term := path.Child(requiredTerms).Child("nodeSelectorTerms").Index(i)
			w.nodeLabels(term.Child("matchExpressions"), selector.NodeSelectorTerms[i].MatchExpressions)
		}
	}
	for i := range affinity.PreferredDuringSchedulingIgnoredDuringExecution {
		list := affinity.PreferredDuringSchedulingIgnoredDuringExecution[i].Preference.MatchExpressions
		expressions := path.Child(preferredTerms).Index(i).Child("preference").Child("matchExpressions")
		w.nodeLabels(expressions, list)
		// In a required term such values are errors.
		w.nodeLabelValues(expressions, list)
	}
}

// nodeLabels warns about deprecated keys of the expressions at path.
func (w *warner) nodeLabels(path *fieldpath.Path, list []corev1.NodeSelectorRequirement) {
	for i := range list {
		w.nodeLabel(path.Index(i).Child("key"), list[i].Key)
	}
}

// nodeLabelValues warns about values of the expressions at path that no label can have.
func (w *warner) nodeLabelValues(path *fieldpath.Path, list []corev1.NodeSelectorRequirement) {
	for i := range list {
		for j, value := range list[i].Values {
			for _, msg := range names.LabelValue(value) {
				w.warn(path.Index(i).Child("values").Index(j), "no node can have the value "+quote(value)+": "+msg)
			}
		}
	}
}

func (w *warner) podAffinityTerms(path *fieldpath.Path, required []corev1.PodAffinityTerm, preferred []corev1.WeightedPodAffinityTerm) {
	for i := range required {
		if required[i].LabelSelector == nil {
			w.warn(path.Child(requiredTerms).Index(i).Child("labelSelector"), noSelector)
		}
	}
	for i := range preferred {
		if preferred[i].PodAffinityTerm.LabelSelector == nil {
			w.warn(path.Child(preferredTerms).Index(i).Child("podAffinityTerm").Child("labelSelector"), noSelector)
		}
	}
}
