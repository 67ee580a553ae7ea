package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

// manifestOf returns a manifest of a controller.
func manifestOf(kind, name, namespace, rest string) string {
	version := map[string]string{"Job": "batch/v1", "ReplicationController": "v1"}[kind]
	if version == "" {
		version = "apps/v1"
	}
	return fmt.Sprintf("apiVersion: %s\nkind: %s\nmetadata: {name: %s, namespace: %s}\nspec: {%s}\n---\n", version, kind, name, namespace, rest)
}

// pods returns the part of a manifest that says which labels its pods have.
func pods(labels string) string {
	return "template: {metadata: {labels: {" + labels + "}}, spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}"
}

func TestOverlaps(t *testing.T) {
	manual := func(selector, labels string) string {
		return "manualSelector: true, selector: {" + selector + "}, " + pods(labels)
	}
	subject := manifestOf("Job", "subject", "shop", manual("matchLabels: {app: shop}", "app: shop, task: index"))
	deployment := func(selector, labels string) string {
		return "selector: {matchLabels: {" + selector + "}}, " + pods(labels)
	}
	tests := []struct {
		name  string
		input string
		args  []string
		want  []string // parts of the messages
	}{
		{name: "alone", input: subject},
		{name: "it selects pods", input: subject + manifestOf("Deployment", "web", "shop", deployment("tier: web", "app: shop, tier: web")),
			want: []string{"selects the pods of Deployment web: both select app=shop, tier=web;"}},
		{name: "its pods are selected", input: subject + manifestOf("DaemonSet", "log", "shop", deployment("task: index", "task: index")),
			want: []string{"overlaps with DaemonSet log, which selects the pods of this Job: both select app=shop, task=index;"}},
		{name: "other kinds", input: subject + manifestOf("StatefulSet", "s", "shop", deployment("app: shop", "app: shop")) + manifestOf("ReplicaSet", "r", "shop", deployment("app: shop", "app: shop")),
			want: []string{"StatefulSet s: both select app=shop (and 1 more controller)"}},
		{name: "a selector that is left out", input: subject + manifestOf("ReplicationController", "rc", "shop", pods("app: shop")),
			want: []string{"ReplicationController rc"}},
		{name: "a selector of an old version that is left out", input: subject + strings.Replace(manifestOf("Deployment", "old", "shop", pods("task: index")), "apps/v1", "extensions/v1beta1", 1),
			want: []string{"overlaps with Deployment old"}},
		{name: "a selector of today that is left out", input: subject + manifestOf("Deployment", "new", "shop", pods("task: index"))},
		{name: "a generated selector", input: manifestOf("Job", "auto", "shop", pods("app: shop")) + subject,
			want: []string{"selects the pods of Job auto: both select app=shop;"}},
		{name: "generated labels", input: manifestOf("Job", "auto", "shop", pods("a: b")) + manifestOf("Job", "subject", "shop", manual("matchLabels: {job-name: auto}", "job-name: auto")),
			want: []string{"Job auto: both select job-name=auto;"}},
		{name: "two of them", input: subject + manifestOf("Job", "other", "shop", manual("matchLabels: {app: shop}", "app: shop")),
			want: []string{"pods of Job other", "pods of Job subject"}},
		{name: "another namespace", input: subject + manifestOf("Deployment", "web", "store", deployment("app: shop", "app: shop"))},
		{name: "no namespace is the default one", input: manifestOf("Job", "subject", "''", manual("matchLabels: {app: shop}", "app: shop")) + manifestOf("Deployment", "web", "default", deployment("app: shop", "app: shop")),
			want: []string{"Deployment web"}},
		{name: "the same Job twice", input: subject + subject},
		{name: "generated names", input: strings.Repeat("apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: x-}\nspec: {"+manual("matchLabels: {app: x}", "app: x")+"}\n---\n", 2),
			want: []string{"a Job without a name", "a Job without a name"}},
		{name: "a Service", input: subject + "apiVersion: v1\nkind: Service\nmetadata: {name: s, namespace: shop}\nspec: {selector: {app: shop}}\n"},
		{name: "possible, not asked for", input: subject + manifestOf("Deployment", "web", "shop", deployment("tier: web", "tier: web"))},
		{name: "possible", input: subject + manifestOf("Deployment", "web", "shop", deployment("tier: web", "tier: web")) + manifestOf("Job", "auto", "shop", pods("a: b")), args: []string{"--possible-overlaps"},
			want: []string{"could select the same pods as Deployment web: both match the labels app=shop, tier=web, which no template in the input has"}},
		{name: "impossible", input: subject + manifestOf("Deployment", "web", "shop", deployment("app: web", "app: web")), args: []string{"--possible-overlaps"}},
		{name: "an empty selector", input: manifestOf("Job", "all", "shop", manual("", "app: shop")) + manifestOf("Deployment", "web", "shop", deployment("app: web", "app: web")),
			want: []string{"selects the pods of Deployment web"}},
		{name: "a malformed selector", input: manifestOf("Job", "bad", "shop", manual("matchLabels: {a b: c}", "app: shop")) + manifestOf("Deployment", "web", "shop", deployment("app: web", "app: web"))},
		{name: "an old Job", input: strings.Replace(manifestOf("Job", "old", "shop", pods("app: shop")), "batch/v1", "extensions/v1beta1", 1) + manifestOf("Deployment", "web", "shop", deployment("app: shop", "app: shop")),
			want: []string{"selects the pods of Deployment web"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range findings(t, tt.input, append(tt.args, "-")...) {
				if f.Type == overlap {
					got = append(got, f.Message)
					if !f.Own || f.Path != "spec.selector" || (f.Severity == warningSeverity) != (tt.args != nil) {
						t.Errorf("%+v", f)
					}
				}
			}
			if len(got) != len(tt.want) {
				t.Fatalf("%d findings: %q", len(got), got)
			}
			for i := range got {
				if !strings.Contains(got[i], tt.want[i]) {
					t.Errorf("%q, want something with %q", got[i], tt.want[i])
				}
			}
		})
	}
}

// TestOverlapsAgainstPairs compares with what looking at each pair gives.
func TestOverlapsAgainstPairs(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		var controllers []*controller
		texts := []string{"a=1", "a=2", "b=1", "a=1,b=2", "a", "!a", "a!=1", "b in (1,2)", "a=1,b", "c", "a!=1,b notin (0,2),c=1"}
		most := 12
		if seed%20 == 0 {
			most = 500 // several blocks
		}
		for i := range 2 + r.IntN(most) {
			c := &controller{
				identity: identity{[]string{"Job", "Deployment"}[r.IntN(2)], []string{"x", "y"}[r.IntN(2)], fmt.Sprint(r.IntN(most * 2 / 3))},
				template: labels.Set{"a": fmt.Sprint(r.IntN(3)), "b": fmt.Sprint(r.IntN(3)), "c": fmt.Sprint(r.IntN(3))},
			}
			if r.IntN(4) > 0 {
				s := selector.MustParse(texts[r.IntN(len(texts))])
				c.selector = &s
				if r.IntN(2) > 0 {
					c.manual = &position{line: i + 1}
				}
			}
			controllers = append(controllers, c)
		}
		type answer struct {
			line     int
			severity severity
			more     int
		}
		want := map[answer]int{}
		for i, c := range controllers {
			if c.manual == nil {
				continue
			}
			real, possible := 0, 0
			for _, other := range controllers {
				switch {
				case other.identity == c.identity || other.namespace != c.namespace:
				case c.selector.Matches(other.template) || other.selector != nil && other.selector.Matches(c.template):
					real++
				case other.selector != nil && other.selector.Overlaps(*c.selector):
					possible++
				}
			}
			if real > 0 {
				want[answer{i + 1, errorSeverity, real - 1}]++
			}
			if possible > 0 {
				want[answer{i + 1, warningSeverity, possible - 1}]++
			}
		}
		got := map[answer]int{}
		for _, f := range overlaps(controllers, true) {
			a := answer{line: f.Line, severity: f.Severity}
			if _, rest, ok := strings.Cut(f.Message, "(and "); ok {
				if _, err := fmt.Sscanf(rest, "%d more", &a.more); err != nil {
					t.Fatal(err)
				}
			}
			got[a]++
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
		}
	}
}

// TestOverlapsAllOver holds what it takes to look at Jobs that overlap with everything: those
// that no selector tells apart count once, however many there are.
func TestOverlapsAllOver(t *testing.T) {
	const manual, automatic = 1_000, 20_000
	var controllers []*controller
	for i := range manual + automatic {
		c := &controller{
			identity: identity{"Job", "default", fmt.Sprint(i)},
			template: labels.Set{"app": "report", "job-name": fmt.Sprint(i)},
		}
		if i < manual {
			s := selector.MustParse(fmt.Sprintf("!k%d", i))
			c.selector, c.manual = &s, &position{line: i + 1}
		}
		controllers = append(controllers, c)
	}
	n := newNamespace(controllers)
	if len(n.groups) != manual+1 || len(n.blocks) != (manual+1+63)/64 {
		t.Errorf("%d groups in %d blocks", len(n.groups), len(n.blocks))
	}
	found := n.findings(false)
	want := fmt.Sprintf("(and %d more controllers)", manual+automatic-2)
	for _, f := range found {
		if !strings.Contains(f.Message, want) {
			t.Fatalf("line %d: %q, want something with %q", f.Line, f.Message, want)
		}
	}
	if len(found) != manual {
		t.Errorf("%d findings", len(found))
	}
}
