package selector

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/labels"
)

// FromLabelSelector returns the selector of an API object such as a Job or a Deployment. Its
// requirements are all of matchLabels and matchExpressions. As everywhere in Kubernetes, a nil
// LabelSelector selects nothing and an empty one selects everything.
//
// The error is a [*RequirementError]. Its path is an entry such as matchLabels["app"], or begins
// with matchExpressions[i]. FromLabelSelector keeps neither the map nor the slices.
func FromLabelSelector(ls *metav1.LabelSelector) (Selector, error) {
	if ls == nil {
		return Nothing(), nil
	}
	var buffer [maxBuffered]Requirement
	requirements, err := appendSet(buffer[:0], ls.MatchLabels)
	if err != nil {
		return Selector{}, withPrefix("matchLabels", err)
	}
	for i := range ls.MatchExpressions {
		expression := &ls.MatchExpressions[i]
		op, err := operatorNamed(expression.Operator)
		if err == nil {
			requirements = append(requirements, Requirement{})
			err = requirements[len(requirements)-1].init(expression.Key, op, expression.Values)
		}
		if err != nil {
			return Selector{}, withPrefix(fmt.Sprintf("matchExpressions[%d].", i), err)
		}
	}
	return Selector{requirements: normalizedCopy(requirements)}, nil
}

// operatorNamed returns the operator with the given name in a LabelSelector.
func operatorNamed(name metav1.LabelSelectorOperator) (Operator, *RequirementError) {
	for op := In; op <= DoesNotExist; op++ {
		if operatorNames[op] == string(name) {
			return op, nil
		}
	}
	msg := "unknown operator " + quote(string(name), maxQuoted) + ": write In, NotIn, Exists or DoesNotExist"
	return 0, &RequirementError{Path: "operator", Msg: msg}
}

// LabelSelector returns the selector in the form of the field of API objects. matchLabels gets
// the requirements that a single value equals, at most one for each key. matchExpressions gets
// all others. The result is empty for [Everything], and shares no memory with s.
//
// The error is a [*RequirementError] if the selector has > or <, which a LabelSelector can't
// express.
func (s Selector) LabelSelector() (*metav1.LabelSelector, error) {
	ls := &metav1.LabelSelector{}
	for i := range s.requirements {
		r := &s.requirements[i]
		if r.op > DoesNotExist {
			msg := "a LabelSelector can't express " + r.String() + ": its operators are In, NotIn, Exists and DoesNotExist"
			return nil, &RequirementError{Path: "operator", Msg: msg}
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

// FromSet returns the selector that matches objects with all labels of the set, as the selectors
// of Services and ReplicationControllers do. A nil or empty set selects everything. FromSet
// doesn't keep the map.
//
// The error is a [*RequirementError] about the first malformed label in the order of the keys.
// Its path is the key in brackets, such as ["app"].
func FromSet(set labels.Set) (Selector, error) {
	var buffer [maxBuffered]Requirement
	requirements, err := appendSet(buffer[:0], set)
	if err != nil {
		return Selector{}, err
	}
	return Selector{requirements: normalizedCopy(requirements)}, nil
}

// appendSet appends a requirement for each label of the set, in any order.
func appendSet(dst []Requirement, set labels.Set) ([]Requirement, *RequirementError) {
	for key, value := range set {
		if labels.ValidateKey(key) != nil || labels.ValidateValue(value) != nil {
			return nil, firstMalformed(set)
		}
		dst = append(dst, Requirement{key: key, op: In, value: value})
	}
	return dst, nil
}

// firstMalformed returns the error for the first malformed label of a set in the order of the
// keys.
func firstMalformed(set labels.Set) *RequirementError {
	const maxKeyLength = labels.MaxPrefixLength + len("/") + labels.MaxNameLength
	for key, value := range set.All() {
		err := labels.ValidateKey(key)
		if err == nil {
			err = labels.ValidateValue(value)
		}
		if err != nil {
			return &RequirementError{Path: "[" + quote(key, maxKeyLength) + "]", Msg: err.Error(), Err: err}
		}
	}
	return nil
}
