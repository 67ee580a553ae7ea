package lint_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jobapi/jobapi/examples/manifest/internal/finding"
	"github.com/jobapi/jobapi/examples/manifest/internal/lint"
)

const (
	head = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x}\n"
	rest = "spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}\n"
)

// TestFindings checks Jobs with mistakes. A finding is written as its document, line, column, type and
// path; the line is left out if the document has one line.
func TestFindings(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{name: "nothing", text: head + rest},
		{name: "objects without a kind, objects of other kinds, and documents that are not objects", text: "a: 1\n---\nkind: Job\n---\napiVersion: batch/v1\n---\n{apiVersion: batch/v1, kind: CronJob}\n---\n[Job]\n---\ntext\n---\n{apiVersion: batch/v1, kind: [Job]}\n---\n{apiVersion: a/b/c, kind: Job}\n"},
		{name: "duplicates outside of Jobs", text: "a: 1\na: 2\n---\napiVersion: v1\nkind: ConfigMap\ndata: {a: 1, a: 2}\n"},
		{name: "the number of the document", text: "# a\n---\n\n---\n" + head + rest + "---\n---\n" + head + "spec: {a: 1, " + rest[len("spec: {"):],
			want: []string{"2:14:8 UnknownField spec.a"}},
		{name: "a List", text: "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Pod}\n- apiVersion: batch/v1\n  kind: Job\n  metadata: {name: x}\n  spec: {a: 1, " + rest[len("spec: {"):],
			want: []string{"1:8:10 UnknownField spec.a"}},
		{name: "a List in a List", text: "{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: List, items: [{apiVersion: batch/v1, kind: Job, spec: {}}]}]}",
			want: []string{"1:75 FieldValueRequired metadata.name", "1:109 FieldValueRequired spec.template.spec.restartPolicy", "1:109 FieldValueRequired spec.template.spec.containers"}},
		{name: "items without a kind", text: "apiVersion: batch/v1\nkind: JobList\nitems:\n- metadata: {name: x}\n  " + strings.Replace(rest, "Never", "Always", 1),
			want: []string{"1:5:43 FieldValueRequired spec.template.spec.restartPolicy"}},
		{name: "no list of items", text: "apiVersion: v1\nkind: List\nitems: 3\n", want: []string{"1:3:8 Malformed items"}},
		{name: "items twice", text: "apiVersion: v1\nkind: List\nitems: []\nitems: []\n", want: []string{"1:4:1 DuplicateField items"}},
		{name: "the kind twice", text: "kind: Pod\n" + head + rest, want: []string{"1:3:1 DuplicateField kind"}},
		{name: "duplicates in JSON", text: `{"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "x", "name": "y"}, "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}}}}`,
			want: []string{"1:69 DuplicateField metadata.name"}},
		{name: "a merged field that is set again", text: "x-base: &base {name: x}\n" + strings.Replace(head, "{name: x}", "{<<: *base, name: a}", 1) + rest, want: []string{"1:1 UnknownField x-base"}},
		{name: "a merged field that is set twice", text: "x-base: &base {name: x}\n" + strings.Replace(head, "{name: x}", "{<<: *base, name: a, name: b}", 1) + rest, want: []string{"1:1 UnknownField x-base", "1:4:32 DuplicateField metadata.name"}},
		{name: "one field three times", text: head + "spec: {suspend: true, suspend: true, suspend: true, " + rest[len("spec: {"):],
			want: []string{"1:4:23 DuplicateField spec.suspend", "1:4:38 DuplicateField spec.suspend"}},
		{name: "several wrong types", text: head + "spec: {parallelism: [], suspend: 1, completions: 1.5, template: {spec: {containers: [{resources: {limits: {cpu: much}}, ports: [{containerPort: http}]}]}}}\n",
			want: []string{"1:4:21 Malformed spec.parallelism", "1:4:34 Malformed spec.suspend", "1:4:50 Malformed spec.completions", "1:4:113 Malformed spec.template.spec.containers[0].resources.limits[cpu]", "1:4:145 Malformed spec.template.spec.containers[0].ports[0].containerPort"}},
		{name: "unknown and wrong", text: head + "spec: {a: 1, suspend: 1}\n", want: []string{"1:4:8 UnknownField spec.a", "1:4:23 Malformed spec.suspend"}},
		{name: "no value", text: head + "spec: {parallelism: null, suspend: ~, a: null, " + rest[len("spec: {"):], want: []string{"1:4:39 UnknownField spec.a"}},
		{name: "UID and status", text: "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x, uid: u}\nstatus: {active: -3}\n" + rest},
		{name: "a version", text: "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x, resourceVersion: \"48213\"}\n" + rest, want: []string{"1:3:38 FieldValueForbidden metadata.resourceVersion"}},
		{name: "versions that do not count", text: strings.Repeat("apiVersion: batch/v1\nkind: Job\nmetadata: {name: x, resourceVersion: \"0\"}\n"+rest+"---\n", 2)},
		{name: "errors of a server, which then gives no warnings", text: "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x.y}\nspec: {parallelism: -1, " + rest[len("spec: {"):],
			want: []string{"1:4:21 FieldValueInvalid spec.parallelism"}},
		{name: "an error of lint's own, and a warning of a server", text: "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x.y}\nspec: {activeDeadlineSeconds: 0, " + rest[len("spec: {"):],
			want: []string{"1:3:18 Warning metadata.name", "1:4:31 FieldValueInvalid spec.activeDeadlineSeconds"}},
		{name: "a name that is generated", text: "apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: x-}\n" + rest},
		{name: "a prefix that no name can have", text: "apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: Xy-}\n" + rest,
			want: []string{"1:3:26 FieldValueInvalid metadata.generateName", "1:3:26 FieldValueInvalid metadata.name"}},
		{name: "annotations of the template", text: head + "spec: {template: {metadata: {annotations: {a b: c}}, " + rest[len("spec: {template: {"):],
			want: []string{"1:4:43 FieldValueInvalid spec.template.annotations"}},
		{name: "reserved prefixes", text: "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x}\nspec: {template: {metadata: {labels: {app.kubernetes.io/name: x, a.k8s.io/b: c, x-k8s.io/b: c}}, " + rest[len("spec: {template: {"):],
			want: []string{"1:4:78 ReservedPrefix spec.template.metadata.labels[a.k8s.io/b]"}},
		{name: "an old Job", text: "apiVersion: extensions/v1beta1\nkind: Job\nmetadata: {name: x}\nspec: {autoSelector: true, manualSelector: true, parallelism: -1, " + rest[len("spec: {"):],
			want: []string{"1:4:28 UnknownField spec.manualSelector", "1:4:63 FieldValueInvalid spec.parallelism"}},
		{name: "an old Job without a selector", text: "apiVersion: extensions/v1beta1\nkind: Job\nmetadata: {name: x}\n" + rest,
			want: []string{"1:4:1 FieldValueRequired spec.selector"}},
		{name: "a field of a feature that is off", text: head + "spec: {scheduling: {schedulingPolicy: {gang: {minCount: 9}, basic: {}}, x: 1}, " + rest[len("spec: {"):],
			want: []string{"1:4:8 Warning spec.scheduling", "1:4:39 FieldValueInvalid spec.scheduling.schedulingPolicy", "1:4:57 FieldValueInvalid spec.scheduling.schedulingPolicy.gang.minCount", "1:4:73 UnknownField spec.scheduling.x"}},
		{name: "fields of templates, of features that are off", text: head + "spec: {template: {spec: {restartPolicy: Never, schedulingGroup: {podGroupName: g}, volumes: [{name: v, emptyDir: {mode: 448}}], containers: [{name: c, image: i, lifecycle: {stopSignal: SIGTERM}}]}}}\n",
			want: []string{"1:4:48 Warning spec.template.spec.schedulingGroup", "1:4:115 Warning spec.template.spec.volumes[0].emptyDir.mode", "1:4:174 Warning spec.template.spec.containers[0].lifecycle.stopSignal"}},
		{name: "syntax, then a Job", text: "a: [\n---\n" + head + "spec: {a: 1, " + rest[len("spec: {"):], want: []string{"1:1:1 Malformed ", "2:6:8 UnknownField spec.a"}},
		{name: "half a stream of JSON", text: "{\"a\": 1}\n {\"b\": }x\n", want: []string{"2:2:2 Malformed "}},
		{name: "a first line that is indented", text: " " + head + rest, want: []string{"1:2:1 Malformed "}},
		{name: "two objects without a marker between them", text: "{a: 1}\n# b\n{c: 1}\n", want: []string{"1:3:1 Malformed "}},
		{name: "documents that could end early, and do not", text: "--- # a\n  a: 1\n  b: 2\n# c\n---\n[a,\nb]\n---\n\"a\": 1\nb: 1\n---\n&a\nb: 1\n"},
		{name: "the end of a flow that has not begun", text: "a: 1\n]\nb: 2\n", want: []string{"1:2:1 Malformed "}},
		{name: "a list as a key", text: "a:\n  b: {[c]: d}\n", want: []string{"1:2:3 Malformed "}},
		{name: "bytes that are not UTF-8", text: "a: 1\n  # b\n  b: \xe4\n", want: []string{"1:3:3 Malformed "}},
		{name: "a value that JSON lacks", text: "a: .inf\n", want: []string{"1:1:1 Malformed "}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var want []string
			for _, line := range tt.want {
				if strings.Count(strings.Fields(line)[0], ":") == 1 {
					line = strings.Replace(line, ":", ":1:", 1) // of a document in one line
				}
				want = append(want, line)
			}
			if diff := cmp.Diff(want, brief(check(tt.text, lint.Options{}).Findings)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestMessages checks the advice for common mistakes.
func TestMessages(t *testing.T) {
	tests := []struct{ text, want string }{
		{head + "spec: {paralelism: 1}\n", "did you mean parallelism?"},
		{head + "spec: {Suspend: true}\n", "did you mean suspend?"},
		{head + "spec: {restartPolicy: Never}\n", "it belongs in spec.template.spec"},
		{head + "spec: {template: {spec: {backoffLimit: 3}}}\n", "it belongs in spec"},
		{head + "spec: {autoSelector: true}\n", "batch/v1 has manualSelector, which means the opposite"},
		{head + "spec: {zzzzzzzzzzzzz: true}\n", `unknown field "spec.zzzzzzzzzzzzz"`},
		{head + "spec: {parallelism: \"2\"}\n", `want a whole number of 32 bits, found the string "2"`},
		{head + "spec: {backoffSeconds: 2}\n", "kube-apiserver 1.37 does not have it"},
		{"a:\n\tb: 1\n", "a tab cannot indent YAML"},
		{"a: {{ .Values.a }}\n", "render it first"},
		{"kind: Job\n{{- if .Values.a }}\nmetadata: {name: x}\n{{- end }}\n", "render it first"},
		{"data:\n  rules: |\n    summary:\n      {{ $labels.instance }} is down\n bad: x\n", "did not find expected key"},
		{"a:\n- b: {{ .Values.a }}\n", "render it first: a list or map cannot be a key"},
		{"\n\na: *b\n", "unknown anchor 'b'"},
		{head + "spec: {selector: {matchLabels: {controller-uid: u}}, template: {metadata: {labels: {job-name: old}}}}\n",
			`generated for Job "old" with UID "u", from which this one was copied: remove spec.selector, spec.template.metadata.labels[job-name]`},
		{head + "spec: {template: {metadata: {labels: {batch.kubernetes.io/controller-uid: u}}}}\n",
			`generated for the Job with UID "u", from which this one was copied: remove spec.template.metadata.labels[batch.kubernetes.io/controller-uid]`},
	}
	for _, tt := range tests {
		var got []string
		for _, f := range check(tt.text, lint.Options{}).Findings {
			got = append(got, f.Message)
		}
		if !strings.Contains(strings.Join(got, "\n"), tt.want) {
			t.Errorf("%q\ngets %q\nwant something with %q", tt.text, got, tt.want)
		}
	}
}

// TestManyFindings checks Jobs with more mistakes than are listed: all of them count.
func TestManyFindings(t *testing.T) {
	env := strings.Repeat("{name: a=b}, ", 3000)
	text := head + "spec: {activeDeadlineSeconds: 0, template: {metadata: {labels: {a.k8s.io/b: c}}, spec: {restartPolicy: Never, containers: [{name: c, image: i, env: [" + env + "]}]}}}\n"
	file := check(text+"---\n"+text, lint.Options{})
	var more []string
	for _, f := range file.Findings {
		if f.Type == finding.TooManyFindings {
			more = append(more, string(f.Severity)+" "+f.Message)
		}
	}
	want := []string{
		"error the file has 5001 more errors, not listed here",
		"error the file has 1 more error of lint's own rules, not listed here",
		"warning the file has 2 more warnings of lint's own rules, not listed here",
	}
	if diff := cmp.Diff(want, more); diff != "" || len(file.Findings) != finding.Limit+len(want) {
		t.Errorf("%d findings (-want +got):\n%s", len(file.Findings), diff)
	}
	if file.Errors != 6002 || file.Warnings != 2 {
		t.Errorf("%d errors and %d warnings", file.Errors, file.Warnings)
	}

	file = check(text, lint.Options{ServerOnly: true})
	if file.Errors != 3000 || file.Warnings != 0 || len(file.Findings) != finding.Limit+1 {
		t.Errorf("with ServerOnly: %d errors and %d warnings, %d listed", file.Errors, file.Warnings, len(file.Findings))
	}
}

// TestDisabledFeatures has mistakes in fields that a server drops before it validates. The server
// only reports fields that it doesn't know.
func TestDisabledFeatures(t *testing.T) {
	manifest := head + "spec: {scheduling: {schedulingPolicy: {gang: {minCount: 9}, basic: {}}X}, template: {spec: {restartPolicy: Never, containers: [{name: c, image: i, lifecycle: {stopSignal: SIGTERM}}]}}}\n"
	for extra, want := range map[string][]string{
		"":       nil,
		", x: 1": {"1:4:73 UnknownField spec.scheduling.x"},
	} {
		text := strings.Replace(manifest, "X", extra, 1)
		if diff := cmp.Diff(want, brief(check(text, lint.Options{ServerOnly: true}).Findings)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}
