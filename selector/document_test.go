package selector_test

import (
	"errors"
	"net/url"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

// TestLabelsAndSelectors has a sub-test for each sentence about behavior in the document "Labels
// and Selectors", named after the sentence.
func TestLabelsAndSelectors(t *testing.T) {
	matches := func(text, set string) bool {
		t.Helper()
		labels, err := labels.ParseSet(set)
		if err != nil {
			t.Fatal(err)
		}
		return selector.MustParse(text).Matches(labels)
	}
	equivalent := func(a, b string) bool {
		return selector.MustParse(a).Equivalent(selector.MustParse(b))
	}
	fromLabelSelector := func(ls *metav1.LabelSelector) selector.Selector {
		t.Helper()
		s, err := selector.FromLabelSelector(ls)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	in := func(key string, values ...string) metav1.LabelSelectorRequirement {
		return metav1.LabelSelectorRequirement{Key: key, Operator: metav1.LabelSelectorOpIn, Values: values}
	}
	sentences := []struct {
		sentence string
		holds    func() bool
	}{
		{"Each Key must be unique for a given object", func() bool {
			_, err := labels.ParseSet("key1=value1,key1=value2")
			_, malformed := errors.AsType[*labels.SyntaxError](err)
			return malformed
		}},
		{"Valid label keys have two segments: an optional prefix and name, separated by a slash", func() bool {
			return labels.ValidateKey("name") == nil && labels.ValidateKey("example.com/name") == nil && labels.ValidateKey("a/b/c") != nil
		}},
		{"The name segment is required and must be 63 characters or less", func() bool {
			name := numbered("%063d", 1)[0]
			return labels.ValidateKey("example.com/") != nil && labels.ValidateKey(name) == nil && labels.ValidateKey(name+"0") != nil
		}},
		{"beginning and ending with an alphanumeric character with dashes, underscores, dots, and alphanumerics between", func() bool {
			return labels.ValidateKey("a-_.Z9") == nil && labels.ValidateKey("-a") != nil && labels.ValidateKey("a.") != nil && labels.ValidateKey("a+b") != nil
		}},
		{"The prefix is optional. If specified, the prefix must be a DNS subdomain", func() bool {
			return labels.ValidateKey("a.b-c.d/name") == nil && labels.ValidateKey("a..b/name") != nil && labels.ValidateKey("A/name") != nil
		}},
		{"not longer than 253 characters in total", func() bool {
			prefix := numbered("%0253d", 1)[0]
			return labels.ValidateKey(prefix+"/name") == nil && labels.ValidateKey(prefix+"0/name") != nil
		}},
		{"If the prefix is omitted, the label key is presumed to be private to the user", func() bool {
			return labels.Prefix("name") == "" && labels.Prefix("example.com/name") == "example.com"
		}},
		{"The kubernetes.io/ prefix is reserved for Kubernetes core components", func() bool {
			return labels.IsReserved("kubernetes.io/name") && !labels.IsReserved("example.com/name") && !labels.IsReserved("name")
		}},
		{"Valid label values must be 63 characters or less and must be empty or begin and end with an alphanumeric character", func() bool {
			value := numbered("%063d", 1)[0]
			return labels.ValidateValue("") == nil && labels.ValidateValue(value) == nil && labels.ValidateValue(value+"0") != nil && labels.ValidateValue("a-") != nil
		}},
		{"many objects carry the same labels", func() bool {
			return matches("app=web", "app=web,pod=1") && matches("app=web", "app=web,pod=2")
		}},
		{"In the case of multiple requirements, all must be satisfied so the comma separator acts as an AND logical operator", func() bool {
			return matches("a=1,b=2", "a=1,b=2") && !matches("a=1,b=2", "a=1") && !matches("a=1,b=2", "b=2")
		}},
		{"An empty label selector selects every object in the collection", func() bool {
			return matches("", "") && matches("", "a=1") && fromLabelSelector(&metav1.LabelSelector{}).Equal(selector.Everything())
		}},
		{"A null label selector selects no objects", func() bool {
			s := fromLabelSelector(nil)
			return !s.Matches(nil) && !s.Matches(labels.Set{"a": "1"}) && !s.Satisfiable()
		}},
		{"the label selectors of two controllers must not overlap within a namespace", func() bool {
			overlap := selector.MustParse("app=web").Overlaps(selector.MustParse("tier=frontend"))
			return overlap && !selector.MustParse("app=web").Overlaps(selector.MustParse("app=db,tier=frontend"))
		}},
		{"Matching objects must satisfy all of the specified label constraints, though they may have additional labels as well", func() bool {
			return matches("environment=production", "environment=production,tier=frontend,x=y")
		}},
		{"Three kinds of operators are admitted =,==,!=. The first two represent equality, while the latter represents inequality", func() bool {
			return equivalent("a=b", "a==b") && !selector.MustParse("a=b").Overlaps(selector.MustParse("a!=b"))
		}},
		{"environment = production selects all resources with key equal to environment and value equal to production", func() bool {
			return matches("environment = production", "environment=production") && !matches("environment = production", "environment=qa") && !matches("environment = production", "")
		}},
		{"tier != frontend selects all resources with value distinct from frontend, and all resources with no labels with the tier key", func() bool {
			return matches("tier != frontend", "tier=backend") && matches("tier != frontend", "") && !matches("tier != frontend", "tier=frontend")
		}},
		{"resources in production excluding frontend using the comma operator", func() bool {
			const text = "environment=production,tier!=frontend"
			return matches(text, "environment=production,tier=backend") && !matches(text, "environment=production,tier=frontend")
		}},
		{"environment in (production, qa) selects all resources with value equal to production or qa", func() bool {
			const text = "environment in (production, qa)"
			return matches(text, "environment=production") && matches(text, "environment=qa") && !matches(text, "environment=dev") && !matches(text, "")
		}},
		{"tier notin (frontend, backend) selects all other values, and all resources with no labels with the tier key", func() bool {
			const text = "tier notin (frontend, backend)"
			return matches(text, "tier=cache") && matches(text, "") && !matches(text, "tier=frontend") && !matches(text, "tier=backend")
		}},
		{"partition selects all resources including a label with key partition; no values are checked", func() bool {
			return matches("partition", "partition=") && matches("partition", "partition=x") && !matches("partition", "")
		}},
		{"!partition selects all resources without a label with key partition; no values are checked", func() bool {
			return matches("!partition", "a=b") && !matches("!partition", "partition=")
		}},
		{"partition,environment notin (qa) selects with a partition key, no matter the value, and with environment different than qa", func() bool {
			const text = "partition,environment notin (qa)"
			return matches(text, "partition=x,environment=dev") && matches(text, "partition=x") && !matches(text, "partition=x,environment=qa") && !matches(text, "environment=dev")
		}},
		{"environment=production is equivalent to environment in (production); similarly for != and notin", func() bool {
			return equivalent("environment=production", "environment in (production)") && equivalent("a!=b", "a notin (b)")
		}},
		{"Set-based requirements can be mixed with equality-based requirements", func() bool {
			const text = "partition in (customerA, customerB),environment!=qa"
			return matches(text, "partition=customerB") && !matches(text, "partition=customerB,environment=qa")
		}},
		{"equality-based requirements: ?labelSelector=environment%3Dproduction,tier%3Dfrontend", func() bool {
			query, _ := url.ParseQuery("labelSelector=environment%3Dproduction,tier%3Dfrontend")
			s, err := selector.FromQuery(query)
			return err == nil && s.String() == "environment=production,tier=frontend"
		}},
		{"set-based requirements: ?labelSelector=environment+in+%28production%2Cqa%29%2Ctier+in+%28frontend%29", func() bool {
			query, _ := url.ParseQuery("labelSelector=environment+in+%28production%2Cqa%29%2Ctier+in+%28frontend%29")
			s, err := selector.FromQuery(query)
			return err == nil && s.String() == "environment in (production,qa),tier=frontend"
		}},
		{"they can implement the OR operator on values", func() bool {
			return matches("environment in (production, qa)", "environment=qa") && matches("environment in (production, qa)", "environment=production")
		}},
		{"restricting negative matching via exists operator", func() bool {
			const text = "environment,environment notin (frontend)"
			return matches(text, "environment=x") && !matches(text, "") && !matches(text, "environment=frontend")
		}},
		{"Service and ReplicationController: component: redis is equivalent to component=redis or component in (redis)", func() bool {
			s, err := selector.FromSet(map[string]string{"component": "redis"})
			return err == nil && s.Equivalent(selector.MustParse("component=redis")) && s.Equivalent(selector.MustParse("component in (redis)"))
		}},
		{"A single {key,value} in the matchLabels map is equivalent to an element of matchExpressions with operator In and that value alone", func() bool {
			label := fromLabelSelector(&metav1.LabelSelector{MatchLabels: map[string]string{"component": "redis"}})
			expression := fromLabelSelector(&metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{in("component", "redis")}})
			return label.Equivalent(expression)
		}},
		{"Valid operators include In, NotIn, Exists, and DoesNotExist", func() bool {
			for _, op := range []selector.Operator{selector.In, selector.NotIn, selector.Exists, selector.DoesNotExist} {
				r := metav1.LabelSelectorRequirement{Key: "a", Operator: metav1.LabelSelectorOperator(op.String())}
				if op < selector.Exists {
					r.Values = []string{"b"}
				}
				fromLabelSelector(&metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{r}})
			}
			_, err := selector.FromLabelSelector(&metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "a", Operator: "Like"}}})
			return err != nil
		}},
		{"The values set must be non-empty in the case of In and NotIn", func() bool {
			_, inErr := selector.NewRequirement("a", selector.In)
			_, notInErr := selector.NewRequirement("a", selector.NotIn)
			return inErr != nil && notInErr != nil
		}},
		{"All of the requirements, from both matchLabels and matchExpressions are ANDed together", func() bool {
			s := fromLabelSelector(&metav1.LabelSelector{
				MatchLabels:      map[string]string{"component": "redis"},
				MatchExpressions: []metav1.LabelSelectorRequirement{in("tier", "cache")},
			})
			return s.Matches(labels.Set{"component": "redis", "tier": "cache"}) && !s.Matches(labels.Set{"component": "redis"}) && !s.Matches(labels.Set{"tier": "cache"})
		}},
		{"select sets of nodes", func() bool {
			return matches("topology.kubernetes.io/zone in (a,b),cpu>4", "topology.kubernetes.io/zone=b,cpu=16")
		}},
	}
	for _, tt := range sentences {
		t.Run(tt.sentence, func(t *testing.T) {
			if !tt.holds() {
				t.Error("does not hold")
			}
		})
	}
}
