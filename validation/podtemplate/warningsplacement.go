package podtemplate

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
)

const noSelector = "without a label selector no pod matches: {} matches all"

// deprecatedNodeLabels are labels of nodes with what to do instead.
var deprecatedNodeLabels = []struct{ key, advice string }{
	{"beta.kubernetes.io/arch", "is deprecated since 1.14: use kubernetes.io/arch"},
	{"beta.kubernetes.io/os", "is deprecated since 1.14: use kubernetes.io/os"},
	{"beta.kubernetes.io/instance-type", "is deprecated since 1.17: use node.kubernetes.io/instance-type"},
	{"failure-domain.beta.kubernetes.io/region", "is deprecated since 1.17: use topology.kubernetes.io/region"},
	{"failure-domain.beta.kubernetes.io/zone", "is deprecated since 1.17: use topology.kubernetes.io/zone"},
	{"app.kubernetes.io/created-by", "is deprecated since 1.9"},
	{"scheduler.alpha.kubernetes.io/preferAvoidPods", "is deprecated since 1.22: use taints and tolerations"},
	{"node-role.kubernetes.io/master", "is no longer set by kubeadm: use node-role.kubernetes.io/control-plane"},
}

// nodeLabel warns if the field at path names a deprecated label.
func (w *warner) nodeLabel(path *fieldpath.Path, key string) {
	for _, label := range deprecatedNodeLabels {
		if label.key == key {
			w.warn(path, key+" "+label.advice)
		}
	}
}

// placement warns of what chooses the node of the pod at path.
func (w *warner) placement(path *fieldpath.Path) {
	selector := path.Child("nodeSelector")
	for _, label := range deprecatedNodeLabels {
		if _, ok := w.spec.NodeSelector[label.key]; ok {
			w.warn(selector.Key(label.key), label.advice)
		}
	}
	constraints := path.Child("topologySpreadConstraints")
	for i := range w.spec.TopologySpreadConstraints {
		constraint := &w.spec.TopologySpreadConstraints[i]
		element := constraints.Index(i)
		w.nodeLabel(element.Child("topologyKey"), constraint.TopologyKey)
		if constraint.LabelSelector == nil {
			w.warn(element.Child("labelSelector"), noSelector)
		}
	}
	w.affinity(path.Child("affinity"), w.spec.Affinity)
}

func (w *warner) affinity(path *fieldpath.Path, affinity *corev1.Affinity) {
	if affinity == nil {
		return
	}
	if a := affinity.NodeAffinity; a != nil {
		w.nodeAffinity(path.Child("nodeAffinity"), a)
	}
	if a := affinity.PodAffinity; a != nil {
		w.podAffinityTerms(path.Child("podAffinity"), a.RequiredDuringSchedulingIgnoredDuringExecution, a.PreferredDuringSchedulingIgnoredDuringExecution)
	}
	if a := affinity.PodAntiAffinity; a != nil {
		w.podAffinityTerms(path.Child("podAntiAffinity"), a.RequiredDuringSchedulingIgnoredDuringExecution, a.PreferredDuringSchedulingIgnoredDuringExecution)
	}
}

func (w *warner) nodeAffinity(path *fieldpath.Path, affinity *corev1.NodeAffinity) {
	if selector := affinity.RequiredDuringSchedulingIgnoredDuringExecution; selector != nil {
		terms := path.Child(requiredTerms).Child("nodeSelectorTerms")
		for i := range selector.NodeSelectorTerms {
			w.nodeLabels(terms.Index(i), selector.NodeSelectorTerms[i].MatchExpressions)
		}
	}
	preferred := path.Child(preferredTerms)
	for i := range affinity.PreferredDuringSchedulingIgnoredDuringExecution {
		expressions := affinity.PreferredDuringSchedulingIgnoredDuringExecution[i].Preference.MatchExpressions
		preference := preferred.Index(i).Child("preference")
		w.nodeLabels(preference, expressions)
		// A required term may not have such values at all.
		w.nodeLabelValues(preference, expressions)
	}
}

// nodeLabels warns of the keys in the term at path.
func (w *warner) nodeLabels(path *fieldpath.Path, list []corev1.NodeSelectorRequirement) {
	expressions := path.Child("matchExpressions")
	for i := range list {
		w.nodeLabel(expressions.Index(i).Child("key"), list[i].Key)
	}
}

// nodeLabelValues warns of what no label can have in the term at path.
func (w *warner) nodeLabelValues(path *fieldpath.Path, list []corev1.NodeSelectorRequirement) {
	expressions := path.Child("matchExpressions")
	for i := range list {
		values := expressions.Index(i).Child("values")
		for j, value := range list[i].Values {
			entry := values.Index(j)
			for _, msg := range names.LabelValue(value) {
				w.warn(entry, "no node has the value "+quote(value)+": "+msg)
			}
		}
	}
}

func (w *warner) podAffinityTerms(path *fieldpath.Path, required []corev1.PodAffinityTerm, preferred []corev1.WeightedPodAffinityTerm) {
	terms := path.Child(requiredTerms)
	for i := range required {
		if required[i].LabelSelector == nil {
			w.warn(terms.Index(i).Child("labelSelector"), noSelector)
		}
	}
	terms = path.Child(preferredTerms)
	for i := range preferred {
		if preferred[i].PodAffinityTerm.LabelSelector == nil {
			w.warn(terms.Index(i).Child("podAffinityTerm").Child("labelSelector"), noSelector)
		}
	}
}
