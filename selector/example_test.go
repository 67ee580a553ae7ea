package selector_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/url"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kubelabels "k8s.io/apimachinery/pkg/labels"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

func Example() {
	s, err := selector.Parse("environment = production, tier != frontend")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s)
	fmt.Println(s.Matches(labels.Set{"environment": "production", "tier": "backend"}))
	fmt.Println(s.Matches(labels.Set{"environment": "production"}))
	fmt.Println(s.Matches(labels.Set{"environment": "production", "tier": "frontend"}))
	// Output:
	// environment=production,tier!=frontend
	// true
	// true
	// false
}

func ExampleParse() {
	pod := labels.Set{"environment": "production", "partition": "customerA"}
	for _, text := range []string{
		"environment in (production, qa)",
		"tier notin (frontend, backend)",
		"partition",
		"!partition",
		"partition in (customerA, customerB),environment!=qa",
	} {
		s, err := selector.Parse(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(s, s.Matches(pod))
	}
	// Output:
	// environment in (production,qa) true
	// tier notin (backend,frontend) true
	// partition true
	// !partition false
	// environment!=qa,partition in (customerA,customerB) true
}

// The error says what was found and what was expected. For common mistakes it also says what to
// write instead.
func ExampleSyntaxError() {
	_, err := selector.Parse("environment not in (qa)")
	if syntax, ok := errors.AsType[*selector.SyntaxError](err); ok {
		fmt.Println(syntax.Msg)
		fmt.Println(syntax.Caret())
		fmt.Println(syntax.Hint)
	}
	// Output:
	// found "not", expected one of = == != in notin > <, or ',' or the end
	// environment not in (qa)
	//             ^
	// notin is one word: key notin (a,b)
}

func ExampleSyntaxError_Caret() {
	_, err := selector.Parse("app=web,image=nginx:1.27")
	if syntax, ok := errors.AsType[*selector.SyntaxError](err); ok {
		fmt.Println(syntax.Caret())
	}
	// Output:
	// app=web,image=nginx:1.27
	//                    ^
}

// MustParse is for selectors that are constants of a program.
func ExampleMustParse() {
	var canaries = selector.MustParse("app=web,track=canary")
	fmt.Println(canaries.Matches(labels.Set{"app": "web", "track": "canary"}))
	// Output:
	// true
}

func ExampleNewRequirement() {
	r, err := selector.NewRequirement("cpu", selector.GreaterThan, "4")
	fmt.Println(r, err)
	_, err = selector.NewRequirement("cpu", selector.GreaterThan, "many")
	fmt.Println(err)
	// Output:
	// cpu>4 <nil>
	// values[0]: GreaterThan needs a 64-bit decimal integer, not "many"
}

func ExampleRequirement() {
	for r := range selector.MustParse("tier in (b,a),!canary,cpu>04").Requirements() {
		number, numeric := r.Number()
		fmt.Println(r.Key(), r.Operator(), r.Values(), number, numeric)
	}
	// Output:
	// canary DoesNotExist [] 0 false
	// cpu GreaterThan [4] 4 true
	// tier In [a b] 0 false
}

// All yields the values of a requirement without copying them.
func ExampleRequirement_All() {
	r, err := selector.NewRequirement("zone", selector.In, "c", "a", "b", "a")
	if err != nil {
		fmt.Println(err)
		return
	}
	for value := range r.All() {
		fmt.Println(value)
	}
	// Output:
	// a
	// b
	// c
}

func ExampleRequirement_Matches() {
	r, err := selector.NewRequirement("tier", selector.NotIn, "frontend")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Matches(labels.Set{"tier": "backend"}), r.Matches(nil))
	// Output:
	// true true
}

func ExampleNew() {
	app, err := selector.NewRequirement("app", selector.In, "web", "api")
	if err != nil {
		fmt.Println(err)
		return
	}
	stable, err := selector.NewRequirement("canary", selector.DoesNotExist)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(selector.New(stable, app))
	// Output:
	// app in (api,web),!canary
}

func ExampleEverything() {
	s := selector.Everything()
	fmt.Printf("%q %t %t\n", s, s.IsZero(), s.Matches(nil))
	// Output:
	// "" true true
}

// The text of Nothing doesn't select anything on a server either.
func ExampleNothing() {
	fmt.Println(selector.Nothing(), selector.Nothing().Satisfiable())
	// Output:
	// nothing,!nothing false
}

// A Job, a Deployment and a DaemonSet have such a selector.
func ExampleFromLabelSelector() {
	s, err := selector.FromLabelSelector(&metav1.LabelSelector{
		MatchLabels: map[string]string{"component": "redis"},
		MatchExpressions: []metav1.LabelSelectorRequirement{
			{Key: "tier", Operator: metav1.LabelSelectorOpIn, Values: []string{"cache"}},
			{Key: "environment", Operator: metav1.LabelSelectorOpNotIn, Values: []string{"dev"}},
		},
	})
	fmt.Println(s, err)
	// Output:
	// component=redis,environment!=dev,tier=cache <nil>
}

// The path of the error leads to the malformed part of the LabelSelector.
func ExampleRequirementError() {
	_, err := selector.FromLabelSelector(&metav1.LabelSelector{
		MatchExpressions: []metav1.LabelSelectorRequirement{
			{Key: "tier", Operator: metav1.LabelSelectorOpExists},
			{Key: "environment", Operator: metav1.LabelSelectorOpNotIn},
		},
	})
	if invalid, ok := errors.AsType[*selector.RequirementError](err); ok {
		fmt.Println(invalid.Path)
		fmt.Println(invalid.Msg)
	}
	// Output:
	// matchExpressions[1].values
	// NotIn needs at least one value
}

func ExampleSelector_LabelSelector() {
	ls, err := selector.MustParse("app=web,tier in (a,b)").LabelSelector()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ls.MatchLabels, ls.MatchExpressions[0].Values)

	_, err = selector.MustParse("cpu>4").LabelSelector()
	fmt.Println(err)
	// Output:
	// map[app:web] [a b]
	// operator: a LabelSelector can't express cpu>4: its operators are In, NotIn, Exists and DoesNotExist
}

// A Service and a ReplicationController have such a selector.
func ExampleFromSet() {
	s, err := selector.FromSet(map[string]string{"component": "redis"})
	fmt.Println(s, err)
	// Output:
	// component=redis <nil>
}

// An API server reads the selector of a list or watch request.
func ExampleFromQuery() {
	request, err := url.Parse("/api/v1/pods?labelSelector=environment+in+%28production%2Cqa%29%2Ctier%3Dfrontend")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := selector.FromQuery(request.Query())
	fmt.Println(s, err)
	// Output:
	// environment in (production,qa),tier=frontend <nil>
}

func ExampleSelector_Query() {
	s := selector.MustParse("environment in (production,qa)")
	list := url.URL{Path: "/api/v1/pods", RawQuery: s.Query().Encode()}
	fmt.Println(&list)
	// Output:
	// /api/v1/pods?labelSelector=environment+in+%28production%2Cqa%29
}

// FromKubernetes rejects a selector of apimachinery with a malformed requirement.
func ExampleFromKubernetes() {
	s, err := selector.FromKubernetes(kubelabels.SelectorFromSet(kubelabels.Set{"app": "web"}))
	fmt.Println(s, err)
	_, err = selector.FromKubernetes(kubelabels.SelectorFromSet(kubelabels.Set{"app": "web 2"}))
	fmt.Println(err)
	// Output:
	// app=web <nil>
	// requirements[0].values[0]: value has ' ', but only letters, digits, '-', '_' and '.' are allowed, at byte 3 of "web 2"
}

// Listers, informers and clients take the result.
func ExampleSelector_Kubernetes() {
	s := selector.MustParse("app=web,tier!=frontend").Kubernetes()
	fmt.Println(s.String(), s.Matches(kubelabels.Set{"app": "web"}))
	// Output:
	// app=web,tier!=frontend true
}

// A Selector can be a field of a configuration, and a flag.
func ExampleSelector_UnmarshalText() {
	var config struct {
		Pods selector.Selector `json:"pods"`
	}
	err := json.Unmarshal([]byte(`{"pods": "tier in (b, a), app == web"}`), &config)
	fmt.Println(config.Pods, err)

	flags := flag.NewFlagSet("prune", flag.ContinueOnError)
	flags.TextVar(&config.Pods, "l", selector.Everything(), "select the pods to delete")
	err = flags.Parse([]string{"-l", "app=web"})
	fmt.Println(config.Pods, err)
	// Output:
	// app=web,tier in (a,b) <nil>
	// app=web <nil>
}

func ExampleSelector_Matches() {
	s := selector.MustParse("app=web,replicas>1,!canary")
	fmt.Println(s.Matches(labels.Set{"app": "web", "replicas": "3"}))
	fmt.Println(s.Matches(labels.Set{"app": "web", "replicas": "3", "canary": ""}))
	// Output:
	// true
	// false
}

// MatchesFunc matches labels that aren't in a map.
func ExampleSelector_MatchesFunc() {
	header := http.Header{"Tier": {"backend"}}
	lookup := func(key string) (string, bool) {
		values, present := header[key]
		if !present {
			return "", false
		}
		return values[0], true
	}
	fmt.Println(selector.MustParse("Tier in (backend,frontend)").MatchesFunc(lookup))
	// Output:
	// true
}

// Explain says why a selector doesn't match.
func ExampleSelector_Explain() {
	s := selector.MustParse("app=web,!canary,tier in (frontend,backend)")
	for _, mismatch := range s.Explain(labels.Set{"app": "web", "tier": "frontnd", "canary": "true"}) {
		fmt.Println(mismatch)
	}
	// Output:
	// !canary: label canary is present, with value "true"
	// tier in (backend,frontend): label tier is "frontnd"
}

// And narrows a selector. An API server could use it to confine a user to a tenant.
func ExampleSelector_And() {
	tenant := selector.MustParse("tenant=blue")
	query := selector.MustParse("app=web,tenant in (blue,green)")
	fmt.Println(query.And(tenant))
	fmt.Println(query.And(tenant).Simplify())
	// Output:
	// app=web,tenant=blue,tenant in (blue,green)
	// app=web,tenant=blue
}

// Two controllers fight over the objects that both of their selectors match. Example returns the
// labels of such an object.
func ExampleSelector_Overlaps() {
	web := selector.MustParse("app=web,track notin (canary)")
	all := selector.MustParse("app in (web,api)")
	canary := selector.MustParse("app=web,track=canary")
	fmt.Println(web.Overlaps(canary))
	fmt.Println(web.Overlaps(all))
	fmt.Println(web.And(all).Example())
	// Output:
	// false
	// true
	// app=web true
}

func ExampleSelector_Example() {
	fmt.Println(selector.MustParse("app,tier notin (a,b),cpu>4").Example())
	fmt.Println(selector.MustParse("cpu>4,cpu<5").Example())
	// Output:
	// app=,cpu=5 true
	//  false
}

// A selector is satisfiable if any valid labels match it.
func ExampleSelector_Satisfiable() {
	for _, text := range []string{"app=web,app=api", "app in (web,api),app!=web", "cpu>4,cpu<5"} {
		fmt.Println(selector.MustParse(text).Satisfiable())
	}
	// Output:
	// false
	// true
	// false
}

func ExampleSelector_Implies() {
	narrow := selector.MustParse("app=web,tier in (a,b)")
	wide := selector.MustParse("app,tier!=c")
	fmt.Println(narrow.Implies(wide), wide.Implies(narrow))
	// Output:
	// true false
}

// Equal compares requirements. Equivalent compares what the selectors match.
func ExampleSelector_Equivalent() {
	a, b := selector.MustParse("app=web"), selector.MustParse("app,app in (web,api),app!=api")
	fmt.Println(a.Equal(b), a.Equivalent(b))
	// Output:
	// false true
}

// Equal selectors have the same canonical text.
func ExampleSelector_Equal() {
	a, b := selector.MustParse("tier in (a),app=web"), selector.MustParse("app==web, tier=a")
	fmt.Println(a.Equal(b), a.String() == b.String())
	// Output:
	// true true
}

// Equivalent selectors simplify to the same text.
func ExampleSelector_Simplify() {
	for _, text := range []string{
		"a in (1,2,3),a notin (2),a!=3",
		"a,a=1",
		"cpu>4,cpu>8,cpu<100",
		"a=1,a=2",
	} {
		fmt.Println(selector.MustParse(text).Simplify())
	}
	// Output:
	// a=1
	// a=1
	// cpu>8,cpu<100
	// nothing,!nothing
}

// A store with an index on a key can look up the one value that the selector allows.
func ExampleSelector_ExactValue() {
	fmt.Println(selector.MustParse("tenant in (blue,green),tenant!=green,app").ExactValue("tenant"))
	fmt.Println(selector.MustParse("tenant in (blue,green)").ExactValue("tenant"))
	// Output:
	// blue true
	//  false
}

func ExampleSelector_Requirements() {
	for r := range selector.MustParse("tier!=frontend,app in (web,api)").Requirements() {
		fmt.Printf("%s %s %q\n", r.Key(), r.Operator(), r.Values())
	}
	// Output:
	// app In ["api" "web"]
	// tier NotIn ["frontend"]
}
