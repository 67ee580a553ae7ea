package selector_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kubelabels "k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/selection"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

// TestFormsKeepTheMeaning takes selectors through every form that can hold them, and back.
func TestFormsKeepTheMeaning(t *testing.T) {
	selectors := []selector.Selector{selector.Everything(), selector.Nothing()}
	for _, tt := range accepted {
		selectors = append(selectors, selector.MustParse(tt.text))
	}
	for _, s := range selectors {
		t.Run(s.String(), func(t *testing.T) {
			back := map[string]func() (selector.Selector, error){
				"text":         func() (selector.Selector, error) { return selector.Parse(s.String()) },
				"requirements": func() (selector.Selector, error) { return selector.New(slices.Collect(s.Requirements())...), nil },
				"query":        func() (selector.Selector, error) { return selector.FromQuery(s.Query()) },
				"Kubernetes":   func() (selector.Selector, error) { return selector.FromKubernetes(s.Kubernetes()) },
				"Kubernetes' requirements": func() (selector.Selector, error) {
					requirements, selectable := s.Kubernetes().Requirements()
					if !selectable {
						return selector.Nothing(), nil
					}
					return selector.FromKubernetes(kubelabels.NewSelector().Add(requirements...))
				},
				"LabelSelector": func() (selector.Selector, error) {
					ls, err := s.LabelSelector()
					if _, impossible := errors.AsType[*selector.RequirementError](err); impossible {
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
				"marshalled": func() (selector.Selector, error) {
					var again selector.Selector
					data, err := json.Marshal(s)
					if err != nil {
						return again, err
					}
					err = json.Unmarshal(data, &again)
					return again, err
				},
			}
			for name, form := range back {
				if got, err := form(); err != nil || !got.Equal(s) {
					t.Errorf("%s: %q, %v", name, got, err)
				}
			}
		})
	}
}

func TestFromLabelSelector(t *testing.T) {
	expression := func(key string, op metav1.LabelSelectorOperator, values ...string) metav1.LabelSelectorRequirement {
		return metav1.LabelSelectorRequirement{Key: key, Operator: op, Values: values}
	}
	tests := []struct {
		name string
		ls   *metav1.LabelSelector
		want selector.Selector
	}{
		{"nil is nothing", nil, selector.Nothing()},
		{"empty is everything", &metav1.LabelSelector{}, selector.Everything()},
		{"empty fields are everything", &metav1.LabelSelector{MatchLabels: map[string]string{}, MatchExpressions: []metav1.LabelSelectorRequirement{}}, selector.Everything()},
		{"labels", &metav1.LabelSelector{MatchLabels: map[string]string{"b": "2", "a": ""}}, selector.MustParse("a=,b=2")},
		{
			"labels and expressions",
			&metav1.LabelSelector{
				MatchLabels: map[string]string{"component": "redis"},
				MatchExpressions: []metav1.LabelSelectorRequirement{
					expression("tier", "In", "cache"), expression("environment", "NotIn", "dev", "qa"),
					expression("partition", "Exists"), expression("canary", "DoesNotExist"),
				},
			},
			selector.MustParse("component=redis,tier in (cache),environment notin (qa,dev),partition,!canary"),
		},
		{
			"the same key in both must meet both",
			&metav1.LabelSelector{MatchLabels: map[string]string{"a": "1"}, MatchExpressions: []metav1.LabelSelectorRequirement{expression("a", "In", "1", "2")}},
			selector.MustParse("a=1,a in (1,2)"),
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := tt.ls.DeepCopy()
			got, err := selector.FromLabelSelector(tt.ls)
			if err != nil || !got.Equal(tt.want) {
				t.Fatalf("got %q, %v, want %q", got, err, tt.want)
			}
			if diff := cmp.Diff(before, tt.ls); diff != "" {
				t.Errorf("the input changed:\n%s", diff)
			}
			theirs, err := metav1.LabelSelectorAsSelector(tt.ls)
			if err != nil {
				t.Fatal(err)
			}
			if converted, err := selector.FromKubernetes(theirs); err != nil || !converted.Equal(got) {
				t.Errorf("got %q, apimachinery: %q, %v", got, converted, err)
			}
			if tt.ls != nil && len(tt.ls.MatchExpressions) > 0 {
				for i := range tt.ls.MatchExpressions {
					clear(tt.ls.MatchExpressions[i].Values)
				}
				if !got.Equal(tt.want) {
					t.Errorf("writing into the input changed the selector to %q", got)
				}
			}
		})
	}
	longestKey := strings.Repeat("p", labels.MaxPrefixLength) + "/" + strings.Repeat("n", labels.MaxNameLength)
	errorTests := []struct {
		name   string
		ls     metav1.LabelSelector
		path   string
		msg    string
		syntax bool
	}{
		{"malformed key", metav1.LabelSelector{MatchLabels: map[string]string{"z": "", "B/a": "x", "C/a": "x"}}, `matchLabels["B/a"]`, "prefix has 'B'", true},
		{"malformed value", metav1.LabelSelector{MatchLabels: map[string]string{"a": "b c"}}, `matchLabels["a"]`, "value has ' '", true},
		{"no key", metav1.LabelSelector{MatchLabels: map[string]string{"": ""}}, `matchLabels[""]`, "name is missing", true},
		{"key with a bracket", metav1.LabelSelector{MatchLabels: map[string]string{`a"].b`: ""}}, `matchLabels["a\"].b"]`, "name has '\"'", true},
		{"longest key", metav1.LabelSelector{MatchLabels: map[string]string{longestKey: "?"}}, `matchLabels["` + longestKey + `"]`, "value has '?'", true},
		{"malformed key of an expression", metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{expression("a", "Exists"), expression("-", "Exists")}}, "matchExpressions[1].key", "name begins", true},
		{"malformed value of an expression", metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{expression("a", "In", "b", "?")}}, "matchExpressions[0].values[1]", "value has '?'", true},
		{"no values", metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{expression("a", "NotIn")}}, "matchExpressions[0].values", "NotIn needs", false},
		{"values where none belong", metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{expression("a", "Exists", "b")}}, "matchExpressions[0].values", "Exists takes no values", false},
		{"numeric operator", metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{expression("a", "Gt", "1")}}, "matchExpressions[0].operator", `there is no "Gt"`, false},
		{"no operator", metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "a"}}}, "matchExpressions[0].operator", `there is no ""`, false},
	}
	for _, tt := range errorTests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := selector.FromLabelSelector(&tt.ls)
			checkRequirementError(t, err, tt.path, tt.msg, tt.syntax)
			if !s.Equal(selector.Selector{}) {
				t.Errorf("a selector with the error: %q", s)
			}
			if _, err := metav1.LabelSelectorAsSelector(&tt.ls); err == nil {
				t.Error("apimachinery accepts it")
			}
		})
	}
}

func TestToLabelSelector(t *testing.T) {
	got, err := selector.MustParse("a=1,a=2,b in (x,y),c!=z,d,!e").LabelSelector()
	want := &metav1.LabelSelector{
		MatchLabels: map[string]string{"a": "1"},
		MatchExpressions: []metav1.LabelSelectorRequirement{
			{Key: "a", Operator: "In", Values: []string{"2"}},
			{Key: "b", Operator: "In", Values: []string{"x", "y"}},
			{Key: "c", Operator: "NotIn", Values: []string{"z"}},
			{Key: "d", Operator: "Exists"},
			{Key: "e", Operator: "DoesNotExist"},
		},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for _, text := range []string{"a>1", "a=1,b<2"} {
		ls, err := selector.MustParse(text).LabelSelector()
		checkRequirementError(t, err, "operator", "has no form in a LabelSelector", false)
		if ls != nil {
			t.Errorf("%s: %v with the error", text, ls)
		}
	}
}

func TestFromSet(t *testing.T) {
	for _, set := range []labels.Set{nil, {}} {
		if s, err := selector.FromSet(set); err != nil || !s.Equal(selector.Everything()) {
			t.Errorf("an empty set: %q, %v", s, err)
		}
	}
	set := labels.Set{"component": "redis", "a": ""}
	s, err := selector.FromSet(set)
	if err != nil || !s.Equal(selector.MustParse("a=,component=redis")) {
		t.Errorf("got %q, %v", s, err)
	}
	clear(set)
	if s.String() != "a=,component=redis" {
		t.Errorf("clearing the set changed the selector to %q", s)
	}
	_, err = selector.FromSet(labels.Set{"a": "1", "B/x": "", "b": "?"})
	checkRequirementError(t, err, `["B/x"]`, "prefix has 'B'", true)
	_, err = selector.FromSet(labels.Set{"a": "1", "b": "?"})
	checkRequirementError(t, err, `["b"]`, "value has '?'", true)
}

// TestRequirementErrorsAreShort gives a megabyte of malformed text to all that names it in an
// error.
func TestRequirementErrorsAreShort(t *testing.T) {
	long := strings.Repeat("é", 1<<19)
	_, key := selector.FromSet(labels.Set{long: ""})
	_, value := selector.FromSet(labels.Set{"a": long})
	_, requirement := selector.NewRequirement(long, selector.In, long)
	_, operator := selector.FromLabelSelector(&metav1.LabelSelector{
		MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "a", Operator: metav1.LabelSelectorOperator(long)}},
	})
	for name, err := range map[string]error{"key": key, "value": value, "requirement": requirement, "operator": operator} {
		if err == nil || len(err.Error()) > 1000 || !utf8.ValidString(err.Error()) {
			t.Errorf("%s: %.1200v", name, err)
		}
	}
}

func TestQuery(t *testing.T) {
	s, err := selector.FromQuery(url.Values{"labelSelector": {"a=1", "b=2"}, "limit": {"5"}})
	if err != nil || s.String() != "a=1" {
		t.Errorf("got %q, %v", s, err)
	}
	if s, err := selector.FromQuery(nil); err != nil || !s.Equal(selector.Everything()) {
		t.Errorf("no query: %q, %v", s, err)
	}
	_, err = selector.FromQuery(url.Values{"labelSelector": {"a:1"}})
	if _, ok := errors.AsType[*selector.SyntaxError](err); !ok {
		t.Errorf("got %v", err)
	}
	if got := selector.Everything().Query(); got == nil || len(got) != 0 {
		t.Errorf("the query of everything: %v", got)
	}
	if got := selector.MustParse("a in (x,y)").Query().Encode(); got != "labelSelector=a+in+%28x%2Cy%29" {
		t.Errorf("got %q", got)
	}
}

func TestText(t *testing.T) {
	type config struct {
		Pods selector.Selector `json:"pods"`
	}
	var c config
	if err := json.Unmarshal([]byte(`{"pods": "tier in (b, a),app=web"}`), &c); err != nil || c.Pods.String() != "app=web,tier in (a,b)" {
		t.Errorf("got %q, %v", c.Pods, err)
	}
	err := json.Unmarshal([]byte(`{"pods": "a not in (b)"}`), &c)
	if _, ok := errors.AsType[*selector.SyntaxError](err); !ok || c.Pods.String() != "app=web,tier in (a,b)" {
		t.Errorf("got %v, and %q where the old value should be", err, c.Pods)
	}
	if data, err := json.Marshal(c); err != nil || string(data) != `{"pods":"app=web,tier in (a,b)"}` {
		t.Errorf("got %s, %v", data, err)
	}

	var s selector.Selector
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.TextVar(&s, "l", selector.MustParse("app=web"), "")
	if s.String() != "app=web" {
		t.Errorf("default of the flag: %q", s)
	}
	if err := flags.Parse([]string{"-l", "a=b"}); err != nil || s.String() != "a=b" {
		t.Errorf("flag: %q, %v", s, err)
	}
	if err := flags.Parse([]string{"-l", "a b"}); err == nil || s.String() != "a=b" {
		t.Errorf("malformed flag: %q, %v", s, err)
	}

	text := []byte("a=b")
	if err := s.UnmarshalText(text); err != nil {
		t.Fatal(err)
	}
	clear(text)
	if s.String() != "a=b" {
		t.Errorf("it keeps the caller's bytes: %q", s)
	}
	if got, err := s.AppendText([]byte("-l ")); err != nil || string(got) != "-l a=b" {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestEverythingHasOneForm makes the selector that matches everything in every way there is. It
// is the zero Selector, which is not written as a field with omitzero.
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
		"And": everything.And(everything), "And of something": everything.And(selector.MustParse("a!=x")),
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
		t.Error("nothing is everything")
	}
}

// A selector of Kubernetes' own kind that has requirements nobody checked.
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
	_, err = selector.FromKubernetes(unchecked{})
	checkRequirementError(t, err, "requirements[0].operator", `there is no ""`, false)
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
	// The zero requirement of apimachinery matches nothing, also here.
	if s := a.Add(kubelabels.Requirement{}); s.Matches(kubelabels.Set{"a": "1", "b": "x"}) {
		t.Errorf("with the zero requirement it matches: %q", s)
	}
	if !selector.MustParse("!a").Kubernetes().Matches(nil) {
		t.Error("no labels at all do not match")
	}
	if selector.Nothing().Kubernetes().Matches(kubelabels.Set{"nothing": ""}) {
		t.Error("nothing matches")
	}
	theirs, err := kubelabels.Parse(selector.Nothing().Kubernetes().String())
	if err != nil || theirs.Matches(kubelabels.Set{}) || theirs.Matches(kubelabels.Set{"nothing": ""}) {
		t.Errorf("a server reads nothing as %q, %v", theirs, err)
	}
}

// TestKubernetesIsAValue holds that programs may compare, copy and share what Kubernetes returns.
func TestKubernetesIsAValue(t *testing.T) {
	s := selector.MustParse("a=1,b in (x,y)")
	a, b := s.Kubernetes(), s.Kubernetes()
	if a == b || a != a.DeepCopySelector() {
		t.Error("== does not tell one from another")
	}
	if seen := map[kubelabels.Selector]bool{a: true}; !seen[a] || seen[b] {
		t.Error("it is no key of a map")
	}
	if _, ok := a.(encoding.TextUnmarshaler); ok {
		t.Error("who unmarshals into it changes it for all that share it")
	}
	if data, err := json.Marshal(a); err != nil || string(data) != `"a=1,b in (x,y)"` {
		t.Errorf("got %s, %v", data, err)
	}
	// labels.Set of this module is no labels.Set of apimachinery.
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
		t.Errorf("making it takes %v allocations", allocs)
	}
}

var sink kubelabels.Selector
