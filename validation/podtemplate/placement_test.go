package podtemplate

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The messages of apimachinery for "-" as a qualified name and as the value of a label.
var (
	notAKey   = validation.IsQualifiedName("-")[0]
	notAValue = validation.IsValidLabelValue("-")[0]
)

// The messages of package labels for "-" as the key and as the value of a label.
const (
	badKey   = "name begins with '-', but must begin with a letter or digit"
	badValue = "value begins with '-', but must begin with a letter or digit"
)

// badLabelKey returns the error at the path of a set of labels with the key "-".
func badLabelKey(path *field.Path) *field.Error {
	return field.Invalid(path, "-", badKey).WithOrigin("format=k8s-label-key")
}

// badLabelValue returns the error at the path of a set of labels with the value "-".
func badLabelValue(path *field.Path) *field.Error {
	return field.Invalid(path, "-", badValue).WithOrigin("format=k8s-label-value")
}

const (
	noValues  = "In and NotIn need at least one value"
	hasValues = "Exists and DoesNotExist take no values"
)

func TestTolerations(t *testing.T) {
	tolerate := func(tolerations ...corev1.Toleration) func(*corev1.PodTemplateSpec) {
		return func(t *corev1.PodTemplateSpec) { t.Spec.Tolerations = tolerations }
	}
	operators := []corev1.TolerationOperator{corev1.TolerationOpEqual, corev1.TolerationOpExists}

	runRules(t, []ruleTest{
		{name: "valid", change: tolerate(
			corev1.Toleration{Operator: corev1.TolerationOpExists},
			corev1.Toleration{Key: "a/b", Value: "c", Effect: corev1.TaintEffectNoSchedule},
			corev1.Toleration{Key: "a", Operator: corev1.TolerationOpEqual, Effect: corev1.TaintEffectPreferNoSchedule},
			corev1.Toleration{Key: "a", Operator: corev1.TolerationOpExists, Effect: corev1.TaintEffectNoExecute, TolerationSeconds: new(int64(-1))},
		)},
		{name: "key", change: tolerate(corev1.Toleration{Key: "-"}), want: field.ErrorList{
			field.Invalid(at("tolerations[0].key"), "-", notAKey),
		}},
		{name: "no key", change: tolerate(corev1.Toleration{Operator: corev1.TolerationOpEqual}), want: field.ErrorList{
			field.Invalid(at("tolerations[0].operator"), corev1.TolerationOpEqual, "must be Exists if the key is empty, which tolerates every taint"),
		}},
		{name: "value", change: tolerate(corev1.Toleration{Key: "a", Value: "-"}), want: field.ErrorList{
			field.Invalid(at("tolerations[0].operator"), "-", notAValue),
		}},
		{name: "Exists with a value", change: tolerate(corev1.Toleration{Key: "a", Operator: corev1.TolerationOpExists, Value: "b"}), want: field.ErrorList{
			field.Invalid(at("tolerations[0].operator"), "b", "must have no value with operator Exists"),
		}},
		{name: "operator", change: tolerate(corev1.Toleration{Key: "a", Operator: "x"}, corev1.Toleration{Key: "a", Operator: corev1.TolerationOpLt, Value: "1"}), want: field.ErrorList{
			field.NotSupported(at("tolerations[0].operator"), corev1.TolerationOperator("x"), operators),
			field.NotSupported(at("tolerations[1].operator"), corev1.TolerationOpLt, operators),
		}},
		{name: "effect", change: tolerate(corev1.Toleration{Key: "a", Effect: "x"}), want: field.ErrorList{
			field.NotSupported(at("tolerations[0].effect"), corev1.TaintEffect("x"), taintEffects),
		}},
		{name: "seconds of another effect", change: tolerate(corev1.Toleration{Key: "a", TolerationSeconds: new(int64(1))}), want: field.ErrorList{
			field.Invalid(at("tolerations[0].effect"), corev1.TaintEffect(""), "must be NoExecute if tolerationSeconds is set"),
		}},
	})

	old := tolerate(corev1.Toleration{Key: "a", Operator: corev1.TolerationOpGt, Value: "1"})
	runUpdates(t, []updateTest{
		{name: "numbers that were there", old: old, update: tolerate(corev1.Toleration{Key: "a", Operator: corev1.TolerationOpLt, Value: "-2"})},
		{name: "no numbers", old: old, update: tolerate(corev1.Toleration{Key: "a", Operator: corev1.TolerationOpLt, Value: "9223372036854775808"}), want: field.ErrorList{
			field.Invalid(at("tolerations[0].value"), "9223372036854775808", "must be a 64-bit integer"),
		}},
	})
}

func TestTopologySpread(t *testing.T) {
	spread := func(changes ...func(*corev1.TopologySpreadConstraint)) func(*corev1.PodTemplateSpec) {
		return func(t *corev1.PodTemplateSpec) {
			t.Spec.TopologySpreadConstraints = nil
			for _, change := range changes {
				s := corev1.TopologySpreadConstraint{MaxSkew: 1, TopologyKey: "zone", WhenUnsatisfiable: corev1.DoNotSchedule, LabelSelector: &metav1.LabelSelector{}}
				change(&s)
				t.Spec.TopologySpreadConstraints = append(t.Spec.TopologySpreadConstraints, s)
			}
		}
	}
	first := func(rest string) *field.Path { return at("topologySpreadConstraints[0]" + rest) }
	same := func(*corev1.TopologySpreadConstraint) {}
	over := func(key string) func(*corev1.TopologySpreadConstraint) {
		return func(s *corev1.TopologySpreadConstraint) { s.TopologyKey = key }
	}
	badSelector := func(s *corev1.TopologySpreadConstraint) { s.LabelSelector.MatchLabels = map[string]string{"a": "-"} }
	byA := &metav1.LabelSelector{MatchLabels: map[string]string{"a": ""}, MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "a", Operator: metav1.LabelSelectorOpExists}}}
	selectedKey := func(s *corev1.TopologySpreadConstraint) {
		s.LabelSelector, s.MatchLabelKeys = byA, []string{"a"}
	}
	keysAlone := func(s *corev1.TopologySpreadConstraint) { s.LabelSelector, s.MatchLabelKeys = nil, []string{"a"} }

	runRules(t, []ruleTest{
		{name: "valid", change: spread(
			func(s *corev1.TopologySpreadConstraint) {
				s.MinDomains = new(int32(1))
				s.NodeAffinityPolicy, s.NodeTaintsPolicy = new(corev1.NodeInclusionPolicyHonor), new(corev1.NodeInclusionPolicyIgnore)
				s.MatchLabelKeys = []string{"a"}
			},
			func(s *corev1.TopologySpreadConstraint) { s.WhenUnsatisfiable = corev1.ScheduleAnyway },
			over("host"),
		)},
		{name: "each field", change: spread(func(s *corev1.TopologySpreadConstraint) {
			*s = corev1.TopologySpreadConstraint{MinDomains: new(int32(0)), NodeAffinityPolicy: new(corev1.NodeInclusionPolicy("x")), NodeTaintsPolicy: new(corev1.NodeInclusionPolicy("y"))}
		}), want: field.ErrorList{
			field.Invalid(first(".maxSkew"), int32(0), "must be greater than 0"),
			field.Required(first(".topologyKey"), "name the node label that defines the topology"),
			field.NotSupported(first(".whenUnsatisfiable"), corev1.UnsatisfiableConstraintAction(""), unsatisfiableActions),
			field.Invalid(first(".minDomains"), int32(0), "must be greater than 0"),
			field.Invalid(first(".minDomains"), int32(0), "requires whenUnsatisfiable: DoNotSchedule"),
			field.NotSupported(first(".nodeAffinityPolicy"), corev1.NodeInclusionPolicy("x"), nodeInclusionPolicies),
			field.NotSupported(first(".nodeTaintsPolicy"), corev1.NodeInclusionPolicy("y"), nodeInclusionPolicies),
		}},
		{name: "all alike but the last", change: spread(same, over("host"), same, same), want: field.ErrorList{
			field.Duplicate(first(".{topologyKey, whenUnsatisfiable}"), "{zone, DoNotSchedule}"),
			field.Duplicate(at("topologySpreadConstraints[2].{topologyKey, whenUnsatisfiable}"), "{zone, DoNotSchedule}"),
		}},
		{name: "selector", change: spread(badSelector), want: field.ErrorList{
			badLabelValue(first(".labelSelector.matchLabels")),
		}},
		{name: "key selected already", change: spread(selectedKey), want: field.ErrorList{
			field.Invalid(first("[0]"), "a", "must not be in both matchLabelKeys and labelSelector"),
		}},
	})
	runUpdates(t, []updateTest{
		{name: "selector that was there", old: spread(badSelector), update: spread(badSelector)},
		{name: "keys by the older rule", old: spread(selectedKey), update: spread(selectedKey), want: field.ErrorList{
			field.Invalid(first(".matchLabelKeys[0]"), "a", "must not also be in labelSelector"),
		}},
		{name: "no keys by the older rule", old: spread(selectedKey), update: spread(same)},
		{name: "keys alone by the older rule", old: spread(selectedKey), update: spread(keysAlone), want: field.ErrorList{
			field.Forbidden(first(".matchLabelKeys"), "requires a labelSelector"),
		}},
	})
}

func TestGates(t *testing.T) {
	runRules(t, []ruleTest{
		{name: "valid", change: func(t *corev1.PodTemplateSpec) {
			t.Spec.ReadinessGates = []corev1.PodReadinessGate{{ConditionType: "example.com/a"}, {ConditionType: "example.com/a"}}
			t.Spec.SchedulingGates = []corev1.PodSchedulingGate{{Name: "example.com/a"}, {Name: "b"}}
		}},
		{name: "names", change: func(t *corev1.PodTemplateSpec) {
			t.Spec.ReadinessGates = []corev1.PodReadinessGate{{ConditionType: "-"}}
			t.Spec.SchedulingGates = []corev1.PodSchedulingGate{{Name: "-"}}
		}, want: field.ErrorList{
			field.Invalid(at("readinessGates[0].conditionType"), "-", notAKey),
			field.Invalid(at("schedulingGates[0]"), "-", notAKey),
		}},
		{name: "the same gate twice", change: func(t *corev1.PodTemplateSpec) {
			t.Spec.SchedulingGates = []corev1.PodSchedulingGate{{Name: "a"}, {Name: "b"}, {Name: "a"}}
		}, want: field.ErrorList{field.Duplicate(at("schedulingGates[2]"), "a")}},
	})
}
