package conformance

import (
	"fmt"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func toleration(name string, tolerations ...corev1.Toleration) change {
	return change{"toleration " + name, func(t *corev1.PodTemplateSpec) {
		t.Spec.Tolerations = append(t.Spec.Tolerations, tolerations...)
	}}
}

var tolerationChanges = []change{
	toleration("of all", corev1.Toleration{Operator: corev1.TolerationOpExists}),
	toleration("of nothing", corev1.Toleration{}),
	toleration("without key", corev1.Toleration{Operator: corev1.TolerationOpEqual, Value: "a"}),
	toleration("of a key", corev1.Toleration{Key: "a/b", Value: "c", Effect: corev1.TaintEffectNoSchedule}),
	toleration("of a bad key", corev1.Toleration{Key: "a/b/c", Operator: corev1.TolerationOpExists}),
	toleration("of a bad value", corev1.Toleration{Key: "a", Value: "-"}),
	toleration("exists with a value", corev1.Toleration{Key: "a", Operator: corev1.TolerationOpExists, Value: "-"}),
	toleration("less", corev1.Toleration{Key: "a", Operator: corev1.TolerationOpLt, Value: "1"}),
	toleration("greater than nothing", corev1.Toleration{Key: "a", Operator: corev1.TolerationOpGt}),
	toleration("greater than too much", corev1.Toleration{Key: "a", Operator: corev1.TolerationOpGt, Value: "9223372036854775808"}),
	toleration("greater than octal", corev1.Toleration{Key: "a", Operator: corev1.TolerationOpGt, Value: "010"}),
	toleration("unknown operator", corev1.Toleration{Operator: "exists"}),
	toleration("seconds", corev1.Toleration{Key: "a", Effect: corev1.TaintEffectNoExecute, TolerationSeconds: new(int64(-1))}),
	toleration("seconds of another effect", corev1.Toleration{Key: "a", Effect: corev1.TaintEffectPreferNoSchedule, TolerationSeconds: new(int64(1))}),
	toleration("seconds of any effect", corev1.Toleration{Key: "a", TolerationSeconds: new(int64(1))}),
	toleration("unknown effect", corev1.Toleration{Key: "a", Effect: "NoAdmit"}),
}

// selectors are valid and invalid label selectors.
var selectors = []struct {
	name     string
	selector *metav1.LabelSelector
}{
	{"none", nil},
	{"all", &metav1.LabelSelector{}},
	{"labels", &metav1.LabelSelector{MatchLabels: map[string]string{"a": "b", "c/d": ""}}},
	{"bad label", &metav1.LabelSelector{MatchLabels: map[string]string{"a b": "-"}}},
	{"expressions", &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
		{Key: "a", Operator: metav1.LabelSelectorOpIn, Values: []string{"b"}}, {Key: "c", Operator: metav1.LabelSelectorOpExists},
		{Key: "d", Operator: metav1.LabelSelectorOpDoesNotExist}, {Key: "e", Operator: metav1.LabelSelectorOpNotIn, Values: []string{"f", ""}},
	}}},
	{"expression twice", &metav1.LabelSelector{
		MatchLabels: map[string]string{"b": ""},
		MatchExpressions: []metav1.LabelSelectorRequirement{
			{Key: "a", Operator: metav1.LabelSelectorOpIn, Values: []string{"b"}}, {Key: "a", Operator: metav1.LabelSelectorOpExists},
			{Key: "b", Operator: metav1.LabelSelectorOpExists},
		},
	}},
	{"bad expressions", &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
		{Operator: metav1.LabelSelectorOpIn}, {Key: "c", Operator: metav1.LabelSelectorOpExists, Values: []string{"-"}},
		{Key: "d", Operator: metav1.LabelSelectorOpDoesNotExist, Values: []string{"a"}}, {Key: "-", Operator: "x"},
		{Key: "a", Operator: metav1.LabelSelectorOpNotIn},
	}}},
	{"bad value", &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
		{Key: "a", Operator: metav1.LabelSelectorOpIn, Values: []string{"b", "-"}},
	}}},
}

// labelKeys are values of matchLabelKeys and mismatchLabelKeys.
var labelKeys = [][]string{nil, {"a"}, {"x", "a", "a"}, {"b", "-"}, {""}}

func podAffinityChanges() []change {
	var changes []change
	add := func(name string, term corev1.PodAffinityTerm) {
		for _, kind := range []struct {
			name string
			add  func(*corev1.Affinity)
		}{
			{"affinity", func(a *corev1.Affinity) {
				p := orNew(&a.PodAffinity)
				p.RequiredDuringSchedulingIgnoredDuringExecution = append(p.RequiredDuringSchedulingIgnoredDuringExecution, term)
			}},
			{"preferred affinity", func(a *corev1.Affinity) {
				p := orNew(&a.PodAffinity)
				p.PreferredDuringSchedulingIgnoredDuringExecution = append(p.PreferredDuringSchedulingIgnoredDuringExecution, corev1.WeightedPodAffinityTerm{Weight: 1, PodAffinityTerm: term})
			}},
			{"anti-affinity", func(a *corev1.Affinity) {
				p := orNew(&a.PodAntiAffinity)
				p.RequiredDuringSchedulingIgnoredDuringExecution = append(p.RequiredDuringSchedulingIgnoredDuringExecution, term)
			}},
			{"preferred anti-affinity", func(a *corev1.Affinity) {
				p := orNew(&a.PodAntiAffinity)
				p.PreferredDuringSchedulingIgnoredDuringExecution = append(p.PreferredDuringSchedulingIgnoredDuringExecution, corev1.WeightedPodAffinityTerm{Weight: 101, PodAffinityTerm: term})
			}},
		} {
			changes = append(changes, change{kind.name + " " + name, func(t *corev1.PodTemplateSpec) {
				kind.add(orNew(&t.Spec.Affinity))
			}})
		}
	}
	for _, s := range selectors {
		add("of pods "+s.name, corev1.PodAffinityTerm{LabelSelector: s.selector, TopologyKey: "zone"})
		add("of namespaces "+s.name, corev1.PodAffinityTerm{NamespaceSelector: s.selector, TopologyKey: "zone"})
		for _, match := range labelKeys {
			for _, mismatch := range labelKeys[:3] {
				add(fmt.Sprintf("of pods %s like %v unlike %v", s.name, match, mismatch),
					corev1.PodAffinityTerm{LabelSelector: s.selector, TopologyKey: "zone", MatchLabelKeys: match, MismatchLabelKeys: mismatch})
			}
		}
	}
	add("without topologyKey", corev1.PodAffinityTerm{})
	add("with a bad topologyKey", corev1.PodAffinityTerm{TopologyKey: "-"})
	add("in namespaces", corev1.PodAffinityTerm{TopologyKey: "zone", Namespaces: []string{"a", "b.c", ""}})
	return changes
}

// orNew returns *p after setting it to a new T if it is nil.
func orNew[T any](p **T) *T {
	if *p == nil {
		*p = new(T)
	}
	return *p
}

func nodeAffinityChanges() []change {
	changes := []change{
		{"no affinity", func(t *corev1.PodTemplateSpec) { t.Spec.Affinity = &corev1.Affinity{} }},
		{"no node affinity", func(t *corev1.PodTemplateSpec) { orNew(&orNew(&t.Spec.Affinity).NodeAffinity) }},
		{"no required terms", func(t *corev1.PodTemplateSpec) {
			orNew(&orNew(&orNew(&t.Spec.Affinity).NodeAffinity).RequiredDuringSchedulingIgnoredDuringExecution)
		}},
	}
	add := func(name string, weight int32, term corev1.NodeSelectorTerm) {
		changes = append(changes,
			change{"required " + name, func(t *corev1.PodTemplateSpec) {
				s := orNew(&orNew(&orNew(&t.Spec.Affinity).NodeAffinity).RequiredDuringSchedulingIgnoredDuringExecution)
				s.NodeSelectorTerms = append(s.NodeSelectorTerms, term)
			}},
			change{"preferred " + name, func(t *corev1.PodTemplateSpec) {
				a := orNew(&orNew(&t.Spec.Affinity).NodeAffinity)
				a.PreferredDuringSchedulingIgnoredDuringExecution = append(a.PreferredDuringSchedulingIgnoredDuringExecution,
					corev1.PreferredSchedulingTerm{Weight: weight, Preference: term})
			}},
		)
	}
	add("nothing", 1, corev1.NodeSelectorTerm{})
	add("weight 0", 0, corev1.NodeSelectorTerm{})
	add("weight 101", 101, corev1.NodeSelectorTerm{})
	operators := []corev1.NodeSelectorOperator{
		corev1.NodeSelectorOpIn, corev1.NodeSelectorOpNotIn, corev1.NodeSelectorOpExists, corev1.NodeSelectorOpDoesNotExist, corev1.NodeSelectorOpGt, corev1.NodeSelectorOpLt, "", "x",
	}
	for _, op := range operators {
		for _, values := range [][]string{nil, {"1"}, {"1", "2"}, {"a", "-"}, {"a.b"}, {"A"}} {
			for _, key := range []string{"a/b", "metadata.name", "-", ""} {
				r := []corev1.NodeSelectorRequirement{{Key: key, Operator: op, Values: values}}
				name := fmt.Sprintf("%q %s %q", key, op, values)
				add("label "+name, 50, corev1.NodeSelectorTerm{MatchExpressions: r})
				add("field "+name, 50, corev1.NodeSelectorTerm{MatchFields: r})
			}
		}
	}
	return changes
}

func spreadChanges() []change {
	var changes []change
	add := func(name string, apply func(*corev1.TopologySpreadConstraint)) {
		changes = append(changes, change{"spread " + name, func(t *corev1.PodTemplateSpec) {
			s := corev1.TopologySpreadConstraint{MaxSkew: 1, TopologyKey: "zone", WhenUnsatisfiable: corev1.DoNotSchedule, LabelSelector: &metav1.LabelSelector{}}
			apply(&s)
			t.Spec.TopologySpreadConstraints = append(t.Spec.TopologySpreadConstraints, s)
		}})
	}
	add("evenly", func(*corev1.TopologySpreadConstraint) {})
	add("over hosts", func(s *corev1.TopologySpreadConstraint) { s.TopologyKey = "host" })
	add("anyway", func(s *corev1.TopologySpreadConstraint) { s.WhenUnsatisfiable = corev1.ScheduleAnyway })
	add("unknown action", func(s *corev1.TopologySpreadConstraint) { s.WhenUnsatisfiable = "x" })
	add("no action", func(s *corev1.TopologySpreadConstraint) { s.WhenUnsatisfiable = "" })
	add("no skew", func(s *corev1.TopologySpreadConstraint) { s.MaxSkew = 0 })
	add("no key", func(s *corev1.TopologySpreadConstraint) { s.TopologyKey = "" })
	add("bad key", func(s *corev1.TopologySpreadConstraint) { s.TopologyKey = "-" })
	add("minDomains", func(s *corev1.TopologySpreadConstraint) { s.MinDomains = new(int32(1)) })
	add("minDomains 0", func(s *corev1.TopologySpreadConstraint) { s.MinDomains = new(int32(0)) })
	add("minDomains anyway", func(s *corev1.TopologySpreadConstraint) {
		s.MinDomains, s.WhenUnsatisfiable = new(int32(1)), corev1.ScheduleAnyway
	})
	for _, policy := range []corev1.NodeInclusionPolicy{corev1.NodeInclusionPolicyHonor, corev1.NodeInclusionPolicyIgnore, "x"} {
		add("nodeAffinityPolicy "+string(policy), func(s *corev1.TopologySpreadConstraint) { s.NodeAffinityPolicy = &policy })
		add("nodeTaintsPolicy "+string(policy), func(s *corev1.TopologySpreadConstraint) { s.NodeTaintsPolicy = &policy })
	}
	for _, s := range selectors {
		for _, keys := range labelKeys {
			add(fmt.Sprintf("pods %s like %q", s.name, keys), func(c *corev1.TopologySpreadConstraint) {
				c.LabelSelector, c.MatchLabelKeys = s.selector, keys
			})
		}
	}
	return changes
}

func gateChanges() []change {
	var changes []change
	for _, name := range []string{"a", "a/b", "", "-", "a/b/c", longName(64)} {
		changes = append(changes,
			change{"readinessGate " + name, func(t *corev1.PodTemplateSpec) {
				t.Spec.ReadinessGates = append(t.Spec.ReadinessGates, corev1.PodReadinessGate{ConditionType: corev1.PodConditionType(name)})
			}},
			change{"schedulingGate " + name, func(t *corev1.PodTemplateSpec) {
				t.Spec.SchedulingGates = append(t.Spec.SchedulingGates, corev1.PodSchedulingGate{Name: name})
			}})
	}
	return append(changes, change{"many schedulingGates", func(t *corev1.PodTemplateSpec) {
		for i := range 30 {
			t.Spec.SchedulingGates = append(t.Spec.SchedulingGates, corev1.PodSchedulingGate{Name: fmt.Sprintf("a%d", i%20)})
		}
	}})
}

func TestPlacementRules(t *testing.T) {
	for _, area := range []struct {
		name    string
		changes []change
	}{
		{"tolerations", tolerationChanges},
		{"node affinity", nodeAffinityChanges()},
		{"pod affinity", podAffinityChanges()},
		{"spread", spreadChanges()},
		{"gates", gateChanges()},
	} {
		t.Run(area.name, func(t *testing.T) { compareTemplates(t, smallTemplate, area.changes) })
	}
}
