package podtemplate

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func TestNodeAffinity(t *testing.T) {
	require := func(terms ...corev1.NodeSelectorTerm) func(*corev1.PodTemplateSpec) {
		return func(t *corev1.PodTemplateSpec) {
			t.Spec.Affinity = &corev1.Affinity{NodeAffinity: &corev1.NodeAffinity{
				RequiredDuringSchedulingIgnoredDuringExecution: &corev1.NodeSelector{NodeSelectorTerms: terms},
			}}
		}
	}
	prefer := func(weight int32, term corev1.NodeSelectorTerm) func(*corev1.PodTemplateSpec) {
		return func(t *corev1.PodTemplateSpec) {
			t.Spec.Affinity = &corev1.Affinity{NodeAffinity: &corev1.NodeAffinity{
				PreferredDuringSchedulingIgnoredDuringExecution: []corev1.PreferredSchedulingTerm{{Weight: weight, Preference: term}},
			}}
		}
	}
	label := func(key string, op corev1.NodeSelectorOperator, values ...string) corev1.NodeSelectorTerm {
		return corev1.NodeSelectorTerm{MatchExpressions: []corev1.NodeSelectorRequirement{{Key: key, Operator: op, Values: values}}}
	}
	name := func(key string, op corev1.NodeSelectorOperator, values ...string) corev1.NodeSelectorTerm {
		return corev1.NodeSelectorTerm{MatchFields: []corev1.NodeSelectorRequirement{{Key: key, Operator: op, Values: values}}}
	}
	terms := func(rest string) *field.Path {
		return at("affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms" + rest)
	}
	const one = "Gt and Lt need exactly one value"

	runRules(t, []ruleTest{
		{name: "empty", change: func(t *corev1.PodTemplateSpec) { t.Spec.Affinity = &corev1.Affinity{} }},
		{name: "valid", change: require(corev1.NodeSelectorTerm{},
			label("a", corev1.NodeSelectorOpIn, "b", "c"), label("a", corev1.NodeSelectorOpNotIn, ""), label("a", corev1.NodeSelectorOpExists),
			label("a", corev1.NodeSelectorOpDoesNotExist), label("a", corev1.NodeSelectorOpGt, "1"), label("a", corev1.NodeSelectorOpLt, "1"),
			name("metadata.name", corev1.NodeSelectorOpIn, "node.a"),
		)},
		{name: "no terms", change: require(), want: field.ErrorList{
			field.Required(terms(""), "needs at least one term"),
		}},
		{name: "how many values", change: require(
			label("a", corev1.NodeSelectorOpIn), label("a", corev1.NodeSelectorOpExists, "a"), label("a", corev1.NodeSelectorOpGt), label("a", corev1.NodeSelectorOpLt, "1", "2"),
		), want: field.ErrorList{
			field.Required(terms("[0].matchExpressions[0].values"), noValues),
			field.Forbidden(terms("[1].matchExpressions[0].values"), hasValues),
			field.Required(terms("[2].matchExpressions[0].values"), one),
			field.Required(terms("[3].matchExpressions[0].values"), one),
		}},
		{name: "operator, key and value", change: require(label("-", "x", "a", "-")), want: field.ErrorList{
			field.Invalid(terms("[0].matchExpressions[0].operator"), corev1.NodeSelectorOperator("x"), "must be In, NotIn, Exists, DoesNotExist, Gt or Lt"),
			field.Invalid(terms("[0].matchExpressions[0].key"), "-", notAKey),
			field.Invalid(terms("[0].matchExpressions[0].values[1]"), "-", notAValue),
		}},
		{name: "field", change: require(
			name("metadata.name", corev1.NodeSelectorOpExists, "-"), name("metadata.uid", corev1.NodeSelectorOpIn, "a", "b"),
		), want: field.ErrorList{
			field.Invalid(terms("[0].matchFields[0].operator"), corev1.NodeSelectorOpExists, "must be In or NotIn in matchFields"),
			field.Invalid(terms("[0].matchFields[0].values[0]"), "-", validation.IsDNS1123Subdomain("-")[0]),
			field.Invalid(terms("[1].matchFields[0].key"), "metadata.uid", "must be metadata.name"),
			field.Required(terms("[1].matchFields[0].values"), "a field needs exactly one value"),
		}},
		{name: "preference of any value", change: prefer(100, label("a", corev1.NodeSelectorOpIn, "-"))},
		{name: "weight", change: prefer(0, corev1.NodeSelectorTerm{}), want: field.ErrorList{
			field.Invalid(at("affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight"), int32(0), "must be between 1 and 100"),
		}},
	})
	runUpdates(t, []updateTest{
		{name: "value that was there", old: require(label("a", corev1.NodeSelectorOpIn, "-")), update: require(label("b", corev1.NodeSelectorOpIn, "+"))},
		{name: "valid before", old: require(label("a", corev1.NodeSelectorOpIn, "a")), update: require(label("a", corev1.NodeSelectorOpIn, "-")), want: field.ErrorList{
			field.Invalid(terms("[0].matchExpressions[0].values[0]"), "-", notAValue),
		}},
	})
}

func TestPodAffinity(t *testing.T) {
	together := func(terms ...corev1.PodAffinityTerm) func(*corev1.PodTemplateSpec) {
		return func(t *corev1.PodTemplateSpec) {
			t.Spec.Affinity = &corev1.Affinity{PodAffinity: &corev1.PodAffinity{RequiredDuringSchedulingIgnoredDuringExecution: terms}}
		}
	}
	apart := func(weight int32, term corev1.PodAffinityTerm) func(*corev1.PodTemplateSpec) {
		return func(t *corev1.PodTemplateSpec) {
			t.Spec.Affinity = &corev1.Affinity{PodAntiAffinity: &corev1.PodAntiAffinity{
				PreferredDuringSchedulingIgnoredDuringExecution: []corev1.WeightedPodAffinityTerm{{Weight: weight, PodAffinityTerm: term}},
			}}
		}
	}
	first := func(rest string) *field.Path {
		return at("affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]" + rest)
	}
	badSelector := &metav1.LabelSelector{
		MatchLabels: map[string]string{"-": "-"},
		MatchExpressions: []metav1.LabelSelectorRequirement{
			{Key: "a", Operator: metav1.LabelSelectorOpIn}, {Key: "a", Operator: metav1.LabelSelectorOpExists, Values: []string{"a"}},
			{Key: "-", Operator: "x", Values: []string{"-"}},
		},
	}
	badExpression := &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "a", Operator: metav1.LabelSelectorOpIn, Values: []string{"-"}}}}
	needsSelector := "requires a labelSelector"

	runRules(t, []ruleTest{
		{name: "valid", change: together(corev1.PodAffinityTerm{
			TopologyKey: "zone", Namespaces: []string{"a"}, NamespaceSelector: &metav1.LabelSelector{}, MatchLabelKeys: []string{"b"}, MismatchLabelKeys: []string{"c"},
			LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"a": ""}, MatchExpressions: []metav1.LabelSelectorRequirement{
				{Key: "b", Operator: metav1.LabelSelectorOpExists}, {Key: "c", Operator: metav1.LabelSelectorOpNotIn, Values: []string{""}},
			}},
		})},
		{name: "valid preference", change: apart(1, corev1.PodAffinityTerm{TopologyKey: "zone"})},
		{name: "weight", change: apart(101, corev1.PodAffinityTerm{TopologyKey: "zone"}), want: field.ErrorList{
			field.Invalid(at("affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight"), int32(101), "must be between 1 and 100"),
		}},
		{name: "no topologyKey", change: together(corev1.PodAffinityTerm{}), want: append(field.ErrorList{
			field.Required(first(".topologyKey"), "name the node label that defines the topology"),
		}, invalidAt(first(".topologyKey"), "", validation.IsQualifiedName(""))...)},
		{name: "namespace", change: together(corev1.PodAffinityTerm{TopologyKey: "zone", Namespaces: []string{"a", "-"}}), want: field.ErrorList{
			field.Invalid(first(".namespace"), "-", validation.IsDNS1123Label("-")[0]),
		}},
		{name: "selector of pods", change: together(corev1.PodAffinityTerm{TopologyKey: "zone", LabelSelector: badSelector}), want: field.ErrorList{
			badLabelKey(first(".labelSelector.matchLabels")),
			badLabelValue(first(".labelSelector.matchLabels")),
			field.Required(first(".labelSelector.matchExpressions[0].values"), noValues),
			field.Forbidden(first(".labelSelector.matchExpressions[1].values"), hasValues),
			field.Invalid(first(".labelSelector.matchExpressions[2].operator"), metav1.LabelSelectorOperator("x"), "must be In, NotIn, Exists or DoesNotExist"),
			badLabelKey(first(".labelSelector.matchExpressions[2].key")),
			field.Invalid(first(".labelSelector.matchExpressions[2].values[0]"), "-", badValue),
		}},
		{name: "selector of namespaces", change: together(corev1.PodAffinityTerm{TopologyKey: "zone", NamespaceSelector: badExpression}), want: field.ErrorList{
			field.Invalid(first(".namespaceSelector.matchExpressions[0].values[0]"), "-", badValue),
		}},
		{name: "keys without selector", change: together(corev1.PodAffinityTerm{TopologyKey: "zone", MatchLabelKeys: []string{"a"}, MismatchLabelKeys: []string{"b"}}), want: field.ErrorList{
			field.Forbidden(first(".matchLabelKeys"), needsSelector),
			field.Forbidden(first(".mismatchLabelKeys"), needsSelector),
		}},
		{name: "keys", change: together(corev1.PodAffinityTerm{
			TopologyKey: "zone", LabelSelector: &metav1.LabelSelector{}, MatchLabelKeys: []string{"-", "a"}, MismatchLabelKeys: []string{"a"},
		}), want: field.ErrorList{
			field.Invalid(first(".matchLabelKeys[0]"), "-", notAKey),
			field.Invalid(first(".matchLabelKeys[1]"), "a", "must not also be in mismatchLabelKeys"),
		}},
		{name: "key selected already", change: together(corev1.PodAffinityTerm{TopologyKey: "zone", MatchLabelKeys: []string{"b", "a"}, LabelSelector: &metav1.LabelSelector{
			MatchLabels:      map[string]string{"a": ""},
			MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "a", Operator: metav1.LabelSelectorOpExists}},
		}}), want: field.ErrorList{
			field.Invalid(first("[1]"), "a", "must not be in both matchLabelKeys and labelSelector"),
		}},
	})
	runUpdates(t, []updateTest{
		{
			name:   "value that was there",
			old:    apart(1, corev1.PodAffinityTerm{TopologyKey: "zone", LabelSelector: badExpression}),
			update: together(corev1.PodAffinityTerm{TopologyKey: "zone", NamespaceSelector: badExpression}),
		},
		{
			name: "only values are tolerated", old: together(corev1.PodAffinityTerm{TopologyKey: "zone", LabelSelector: badSelector}),
			update: together(corev1.PodAffinityTerm{TopologyKey: "zone", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"-": ""}}}),
			want:   field.ErrorList{badLabelKey(first(".labelSelector.matchLabels"))},
		},
	})
}

// invalidAt returns an Invalid error for each message.
func invalidAt(path *field.Path, value any, msgs []string) field.ErrorList {
	var errs field.ErrorList
	for _, msg := range msgs {
		errs = append(errs, field.Invalid(path, value, msg))
	}
	return errs
}
