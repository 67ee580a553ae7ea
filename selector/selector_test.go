package selector_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kubelabels "k8s.io/apimachinery/pkg/labels"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

func TestNew(t *testing.T) {
	s := selector.MustParse("b=1,a in (x,y),!c,b!=2,d>4")
	requirements := slices.Collect(s.Requirements())
	slices.Reverse(requirements)
	requirements = append(requirements, requirements...)
	before := slices.Clone(requirements)
	if got := selector.New(requirements...); !got.Equal(s) || got.String() != s.String() {
		t.Errorf("got %q, want %q", got, s)
	}
	if diff := cmp.Diff(before, requirements); diff != "" {
		t.Errorf("the caller's slice changed:\n%s", diff)
	}
	many := make([]selector.Requirement, 0, 100)
	for _, key := range descending(100) {
		r, err := selector.NewRequirement(key, selector.Exists)
		if err != nil {
			t.Fatal(err)
		}
		many = append(many, r, r)
	}
	if got, want := selector.New(many...).String(), strings.Join(numbered("x%06d", 100), ","); got != want {
		t.Errorf("got %q", got)
	}
	if got := selector.New(); !got.Equal(selector.Everything()) {
		t.Errorf("without requirements: %q", got)
	}
}

func TestAnd(t *testing.T) {
	x, y := selector.MustParse("b=1,d"), selector.MustParse("a,b=1,c!=2,d,e")
	if got := x.And(y).String(); got != "a,b=1,c!=2,d,e" {
		t.Errorf("got %q", got)
	}
	if x.String() != "b=1,d" || y.String() != "a,b=1,c!=2,d,e" {
		t.Errorf("And changed %q or %q", x, y)
	}
}

// TestEverythingHasOneForm makes the selector that matches everything in every possible way. It
// is always the zero Selector, which omitzero omits.
func TestEverythingHasOneForm(t *testing.T) {
	everything := selector.Everything()
	fromKubernetes, err := selector.FromKubernetes(kubelabels.Everything())
	if err != nil {
		t.Fatal(err)
	}
	fromLabelSelector, err := selector.FromLabelSelector(&metav1.LabelSelector{})
	if err != nil {
		t.Fatal(err)
	}
	fromSet, err := selector.FromSet(labels.Set{})
	if err != nil {
		t.Fatal(err)
	}
	added, err := selector.FromKubernetes(everything.Kubernetes().Add())
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]selector.Selector{
		"Everything": everything, "Parse": selector.MustParse(" "), "New": selector.New(), "Simplify": everything.Simplify(),
		"And": everything.And(everything), "And of requirements": everything.And(selector.MustParse("a!=x")),
		"FromKubernetes": fromKubernetes, "FromLabelSelector": fromLabelSelector, "FromSet": fromSet, "Add": added,
	} {
		type config struct {
			Pods selector.Selector `json:"pods,omitzero"`
		}
		isEverything := s.Equivalent(everything)
		if s.IsZero() != isEverything || reflect.DeepEqual(s, selector.Selector{}) != isEverything {
			t.Errorf("%s: %#v: IsZero %t", name, s, s.IsZero())
		}
		if data, err := json.Marshal(config{s}); err != nil || (string(data) == "{}") != isEverything {
			t.Errorf("%s: %s, %v", name, data, err)
		}
	}
	if selector.Nothing().IsZero() {
		t.Error("Nothing is zero")
	}
}

// TestRepresentationsRoundTrip converts selectors to every other representation and back.
func TestRepresentationsRoundTrip(t *testing.T) {
	selectors := []selector.Selector{selector.Everything(), selector.Nothing()}
	for _, tt := range accepted {
		selectors = append(selectors, selector.MustParse(tt.text))
	}
	for _, s := range selectors {
		t.Run(s.String(), func(t *testing.T) {
			roundTrips := map[string]func() (selector.Selector, error){
				"text":         func() (selector.Selector, error) { return selector.Parse(s.String()) },
				"requirements": func() (selector.Selector, error) { return selector.New(slices.Collect(s.Requirements())...), nil },
				"query":        func() (selector.Selector, error) { return selector.FromQuery(s.Query()) },
				"Kubernetes":   func() (selector.Selector, error) { return selector.FromKubernetes(s.Kubernetes()) },
				"requirements of Kubernetes": func() (selector.Selector, error) {
					requirements, selectable := s.Kubernetes().Requirements()
					if !selectable {
						return selector.Nothing(), nil
					}
					return selector.FromKubernetes(kubelabels.NewSelector().Add(requirements...))
				},
				"LabelSelector": func() (selector.Selector, error) {
					ls, err := s.LabelSelector()
					if _, inexpressible := errors.AsType[*selector.RequirementError](err); inexpressible {
						for r := range s.Requirements() {
							if r.Operator() >= selector.GreaterThan {
								return s, nil
							}
						}
					}
					if err != nil {
						return s, err
					}
					return selector.FromLabelSelector(ls)
				},
				"JSON": func() (selector.Selector, error) {
					var again selector.Selector
					data, err := json.Marshal(s)
					if err != nil {
						return again, err
					}
					err = json.Unmarshal(data, &again)
					return again, err
				},
			}
			for name, roundTrip := range roundTrips {
				if got, err := roundTrip(); err != nil || !got.Equal(s) {
					t.Errorf("%s: %q, %v", name, got, err)
				}
			}
		})
	}
}
