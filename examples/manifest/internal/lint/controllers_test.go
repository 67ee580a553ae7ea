package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/lint"
)

// manifestOf returns a manifest of a controller.
func manifestOf(kind, name, namespace, rest string) string {
	version := map[string]string{"Job": "batch/v1", "ReplicationController": "v1"}[kind]
	if version == "" {
		version = "apps/v1"
	}
	return fmt.Sprintf("apiVersion: %s\nkind: %s\nmetadata: {name: %s, namespace: %s}\nspec: {%s}\n---\n", version, kind, name, namespace, rest)
}

// pods returns the template of a manifest whose pods have the labels.
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
		name    string
		input   string
		options lint.Options
		want    []string // parts of the messages
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
		{
			name:  "generated names",
			input: strings.Repeat("apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: x-}\nspec: {"+manual("matchLabels: {app: x}", "app: x")+"}\n---\n", 2),
			want:  []string{"pods of the Job with generateName x- at -:6: both select app=x;", "pods of the Job with generateName x- at -:1: both select app=x;"},
		},
		{
			name:  "no names",
			input: "# a comment\napiVersion: batch/v1\nkind: Job\nspec: {" + pods("app: shop") + "}\n---\n" + strings.Replace(subject, "shop", "default", 1) + "{apiVersion: v1, kind: List, items: [{apiVersion: apps/v1, kind: Deployment, spec: {" + deployment("app: shop", "app: shop") + "}}]}\n",
			want:  []string{"pods of the Job without a name at -:2: both select app=shop (and 1 more controller)"},
		},
		{
			name:  "a Job without a name whose generated labels are selected",
			input: "apiVersion: batch/v1\nkind: Job\nspec: {" + pods("app: web") + "}\n---\n" + manifestOf("Job", "subject", "default", manual("matchExpressions: [{key: job-name, operator: Exists}]", "job-name: subject")),
			want:  []string{"pods of the Job without a name at -:1: both select job-name;"},
		},
		{
			name:  "a Deployment without a name in a List",
			input: manifestOf("Job", "subject", "default", manual("matchLabels: {app: shop}", "app: shop")) + "{apiVersion: v1, kind: List, items: [{apiVersion: apps/v1, kind: Deployment, spec: {" + deployment("app: web", "app: shop") + "}}]}\n",
			want:  []string{"pods of the Deployment without a name at -:6, items[0]: both select app=shop;"},
		},
		{name: "a Service", input: subject + "apiVersion: v1\nkind: Service\nmetadata: {name: s, namespace: shop}\nspec: {selector: {app: shop}}\n"},
		{name: "possible, not asked for", input: subject + manifestOf("Deployment", "web", "shop", deployment("tier: web", "tier: web"))},
		{name: "possible", input: subject + manifestOf("Deployment", "web", "shop", deployment("tier: web", "tier: web")) + manifestOf("Job", "auto", "shop", pods("a: b")), options: lint.Options{PossibleOverlaps: true},
			want: []string{"could select the same pods as Deployment web: both match the labels app=shop, tier=web, which no template in the input has"}},
		{name: "impossible", input: subject + manifestOf("Deployment", "web", "shop", deployment("app: web", "app: web")), options: lint.Options{PossibleOverlaps: true}},
		{name: "an empty selector", input: manifestOf("Job", "all", "shop", manual("", "app: shop")) + manifestOf("Deployment", "web", "shop", deployment("app: web", "app: web")),
			want: []string{"selects the pods of Deployment web"}},
		{name: "a malformed selector", input: manifestOf("Job", "bad", "shop", manual("matchLabels: {a b: c}", "app: shop")) + manifestOf("Deployment", "web", "shop", deployment("app: web", "app: web"))},
		{name: "an old Job", input: strings.Replace(manifestOf("Job", "old", "shop", pods("app: shop")), "batch/v1", "extensions/v1beta1", 1) + manifestOf("Deployment", "web", "shop", deployment("app: shop", "app: shop")),
			want: []string{"selects the pods of Deployment web"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range check(tt.input, tt.options).Findings {
				if f.Type == finding.Overlap {
					got = append(got, f.Message)
					if !f.Own || f.Path != "spec.selector" || (f.Severity == finding.Warning) != tt.options.PossibleOverlaps {
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

// TestManyOverlaps has more Jobs in a file than findings are listed, which overlap with everything
// and could overlap with more.
func TestManyOverlaps(t *testing.T) {
	const jobs, others = 1200, 50
	var b strings.Builder
	for i := range jobs {
		b.WriteString(manifestOf("Job", fmt.Sprint("job-", i), "shop", fmt.Sprintf("manualSelector: true, selector: {matchExpressions: [{key: k%d, operator: DoesNotExist}]}, ", i)+pods("app: x")))
	}
	for i := range others {
		b.WriteString(manifestOf("Job", fmt.Sprint("auto-", i), "shop", pods("app: x")))
	}
	file := check(b.String(), lint.Options{PossibleOverlaps: true})
	last := file.Findings[len(file.Findings)-1]
	if file.Errors != jobs || file.Warnings != 0 || len(file.Findings) != finding.Limit+1 || last.Message != "the file has 200 more errors of lint's own rules, not listed here" {
		t.Errorf("%d errors and %d warnings, %d listed, the last is %q", file.Errors, file.Warnings, len(file.Findings), last.Message)
	}
	if want := fmt.Sprintf("(and %d more controllers)", jobs+others-2); !strings.Contains(file.Findings[0].Message, want) {
		t.Errorf("%q, want something with %q", file.Findings[0].Message, want)
	}
}
