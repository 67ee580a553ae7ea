package selector

import (
	"fmt"

	kubelabels "k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/selection"

	"github.com/jobapi/jobapi/labels"
)

// fromSelection are the operators of apimachinery's requirements.
var fromSelection = map[selection.Operator]Operator{
	selection.In:           In,
	selection.Equals:       In,
	selection.DoubleEquals: In,
	selection.NotIn:        NotIn,
	selection.NotEquals:    NotIn,
	selection.Exists:       Exists,
	selection.DoesNotExist: DoesNotExist,
	selection.GreaterThan:  GreaterThan,
	selection.LessThan:     LessThan,
}

// FromKubernetes returns the selector that matches what s does. A nil s matches nothing. Keys
// and values are checked, since apimachinery does not check those of every selector: the error
// is a [*RequirementError] whose path begins with requirements[i].
func FromKubernetes(s kubelabels.Selector) (Selector, error) {
	if s == nil {
		return Nothing(), nil
	}
	if adapter, ok := s.(*kubernetesSelector); ok {
		return adapter.own, nil
	}
	theirs, selectable := s.Requirements()
	if !selectable {
		return Nothing(), nil
	}
	requirements := make([]Requirement, 0, len(theirs))
	for i := range theirs {
		r, err := fromKubernetes(&theirs[i])
		if err != nil {
			return Selector{}, under(fmt.Sprintf("requirements[%d]", i), err)
		}
		requirements = append(requirements, r)
	}
	return Selector{requirements: normalize(requirements)}, nil
}

func fromKubernetes(theirs *kubelabels.Requirement) (Requirement, *RequirementError) {
	op, ok := fromSelection[theirs.Operator()]
	if !ok {
		return Requirement{}, &RequirementError{Path: "operator", Msg: "there is no " + quote(string(theirs.Operator()), mostQuoted)}
	}
	var r Requirement
	if err := r.init(theirs.Key(), op, theirs.ValuesUnsorted()); err != nil {
		return Requirement{}, err
	}
	return r, nil
}

// Kubernetes returns the selector for code that takes apimachinery's: listers, informers and
// clients. It matches as s does, at the same speed, and writes the same text, so that
// [Nothing] still selects nothing at the other end of a request. RequiresExactMatch answers as
// [Selector.ExactValue]. The result is safe for concurrent use. Two results are == only if one
// is a copy of the other; compare their text, or selectors with [Selector.Equivalent].
func (s Selector) Kubernetes() kubelabels.Selector {
	return &kubernetesSelector{s}
}

// kubernetesSelector is a Selector with the methods of apimachinery's. It is used by pointer,
// since == must not panic, and has no method that changes it, as an embedded Selector would.
type kubernetesSelector struct{ own Selector }

// String returns the text of the selector.
func (s *kubernetesSelector) String() string { return s.own.String() }

// MarshalText writes that too.
func (s *kubernetesSelector) MarshalText() ([]byte, error) { return s.own.MarshalText() }

// Matches reports whether the labels meet all requirements. nil is no labels.
func (s *kubernetesSelector) Matches(l kubelabels.Labels) bool {
	if set, ok := l.(kubelabels.Set); ok || l == nil {
		return s.own.Matches(labels.Set(set))
	}
	return s.own.MatchesFunc(l.Lookup)
}

// Empty reports whether there are no requirements.
func (s *kubernetesSelector) Empty() bool { return s.own.IsZero() }

// Add returns a selector that matches what s does and meets the requirements too. With
// requirements that were not made by a constructor it is one of apimachinery's own.
func (s *kubernetesSelector) Add(added ...kubelabels.Requirement) kubelabels.Selector {
	requirements := make([]Requirement, 0, len(added))
	for i := range added {
		r, err := fromKubernetes(&added[i])
		if err != nil {
			own, _ := s.Requirements()
			return kubelabels.NewSelector().Add(own...).Add(added...)
		}
		requirements = append(requirements, r)
	}
	return s.own.And(Selector{requirements: normalize(requirements)}).Kubernetes()
}

// Requirements returns the requirements in apimachinery's form, and that there can be labels
// that meet them: true also for [Nothing], which says the opposite by its requirements.
func (s *kubernetesSelector) Requirements() (requirements kubelabels.Requirements, selectable bool) {
	requirements = make(kubelabels.Requirements, 0, len(s.own.requirements))
	for i := range s.own.requirements {
		r := &s.own.requirements[i]
		// What is valid here is valid there.
		if theirs, err := kubelabels.NewRequirement(r.key, r.selection(), r.Values()); err == nil {
			requirements = append(requirements, *theirs)
		}
	}
	return requirements, true
}

// selection returns the operator in apimachinery's form, the one that the text has.
func (r *Requirement) selection() selection.Operator {
	switch r.op {
	case In:
		if r.values == nil {
			return selection.Equals
		}
		return selection.In
	case NotIn:
		if r.values == nil {
			return selection.NotEquals
		}
		return selection.NotIn
	case Exists:
		return selection.Exists
	case DoesNotExist:
		return selection.DoesNotExist
	case GreaterThan:
		return selection.GreaterThan
	default:
		return selection.LessThan
	}
}

// DeepCopySelector returns s itself, which nobody can change.
func (s *kubernetesSelector) DeepCopySelector() kubelabels.Selector { return s }

// RequiresExactMatch is [Selector.ExactValue].
func (s *kubernetesSelector) RequiresExactMatch(key string) (value string, found bool) {
	return s.own.ExactValue(key)
}
