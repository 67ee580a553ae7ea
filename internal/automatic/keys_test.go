package automatic

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/apis/batch"
)

// own are keys that no server uses.
var own = batch.SelectorLabels{UID: []string{"example.com/uid"}, Name: []string{"example.com/name"}}

func TestKeysOf(t *testing.T) {
	for name, tt := range map[string]struct{ chosen, want batch.SelectorLabels }{
		"the zero value chooses the default keys": {want: batch.DefaultSelectorLabels()},
		"a choice":                   {chosen: own, want: own},
		"keys for the UID alone":     {chosen: batch.SelectorLabels{UID: own.UID}, want: batch.SelectorLabels{UID: own.UID}},
		"keys for the name alone":    {chosen: batch.SelectorLabels{Name: own.Name}, want: batch.SelectorLabels{Name: own.Name}},
		"empty lists choose nothing": {chosen: batch.SelectorLabels{UID: []string{}}, want: batch.DefaultSelectorLabels()},
	} {
		if diff := cmp.Diff(tt.want, KeysOf(tt.chosen).Chosen()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestCheck(t *testing.T) {
	for name, tt := range map[string]struct {
		chosen batch.SelectorLabels
		want   string
	}{
		"the default keys":              {batch.SelectorLabels{}, ""},
		"Kubernetes' keys":              {batch.KubernetesSelectorLabels(), ""},
		"own keys":                      {own, ""},
		"own keys for the UID alone":    {batch.SelectorLabels{UID: own.UID}, ""},
		"a key twice for the UID":       {batch.SelectorLabels{UID: []string{"a", "a"}}, ""},
		"no key for the UID":            {batch.SelectorLabels{Name: own.Name}, "the selector labels have no key for the UID: name at least one"},
		"a key for both":                {batch.SelectorLabels{UID: []string{"a", "x"}, Name: []string{"b", "x"}}, `the selector labels have the key "x" for the UID, but it is a key for the name: choose another`},
		"a server's name key as UID":    {batch.SelectorLabels{UID: []string{batch.JobNameLabel}}, `the selector labels have the key "batch.kubernetes.io/job-name" for the UID, but it is a key for the name: choose another`},
		"a server's UID key for a name": {batch.SelectorLabels{UID: []string{"a"}, Name: []string{"controller-uid"}}, `the selector labels have the key "controller-uid" for the name, but it is a key for the UID: choose another`},
		"an invalid key":                {batch.SelectorLabels{UID: []string{"a b"}}, `the selector labels have an invalid key: `},
	} {
		err := KeysOf(tt.chosen).Check()
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case tt.want != "" && (err == nil || len(err.Error()) < len(tt.want) || err.Error()[:len(tt.want)] != tt.want):
			t.Errorf("%s: got %v, want %s", name, err, tt.want)
		}
	}
}

func TestIdentity(t *testing.T) {
	const uid, name = "u", "n"
	for choice, tt := range map[string]struct {
		chosen batch.SelectorLabels
		want   []Label
	}{
		"default": {batch.SelectorLabels{}, []Label{
			{"controller-uid", uid, true}, {"batch.kubernetes.io/controller-uid", uid, false},
			{"job-name", name, true}, {"batch.kubernetes.io/job-name", name, false},
		}},
		"Kubernetes": {batch.KubernetesSelectorLabels(), []Label{
			{"batch.kubernetes.io/controller-uid", uid, true}, {"controller-uid", uid, true},
			{"batch.kubernetes.io/job-name", name, true}, {"job-name", name, true},
		}},
		"own": {batch.SelectorLabels{UID: []string{"a", "b", "a"}}, []Label{
			{"a", uid, true}, {"b", uid, true}, {"batch.kubernetes.io/controller-uid", uid, false}, {"controller-uid", uid, false},
			{"batch.kubernetes.io/job-name", name, false}, {"job-name", name, false},
		}},
	} {
		all := slices.Collect(KeysOf(tt.chosen).Identity(uid, name))
		if diff := cmp.Diff(tt.want, all); diff != "" {
			t.Errorf("%s (-want +got):\n%s", choice, diff)
		}
		for n := range len(all) { // a loop may end early
			var some []Label
			for label := range KeysOf(tt.chosen).Identity(uid, name) {
				if some = append(some, label); len(some) > n {
					break
				}
			}
			if diff := cmp.Diff(tt.want[:n+1], some); diff != "" {
				t.Errorf("%s, the first %d (-want +got):\n%s", choice, n+1, diff)
			}
		}
	}
}

func TestSelectors(t *testing.T) {
	expression := []metav1.LabelSelectorRequirement{{Key: "controller-uid", Operator: metav1.LabelSelectorOpExists}}
	for name, tt := range map[string]struct {
		selector                *metav1.LabelSelector
		empty, generated, isOwn bool
	}{
		"nil":                      {selector: nil, empty: true},
		"empty":                    {selector: &metav1.LabelSelector{MatchLabels: map[string]string{}}, empty: true},
		"own":                      {selector: byLabels("controller-uid", "u"), generated: true, isOwn: true},
		"own, under two keys":      {selector: byLabels("controller-uid", "u", "example.com/uid", "u"), generated: true, isOwn: true},
		"another Job's":            {selector: byLabels("batch.kubernetes.io/controller-uid", "x"), generated: true},
		"of two Jobs":              {selector: byLabels("controller-uid", "u", "example.com/uid", "x"), generated: true},
		"by name":                  {selector: byLabels("job-name", "u")},
		"by a label of the user":   {selector: byLabels("app", "u")},
		"with a label of the user": {selector: byLabels("controller-uid", "u", "app", "u")},
		"by expression":            {selector: &metav1.LabelSelector{MatchExpressions: expression}},
		"with an expression":       {selector: &metav1.LabelSelector{MatchLabels: map[string]string{"controller-uid": "u"}, MatchExpressions: expression}},
	} {
		keys := KeysOf(own)
		if got := IsEmpty(tt.selector); got != tt.empty {
			t.Errorf("%s: IsEmpty %t", name, got)
		}
		if got := keys.IsSelector(tt.selector); got != tt.generated {
			t.Errorf("%s: IsSelector %t", name, got)
		}
		if got := keys.IsOwn(tt.selector, "u"); got != tt.isOwn {
			t.Errorf("%s: IsOwn %t", name, got)
		}
		if keys.IsOwn(tt.selector, "") {
			t.Errorf("%s: IsOwn without a UID", name)
		}
	}
}

// byLabels returns a selector of keys and values.
func byLabels(pairs ...string) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchLabels: labelsOf(pairs...)}
}

// labelsOf returns labels of keys and values, nil if there are none.
func labelsOf(pairs ...string) map[string]string {
	var set map[string]string
	for i := 0; i < len(pairs); i += 2 {
		if set == nil {
			set = map[string]string{}
		}
		set[pairs[i]] = pairs[i+1]
	}
	return set
}
