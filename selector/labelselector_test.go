package selector_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

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
		{"values for Exists", metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{expression("a", "Exists", "b")}}, "matchExpressions[0].values", "Exists takes no values", false},
		{"numeric operator", metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{expression("a", "Gt", "1")}}, "matchExpressions[0].operator", `unknown operator "Gt": write In`, false},
		{"no operator", metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "a"}}}, "matchExpressions[0].operator", `unknown operator ""`, false},
	}
	for _, tt := range errorTests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := selector.FromLabelSelector(&tt.ls)
			checkRequirementError(t, err, tt.path, tt.msg, tt.syntax)
			if !s.Equal(selector.Selector{}) {
				t.Errorf("returned %q with the error", s)
			}
			if _, err := metav1.LabelSelectorAsSelector(&tt.ls); err == nil {
				t.Error("apimachinery accepts it")
			}
		})
	}
}

func TestLabelSelector(t *testing.T) {
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
		checkRequirementError(t, err, "operator", "a LabelSelector can't express", false)
		if ls != nil {
			t.Errorf("%s: returned %v with the error", text, ls)
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
