package selector

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// FromLabelSelector returns the selector of an API object. All of matchLabels and
// matchExpressions must hold. As everywhere in Kubernetes, nil selects nothing and an empty
// LabelSelector everything. The error is a [*RequirementError] whose path is a label such as
// matchLabels["app"], or begins with matchExpressions[i]. It keeps neither map nor slices.
func FromLabelSelector(ls *metav1.LabelSelector) (Selector, error) {
	if ls == nil {
		return Nothing(), nil
	}
	var few [8]Requirement
	requirements, err := appendSet(few[:0], ls.MatchLabels)
	if err != nil {
		return Selector{}, under("matchLabels", err)
	}
	count := 0
	for i := range ls.MatchExpressions {
		count += len(ls.MatchExpressions[i].Values)
	}
	values := make([]string, 0, count)
	for i := range ls.MatchExpressions {
		expression := &ls.MatchExpressions[i]
		op, err := fromName(expression.Operator)
		if err == nil {
			first := len(values)
			values = append(values, expression.Values...)
			requirements = append(requirements, Requirement{})
			err = requirements[len(requirements)-1].init(expression.Key, op, values[first:])
		}
		if err != nil {
			return Selector{}, under(fmt.Sprintf("matchExpressions[%d]", i), err)
		}
	}
	s := Selector{requirements: sorted(requirements)}
	trimValues(s.requirements, cap(values))
	return s, nil
}

// fromName returns the operator of a LabelSelector's requirement.
func fromName(name metav1.LabelSelectorOperator) (Operator, *RequirementError) {
	switch name {
	case metav1.LabelSelectorOpIn:
		return In, nil
	case metav1.LabelSelectorOpNotIn:
		return NotIn, nil
	case metav1.LabelSelectorOpExists:
		return Exists, nil
	case metav1.LabelSelectorOpDoesNotExist:
		return DoesNotExist, nil
	default:
		msg := "there is no " + quote(string(name), mostQuoted) + ": want In, NotIn, Exists or DoesNotExist"
		return 0, &RequirementError{Path: "operator", Msg: msg}
	}
}

// LabelSelector returns the selector as the field of an API object. A requirement of one value
// goes to matchLabels, unless its key is there already; everything else goes to
// matchExpressions. [Everything] becomes an empty LabelSelector. Requirements with > and < have
// no such form: the error is a [*RequirementError] that names the first of them. The result
// shares nothing with s.
func (s Selector) LabelSelector() (*metav1.LabelSelector, error) {
	ls := &metav1.LabelSelector{}
	for i := range s.requirements {
		r := &s.requirements[i]
		if r.op >= GreaterThan {
			return nil, &RequirementError{Path: "operator", Msg: r.String() + " has no form in a LabelSelector, which knows In, NotIn, Exists and DoesNotExist only"}
		}
		if _, taken := ls.MatchLabels[r.key]; r.op == In && r.values == nil && !taken {
			if ls.MatchLabels == nil {
				ls.MatchLabels = map[string]string{}
			}
			ls.MatchLabels[r.key] = r.value
			continue
		}
		ls.MatchExpressions = append(ls.MatchExpressions, metav1.LabelSelectorRequirement{
			Key:      r.key,
			Operator: metav1.LabelSelectorOperator(r.op.String()),
			Values:   r.Values(),
		})
	}
	return ls, nil
}
