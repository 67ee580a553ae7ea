package selector_test

import (
	"errors"
	"fmt"
	"net/url"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

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

// Set-based requirements filter keys by a set of values.
func ExampleParse() {
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
		fmt.Println(s, s.Matches(labels.Set{"environment": "production", "partition": "customerA"}))
	}
	// Output:
	// environment in (production,qa) true
	// tier notin (backend,frontend) true
	// partition true
	// !partition false
	// environment!=qa,partition in (customerA,customerB) true
}

// Errors say what was found, what was expected, and what people who write this mean.
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

// The selector of a Job, a Deployment or a DaemonSet.
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

// The selector of a Service or a ReplicationController.
func ExampleFromSet() {
	s, err := selector.FromSet(map[string]string{"component": "redis"})
	fmt.Println(s, err)
	// Output:
	// component=redis <nil>
}

// The parameter of a list or watch request.
func ExampleFromQuery() {
	request, err := url.Parse("/api/v1/pods?labelSelector=environment+in+%28production%2Cqa%29%2Ctier+in+%28frontend%29")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := selector.FromQuery(request.Query())
	fmt.Println(s, err)
	// Output:
	// environment in (production,qa),tier=frontend <nil>
}

// Two controllers fight if there are labels that both of their selectors match. The example shows
// such labels.
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

func ExampleSelector_Implies() {
	narrow := selector.MustParse("app=web,tier in (a,b)")
	wide := selector.MustParse("app,tier!=c")
	fmt.Println(narrow.Implies(wide), wide.Implies(narrow))
	// Output:
	// true false
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

// Why does this pod not match?
func ExampleSelector_Explain() {
	s := selector.MustParse("app=web,!canary,tier in (frontend,backend)")
	for _, mismatch := range s.Explain(labels.Set{"app": "web", "tier": "frontnd", "canary": "true"}) {
		fmt.Println(mismatch)
	}
	// Output:
	// !canary: the label is there, with value "true"
	// tier in (backend,frontend): the label is "frontnd"
}

// A selector for the listers, informers and clients of Kubernetes.
func ExampleSelector_Kubernetes() {
	s := selector.MustParse("app=web,tier!=frontend").Kubernetes()
	fmt.Println(s.String(), s.Empty())
	// Output:
	// app=web,tier!=frontend false
}

func ExampleNewRequirement() {
	r, err := selector.NewRequirement("cpu", selector.GreaterThan, "4")
	fmt.Println(r, err)
	_, err = selector.NewRequirement("cpu", selector.GreaterThan, "many")
	fmt.Println(err)
	// Output:
	// cpu>4 <nil>
	// values[0]: GreaterThan takes an integer of 64 bits in base 10, which "many" is not
}
