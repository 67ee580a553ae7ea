package conformance

import (
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kubelabels "k8s.io/apimachinery/pkg/labels"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

// selecting is a selector as text, another one as API object, and labels to match.
type selecting struct {
	Text          string                `json:"text"`
	LabelSelector *metav1.LabelSelector `json:"labelSelector,omitempty"`
	Labels        map[string]string     `json:"labels,omitempty"`
}

// behavior is how one side treats the selectors of a case.
type behavior struct {
	Accepts, Matches           bool // the selector as text
	AcceptsObject, MatchesLike bool // the LabelSelector
	Canonical, Converted       bool // whether apimachinery matches the text and the LabelSelector that jobapi writes
}

// selectorArea compares package selector with apimachinery.
func selectorArea() area {
	return differential[selecting]{name: "selectors", random: randomSelecting, ask: askSelector}
}

func askSelector(_ testing.TB, c *selecting) answer {
	var theirs, ours behavior
	set := kubelabels.Set(c.Labels)
	if s, err := kubelabels.Parse(c.Text); err == nil {
		theirs.Accepts, theirs.Matches = true, s.Matches(set)
		theirs.Canonical, theirs.Converted = theirs.Matches, theirs.Matches
	}
	if s, err := selector.Parse(c.Text); err == nil {
		ours.Accepts, ours.Matches = true, s.Matches(labels.Set(c.Labels))
		if again, err := kubelabels.Parse(s.String()); err == nil {
			ours.Canonical = again.Matches(set)
		}
		ours.Converted = ours.Matches
		if object, err := s.LabelSelector(); err == nil { // a LabelSelector can't express > and <
			again, err := metav1.LabelSelectorAsSelector(object)
			ours.Converted = err == nil && again.Matches(set)
		}
	}
	if s, err := metav1.LabelSelectorAsSelector(c.LabelSelector); err == nil {
		theirs.AcceptsObject, theirs.MatchesLike = true, s.Matches(set)
	}
	if s, err := selector.FromLabelSelector(c.LabelSelector); err == nil {
		ours.AcceptsObject, ours.MatchesLike = true, s.Matches(labels.Set(c.Labels))
	}
	return answer{theirs: theirs, ours: ours, explain: unexplained}
}

var (
	keysToSelect   = []string{"a", "b", "app", "in", "notin", "example.com/a", "A", "a.b", "-a", "a/b/c", "", "ü"}
	valuesToSelect = []string{"", "a", "b", "in", "1", "2", "05", "-1", "9223372036854775807", "9223372036854775808", "a-", "a b", strings.Repeat("a", 63), strings.Repeat("a", 64)}
	selectorTokens = append([]string{"=", "==", "!=", "!", ">", "<", "(", ")", ",", " ", "\t", "\n", "=!", "(a)", "(a,b)", "in (a)", "notin (a,b)", "&", "\""}, keysToSelect...)
)

func randomSelecting(_ testing.TB, s source) selecting {
	c := selecting{Labels: map[string]string{}}
	for range s.IntN(4) {
		c.Labels[pick(s.random, keysToSelect)] = pick(s.random, valuesToSelect)
	}
	if s.IntN(3) == 0 {
		for range s.IntN(8) {
			c.Text += pick(s.random, selectorTokens)
		}
	} else {
		var requirements []string
		for range 1 + s.IntN(3) {
			requirements = append(requirements, s.requirement())
		}
		c.Text = strings.Join(requirements, ",")
	}
	if s.IntN(8) > 0 {
		c.LabelSelector = s.labelSelector()
	}
	return c
}

// requirement returns a requirement as text. Most are valid.
func (s source) requirement() string {
	key := pick(s.random, keysToSelect)
	if s.IntN(2) == 0 {
		key = pick(s.random, keysToSelect[:6])
	}
	value := pick(s.random, valuesToSelect)
	list := "(" + strings.Join([]string{value, pick(s.random, valuesToSelect)}[:1+s.IntN(2)], ",") + ")"
	return pick(s.random, []string{
		key, "!" + key, key + "=" + value, key + " == " + value, key + "!=" + value,
		key + " in " + list, key + " notin " + list, key + ">" + value, key + " < " + value,
	})
}

func (s source) labelSelector() *metav1.LabelSelector {
	ls := &metav1.LabelSelector{}
	for range s.IntN(3) {
		if ls.MatchLabels == nil {
			ls.MatchLabels = map[string]string{}
		}
		ls.MatchLabels[pick(s.random, keysToSelect)] = pick(s.random, valuesToSelect)
	}
	for range s.IntN(3) {
		requirement := metav1.LabelSelectorRequirement{
			Key:      pick(s.random, keysToSelect),
			Operator: pick(s.random, []metav1.LabelSelectorOperator{"In", "NotIn", "Exists", "DoesNotExist", "", "Gt"}),
		}
		for range s.IntN(3) {
			requirement.Values = append(requirement.Values, pick(s.random, valuesToSelect))
		}
		ls.MatchExpressions = append(ls.MatchExpressions, requirement)
	}
	return ls
}
