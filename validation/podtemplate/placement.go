package podtemplate

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/validate/content"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/fieldpath"
	"github.com/jobapi/jobapi/internal/names"
	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/validation/internal/enum"
	"github.com/jobapi/jobapi/validation/internal/smallset"
)

var taintEffects = []corev1.TaintEffect{
	corev1.TaintEffectNoSchedule, corev1.TaintEffectPreferNoSchedule, corev1.TaintEffectNoExecute,
}

func (c *checker) tolerations(path *fieldpath.Path, list []corev1.Toleration) {
	for i := range list {
		c.toleration(path.Index(i), &list[i])
	}
}

func (c *checker) toleration(path *fieldpath.Path, t *corev1.Toleration) {
	if t.Key != "" {
		c.invalid(path.Child("key"), t.Key, names.QualifiedName(t.Key))
	} else if t.Operator != corev1.TolerationOpExists {
		c.add(field.Invalid(path.Field("operator"), t.Operator, "must be Exists if the key is empty, which tolerates every taint"))
	}
	c.tolerationOperator(path, t)

	if t.TolerationSeconds != nil && t.Effect != corev1.TaintEffectNoExecute {
		c.add(field.Invalid(path.Field("effect"), t.Effect, "must be NoExecute if tolerationSeconds is set"))
	}
	if t.Effect != "" {
		c.add(enum.Validate(path.Child("effect"), t.Effect, taintEffects)...)
	}
}

// tolerationOperator checks the operator and its value.
func (c *checker) tolerationOperator(path *fieldpath.Path, t *corev1.Toleration) {
	switch t.Operator {
	case corev1.TolerationOpEqual, "":
		if msgs := names.LabelValue(t.Value); len(msgs) > 0 {
			c.add(field.Invalid(path.Field("operator"), t.Value, strings.Join(msgs, "; ")))
		}
	case corev1.TolerationOpExists:
		if t.Value != "" {
			c.add(field.Invalid(path.Field("operator"), t.Value, "must have no value with operator Exists"))
		}
	case corev1.TolerationOpLt, corev1.TolerationOpGt:
		if !c.ratchet.numericTolerations {
			c.unknownTolerationOperator(path, t)
			return
		}
		value := path.Child("value")
		c.invalid(value, t.Value, content.IsDecimalInteger(t.Value))
		if _, ok := labels.ParseInteger(t.Value); !ok {
			c.add(field.Invalid(value.Field(), t.Value, "must be a 64-bit integer"))
		}
	default:
		c.unknownTolerationOperator(path, t)
	}
}

func (c *checker) unknownTolerationOperator(path *fieldpath.Path, t *corev1.Toleration) {
	c.add(field.NotSupported(path.Field("operator"), t.Operator,
		[]corev1.TolerationOperator{corev1.TolerationOpEqual, corev1.TolerationOpExists}))
}

// hasNumericTolerations reports whether a toleration compares numbers. In a new template it needs
// the feature gate TaintTolerationComparisonOperators.
func hasNumericTolerations(list []corev1.Toleration) bool {
	for i := range list {
		if op := list[i].Operator; op == corev1.TolerationOpLt || op == corev1.TolerationOpGt {
			return true
		}
	}
	return false
}

// schedulingGates checks the names of the gates. As in kube-apiserver, the errors are at the gates,
// not at their names.
func (c *checker) schedulingGates(path *fieldpath.Path, list []corev1.PodSchedulingGate) {
	var earlier smallset.Set[string]
	for i := range list {
		element := path.Index(i)
		c.invalid(element, list[i].Name, names.QualifiedName(list[i].Name))
		if !earlier.Insert(list[i].Name) {
			c.add(field.Duplicate(element.Field(), list[i].Name))
		}
	}
}
