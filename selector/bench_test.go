package selector_test

import (
	"fmt"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kubelabels "k8s.io/apimachinery/pkg/labels"

	"github.com/jobapi/jobapi/selector"
)

// texts are realistic selectors, from short to long.
var texts = []struct{ name, text string }{
	{"short", "app=nginx"},
	{"equality", "app=nginx,env=prod,tier!=frontend"},
	{"sets", "environment in (production, qa),tier notin (frontend,backend),partition,!canary"},
	{"prefixed", "app.kubernetes.io/name=web,app.kubernetes.io/instance in (a,b,c),topology.kubernetes.io/zone notin (z1)," +
		"node-role.kubernetes.io/worker,!node.kubernetes.io/exclude,cpu,mem,x!=y"},
	{"in100", "zone in (" + strings.Join(numbered("zone-%d", 100), ",") + ")"},
}

func numbered(format string, n int) []string {
	values := make([]string, n)
	for i := range values {
		values[i] = fmt.Sprintf(format, i)
	}
	return values
}

func BenchmarkParse(b *testing.B) {
	for _, tt := range texts {
		b.Run(tt.name+"/jobapi", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := selector.Parse(tt.text); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(tt.name+"/apimachinery", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := kubelabels.Parse(tt.text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkString(b *testing.B) {
	for _, tt := range texts {
		ours, theirs := selector.MustParse(tt.text), mustParseKubernetes(b, tt.text)
		b.Run(tt.name+"/jobapi", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = ours.String()
			}
		})
		b.Run(tt.name+"/apimachinery", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = theirs.String()
			}
		})
	}
}

// BenchmarkMatches matches the ten labels of a pod. They meet all requirements, except in
// in5000-miss.
func BenchmarkMatches(b *testing.B) {
	pod := map[string]string{
		"app.kubernetes.io/name": "web", "app.kubernetes.io/instance": "web-2", "environment": "prod", "tier": "frontend",
		"team": "team-7", "version": "v1.12", "region": "region-3", "zone": "region-3-b", "customer": "customer-2500", "site": "customer-9999",
	}
	many := numbered("customer-%04d", 5000) // the value of the pod is in the middle
	for _, tt := range []struct{ name, text string }{
		{"1", "app.kubernetes.io/name=web"},
		{"3", "app.kubernetes.io/name=web,environment=prod,tier=frontend"},
		{"8", "app.kubernetes.io/name=web,app.kubernetes.io/instance=web-2,environment=prod,tier!=backend,team,version=v1.12,region=region-3,!canary"},
		{"in5000", "customer in (" + strings.Join(many, ",") + ")"},
		{"in5000-miss", "site in (" + strings.Join(many, ",") + ")"},
	} {
		ours, theirs := selector.MustParse(tt.text), mustParseKubernetes(b, tt.text)
		want := theirs.Matches(kubelabels.Set(pod))
		b.Run(tt.name+"/jobapi", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if ours.Matches(pod) != want {
					b.Fatal("wrong answer")
				}
			}
		})
		b.Run(tt.name+"/apimachinery", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if theirs.Matches(kubelabels.Set(pod)) != want {
					b.Fatal("wrong answer")
				}
			}
		})
	}
}

func BenchmarkFromLabelSelector(b *testing.B) {
	ls := &metav1.LabelSelector{
		MatchLabels: map[string]string{"app.kubernetes.io/name": "web", "environment": "prod"},
		MatchExpressions: []metav1.LabelSelectorRequirement{
			{Key: "tier", Operator: metav1.LabelSelectorOpIn, Values: []string{"frontend", "backend"}},
			{Key: "canary", Operator: metav1.LabelSelectorOpDoesNotExist},
		},
	}
	b.Run("jobapi", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := selector.FromLabelSelector(ls); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("apimachinery", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := metav1.LabelSelectorAsSelector(ls); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkOverlaps compares with no other library, since none decides overlap.
func BenchmarkOverlaps(b *testing.B) {
	for _, tt := range []struct{ name, a, b string }{
		{"simple", "app=web,tier=frontend", "app=web,environment=prod"},
		{"disjoint", "app=web,tier=frontend", "app=db,tier=frontend"},
		{"sets", "app in (web,api,db),environment!=prod", "app in (db,cache),environment notin (qa,dev)"},
		{"numbers", "cpu>4,cpu<6", "cpu notin (5)"},
	} {
		x, y := selector.MustParse(tt.a), selector.MustParse(tt.b)
		want := x.Overlaps(y)
		b.Run(tt.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if x.Overlaps(y) != want {
					b.Fatal("wrong answer")
				}
			}
		})
	}
}

func mustParseKubernetes(tb testing.TB, text string) kubelabels.Selector {
	tb.Helper()
	s, err := kubelabels.Parse(text)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}
