package selector

import (
	"fmt"

	kubelabels "k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/selection"

	"github.com/jobapi/jobapi/labels"
)

// FromKubernetes returns the selector that matches what apimachinery's selector s matches. A nil
// s matches nothing.
//
// Not every selector of apimachinery is valid: SelectorFromSet, for one, checks nothing.
// FromKubernetes doesn't leave out a requirement that is malformed, since that would select
// more. It returns a [*RequirementError] whose path begins with requirements[i].
func FromKubernetes(s kubelabels.Selector) (Selector, error) {
	if s == nil {
		return Nothing(), nil
	}
	if adapter, ok := s.(*kubernetesSelector); ok {
		return adapter.selector, nil
	}
	upstream, selectable := s.Requirements()
	if !selectable {
		return Nothing(), nil
	}
	return fromRequirements(upstream)
}

// fromRequirements returns the selector with all of apimachinery's requirements.
func fromRequirements(upstream []kubelabels.Requirement) (Selector, error) {
	requirements := make([]Requirement, len(upstream))
	for i := range upstream {
		if err := requirements[i].fromKubernetes(&upstream[i]); err != nil {
			return Selector{}, withPrefix(fmt.Sprintf("requirements[%d].", i), err)
		}
	}
	return Selector{requirements: normalize(requirements)}, nil
}

// fromKubernetes sets r, which is zero, to apimachinery's requirement.
func (r *Requirement) fromKubernetes(upstream *kubelabels.Requirement) *RequirementError {
	op, ok := fromSelection[upstream.Operator()]
	if !ok {
		return &RequirementError{Path: "operator", Msg: "unknown operator " + quote(string(upstream.Operator()), maxQuoted)}
	}
	return r.init(upstream.Key(), op, upstream.ValuesUnsorted())
}

// fromSelection maps the operators of apimachinery.
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

// toSelection maps operators to those of apimachinery. A single value has operators of its own.
var toSelection = [...]selection.Operator{
	In:           selection.In,
	NotIn:        selection.NotIn,
	Exists:       selection.Exists,
	DoesNotExist: selection.DoesNotExist,
	GreaterThan:  selection.GreaterThan,
	LessThan:     selection.LessThan,
}

// Kubernetes returns the selector for code that takes apimachinery's selectors, such as listers,
// informers and clients. It matches the same labels as s, at the same speed. It has the same text
// as s, so a client that sends the text to a server gets the same objects. Even the text of
// [Nothing] selects nothing, while that of apimachinery's Nothing selects everything.
//
//   - Add never leaves out a requirement, since that would select more. If a requirement is
//     malformed, Add returns [Nothing]: no valid labels meet such a requirement. Only
//     requirements that no constructor checked are malformed, such as those of SelectorFromSet.
//   - Requirements doesn't leave out a requirement either. If apimachinery rejects one, which
//     should not happen, it reports that the selector selects nothing.
//   - RequiresExactMatch returns the same as [Selector.ExactValue].
//
// The result is safe for concurrent use. == on two results compares identity. Use [Selector.Equal]
// or [Selector.Equivalent] to compare the selectors.
func (s Selector) Kubernetes() kubelabels.Selector {
	return &kubernetesSelector{s}
}

// kubernetesSelector adapts a Selector to apimachinery's interface. It is a pointer because ==
// on the interface would panic for a Selector. It doesn't embed the Selector because that would
// add UnmarshalText, which modifies it.
type kubernetesSelector struct{ selector Selector }

func (s *kubernetesSelector) String() string { return s.selector.String() }

func (s *kubernetesSelector) MarshalText() ([]byte, error) { return s.selector.MarshalText() }

// Matches reports whether the labels meet all requirements. nil means no labels.
func (s *kubernetesSelector) Matches(l kubelabels.Labels) bool {
	if set, ok := l.(kubelabels.Set); ok || l == nil {
		return s.selector.Matches(labels.Set(set))
	}
	return s.selector.MatchesFunc(l.Lookup)
}

// Empty reports whether the selector has no requirements.
func (s *kubernetesSelector) Empty() bool { return s.selector.IsZero() }

// Add returns a selector with more requirements.
func (s *kubernetesSelector) Add(upstream ...kubelabels.Requirement) kubelabels.Selector {
	added, err := fromRequirements(upstream)
	if err != nil {
		return Nothing().Kubernetes() // Add can't return the error, and must not select more
	}
	return s.selector.And(added).Kubernetes()
}

// Requirements returns the requirements in apimachinery's form. selectable is true even for
// [Nothing], whose requirements contradict each other.
func (s *kubernetesSelector) Requirements() (requirements kubelabels.Requirements, selectable bool) {
	requirements = make(kubelabels.Requirements, 0, len(s.selector.requirements))
	for i := range s.selector.requirements {
		upstream, err := s.selector.requirements[i].kubernetes()
		if err != nil {
			return nil, false // callers take this as Nothing
		}
		requirements = append(requirements, *upstream)
	}
	return requirements, true
}

// kubernetes returns the requirement in apimachinery's form, with the same text.
func (r *Requirement) kubernetes() (*kubelabels.Requirement, error) {
	op := toSelection[r.op]
	if r.values == nil {
		switch r.op {
		case In:
			op = selection.Equals
		case NotIn:
			op = selection.NotEquals
		}
	}
	return kubelabels.NewRequirement(r.key, op, r.Values())
}

// DeepCopySelector returns s itself, which is immutable.
func (s *kubernetesSelector) DeepCopySelector() kubelabels.Selector { return s }

// RequiresExactMatch implements apimachinery's interface with [Selector.ExactValue].
func (s *kubernetesSelector) RequiresExactMatch(key string) (value string, found bool) {
	return s.selector.ExactValue(key)
}
