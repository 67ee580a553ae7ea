package selector_test

import (
	"encoding"
	"encoding/json"
	"testing"

	kubelabels "k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/selection"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

// unchecked is a selector of apimachinery's kind with a requirement that no constructor checked.
type unchecked struct{ kubelabels.Selector }

func (unchecked) Requirements() (kubelabels.Requirements, bool) {
	return kubelabels.Requirements{{}}, true
}

func TestFromKubernetes(t *testing.T) {
	for name, theirs := range map[string]kubelabels.Selector{"nil": nil, "nothing": kubelabels.Nothing()} {
		if s, err := selector.FromKubernetes(theirs); err != nil || !s.Equal(selector.Nothing()) {
			t.Errorf("%s: %q, %v", name, s, err)
		}
	}
	if s, err := selector.FromKubernetes(kubelabels.Everything()); err != nil || !s.Equal(selector.Everything()) {
		t.Errorf("everything: %q, %v", s, err)
	}
	_, err := selector.FromKubernetes(kubelabels.SelectorFromSet(kubelabels.Set{"a": "b c"}))
	checkRequirementError(t, err, "requirements[0].values[0]", "value has ' '", true)
	_, err = selector.FromKubernetes(kubelabels.SelectorFromSet(kubelabels.Set{"a": "1", "b": "2", "c/": "3"}))
	checkRequirementError(t, err, "requirements[2].key", "name is missing", true)
	_, err = selector.FromKubernetes(unchecked{})
	checkRequirementError(t, err, "requirements[0].operator", `unknown operator ""`, false)
}

func TestKubernetes(t *testing.T) {
	a := selector.MustParse("a=1,b in (x,y)").Kubernetes()
	if a.Empty() || !selector.Everything().Kubernetes().Empty() || selector.Nothing().Kubernetes().Empty() {
		t.Error("Empty is wrong")
	}
	if a.String() != "a=1,b in (x,y)" || a.DeepCopySelector().String() != a.String() {
		t.Errorf("text %q, of the copy %q", a, a.DeepCopySelector())
	}
	added, err := kubelabels.NewRequirement("c", selection.GreaterThan, []string{"4"})
	if err != nil {
		t.Fatal(err)
	}
	more := a.Add(*added)
	if more.String() != "a=1,b in (x,y),c>4" || a.String() != "a=1,b in (x,y)" {
		t.Errorf("Add made %q of %q", more, a)
	}
	if !more.Matches(kubelabels.Set{"a": "1", "b": "x", "c": "5"}) || more.Matches(kubelabels.Set{"a": "1", "b": "x"}) {
		t.Error("Add lost something")
	}
	if !selector.MustParse("!a").Kubernetes().Matches(nil) {
		t.Error("nil labels do not match")
	}
	if selector.Nothing().Kubernetes().Matches(kubelabels.Set{"nothing": ""}) {
		t.Error("Nothing matches")
	}
	theirs, err := kubelabels.Parse(selector.Nothing().Kubernetes().String())
	if err != nil || theirs.Matches(kubelabels.Set{}) || theirs.Matches(kubelabels.Set{"nothing": ""}) {
		t.Errorf("a server parses Nothing as %q, %v", theirs, err)
	}
}

// TestKubernetesKeepsEveryRequirement adds requirements that no constructor checked, and has one
// that apimachinery rejects. Leaving it out would select more.
func TestKubernetesKeepsEveryRequirement(t *testing.T) {
	valid, err := kubelabels.NewRequirement("b", selection.Equals, []string{"2"})
	if err != nil {
		t.Fatal(err)
	}
	malformed, _ := kubelabels.SelectorFromSet(kubelabels.Set{"a": "x,y"}).Requirements()
	for name, added := range map[string][]kubelabels.Requirement{
		"zero":                   {{}},
		"malformed":              malformed,
		"malformed beside valid": {*valid, malformed[0]},
	} {
		for _, s := range []selector.Selector{selector.Everything(), selector.MustParse("a"), selector.Nothing()} {
			got, err := selector.FromKubernetes(s.Kubernetes().Add(added...))
			if err != nil || !got.Equal(selector.Nothing()) {
				t.Errorf("%s: Add made %q of %q, %v, want Nothing", name, got, s, err)
			}
		}
	}
	// The text of apimachinery's own selector would select more: a server reads the value as a
	// value and a key.
	if text := kubelabels.Everything().Add(malformed...).String(); text != "a=x,y" {
		t.Errorf("apimachinery writes the malformed requirement as %q", text)
	}

	s := selector.Unchecked("malformed key").Kubernetes()
	if requirements, selectable := s.Requirements(); requirements != nil || selectable {
		t.Errorf("a requirement that apimachinery rejects: %v, %t", requirements, selectable)
	}
}

// TestKubernetesIsAValue checks that programs may compare, copy and share the result of
// Kubernetes.
func TestKubernetesIsAValue(t *testing.T) {
	s := selector.MustParse("a=1,b in (x,y)")
	a, b := s.Kubernetes(), s.Kubernetes()
	if a == b || a != a.DeepCopySelector() {
		t.Error("== does not compare identity")
	}
	if seen := map[kubelabels.Selector]bool{a: true}; !seen[a] || seen[b] {
		t.Error("it does not work as the key of a map")
	}
	if _, ok := a.(encoding.TextUnmarshaler); ok {
		t.Error("it has UnmarshalText, which would modify a shared value")
	}
	if data, err := json.Marshal(a); err != nil || string(data) != `"a=1,b in (x,y)"` {
		t.Errorf("got %s, %v", data, err)
	}
	// Both Set types work, this module's and apimachinery's.
	for _, set := range []kubelabels.Labels{kubelabels.Set{"a": "1", "b": "x"}, labels.Set{"a": "1", "b": "x"}} {
		if allocs := testing.AllocsPerRun(100, func() {
			if !a.Matches(set) {
				t.Error("does not match")
			}
		}); allocs != 0 {
			t.Errorf("%T: %v allocations", set, allocs)
		}
	}
	if allocs := testing.AllocsPerRun(100, func() { sink = s.Kubernetes() }); allocs > 1 {
		t.Errorf("Kubernetes: %v allocations", allocs)
	}
}

var sink kubelabels.Selector
