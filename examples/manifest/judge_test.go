package main

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	kjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/defaulting"
)

const (
	head = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x}\n"
	rest = "spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}\n"
)

// TestFindings holds what is found, in which document, line and column.
func TestFindings(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{name: "nothing", text: head + rest},
		{name: "objects without kind, other kinds, and no objects", text: "a: 1\n---\nkind: Job\n---\napiVersion: batch/v1\n---\n{apiVersion: batch/v1, kind: CronJob}\n---\n[Job]\n---\ntext\n---\n{apiVersion: batch/v1, kind: [Job]}\n---\n{apiVersion: a/b/c, kind: Job}\n"},
		{name: "not read strictly where it is no Job", text: "a: 1\na: 2\n---\napiVersion: v1\nkind: ConfigMap\ndata: {a: 1, a: 2}\n"},
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
		{name: "three of a kind", text: head + "spec: {suspend: true, suspend: true, suspend: true, " + rest[len("spec: {"):],
			want: []string{"1:4:23 DuplicateField spec.suspend", "1:4:38 DuplicateField spec.suspend"}},
		{name: "several wrong types", text: head + "spec: {parallelism: [], suspend: 1, completions: 1.5, template: {spec: {containers: [{resources: {limits: {cpu: much}}, ports: [{containerPort: http}]}]}}}\n",
			want: []string{"1:4:21 Malformed spec.parallelism", "1:4:34 Malformed spec.suspend", "1:4:50 Malformed spec.completions", "1:4:113 Malformed spec.template.spec.containers[0].resources.limits[cpu]", "1:4:145 Malformed spec.template.spec.containers[0].ports[0].containerPort"}},
		{name: "unknown and wrong", text: head + "spec: {a: 1, suspend: 1}\n", want: []string{"1:4:8 UnknownField spec.a", "1:4:23 Malformed spec.suspend"}},
		{name: "no value", text: head + "spec: {parallelism: null, suspend: ~, a: null, " + rest[len("spec: {"):], want: []string{"1:4:39 UnknownField spec.a"}},
		{name: "UID and status", text: "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x, uid: u}\nstatus: {active: -3}\n" + rest},
		{name: "a server's own errors and warnings", text: "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x.y}\nspec: {parallelism: -1, " + rest[len("spec: {"):],
			want: []string{"1:4:21 FieldValueInvalid spec.parallelism"}},
		{name: "our own error, and a server's warning", text: "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x.y}\nspec: {activeDeadlineSeconds: 0, " + rest[len("spec: {"):],
			want: []string{"1:3:18 Warning metadata.name", "1:4:31 FieldValueInvalid spec.activeDeadlineSeconds"}},
		{name: "a name that is generated", text: "apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: x-}\n" + rest},
		{name: "a name that cannot be generated", text: "apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: Xy-}\n" + rest,
			want: []string{"1:3:26 FieldValueInvalid metadata.generateName", "1:3:26 FieldValueInvalid metadata.name"}},
		{name: "reserved prefixes", text: "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x}\nspec: {template: {metadata: {labels: {app.kubernetes.io/name: x, a.k8s.io/b: c, x-k8s.io/b: c}}, " + rest[len("spec: {template: {"):],
			want: []string{"1:4:78 ReservedPrefix spec.template.metadata.labels[a.k8s.io/b]"}},
		{name: "an old Job", text: "apiVersion: extensions/v1beta1\nkind: Job\nmetadata: {name: x}\nspec: {autoSelector: true, manualSelector: true, parallelism: -1, " + rest[len("spec: {"):],
			want: []string{"1:4:28 UnknownField spec.manualSelector", "1:4:63 FieldValueInvalid spec.parallelism"}},
		{name: "an old Job without a selector", text: "apiVersion: extensions/v1beta1\nkind: Job\nmetadata: {name: x}\n" + rest,
			want: []string{"1:4:1 FieldValueRequired spec.selector"}},
		{name: "syntax, then a Job", text: "a: [\n---\n" + head + "spec: {a: 1, " + rest[len("spec: {"):], want: []string{"1:1:1 Malformed ", "2:6:8 UnknownField spec.a"}},
		{name: "a value beyond JSON", text: "a: .inf\n", want: []string{"1:1:1 Malformed "}},
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
			if diff := cmp.Diff(want, brief(findings(t, tt.text, "-"))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestMessages holds what people are told about what they get wrong most.
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
		{"\n\na: *b\n", "unknown anchor 'b'"},
		{head + "spec: {selector: {matchLabels: {controller-uid: u}}, template: {metadata: {labels: {job-name: old}}}}\n",
			`generated for Job "old" with UID "u", from which this one was copied: remove spec.selector, spec.template.metadata.labels[job-name]`},
		{head + "spec: {template: {metadata: {labels: {batch.kubernetes.io/controller-uid: u}}}}\n",
			`generated for the Job with UID "u", from which this one was copied: remove spec.template.metadata.labels[batch.kubernetes.io/controller-uid]`},
	}
	for _, tt := range tests {
		var got []string
		for _, f := range findings(t, tt.text, "-") {
			got = append(got, f.Message)
		}
		if !strings.Contains(strings.Join(got, "\n"), tt.want) {
			t.Errorf("%q\nis told %q\nwant something with %q", tt.text, got, tt.want)
		}
	}
}

// TestManyFindings holds that a Job with any number of mistakes has a bounded number of findings,
// and that each kind of them still counts.
func TestManyFindings(t *testing.T) {
	env := strings.Repeat("{name: a=b}, ", 3000)
	text := head + "spec: {activeDeadlineSeconds: 0, template: {metadata: {labels: {a.k8s.io/b: c}}, spec: {restartPolicy: Never, containers: [{name: c, image: i, env: [" + env + "]}]}}}\n"
	found := findings(t, text, "-")
	var more []string
	for _, f := range found {
		if f.Type == tooMany {
			more = append(more, string(f.Severity)+" "+f.Message)
		}
	}
	want := []string{"error the Job has 2001 more findings like these, not listed here", "warning the Job has 1 more finding like these, not listed here"}
	if diff := cmp.Diff(want, more); diff != "" || len(found) != maxFindings+len(want) {
		t.Errorf("%d findings (-want +got):\n%s", len(found), diff)
	}
}

// TestLeftOversAsGenerated holds that what counts as left over is what GenerateSelector
// replaces, and that nothing of it is left for validation to find.
func TestLeftOversAsGenerated(t *testing.T) {
	keys := batch.KubernetesSelectorLabels()
	all := append(append([]string{"app"}, keys.UID...), keys.Name...)
	values := []string{"x", "other", string(madeUpUID) + "0"}
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 2))
		random := func() map[string]string {
			labels := map[string]string{}
			for range r.IntN(4) {
				labels[all[r.IntN(len(all))]] = values[r.IntN(len(values))]
			}
			return labels
		}
		job := &batch.Job{ObjectMeta: metav1.ObjectMeta{Name: "x", UID: madeUpUID}}
		job.Spec.Template.Labels = random()
		if r.IntN(2) > 0 {
			job.Spec.Selector = &metav1.LabelSelector{MatchLabels: random()}
		}
		if r.IntN(4) == 0 {
			job.Spec.ManualSelector = new(true)
		}
		generated, ours := job.DeepCopy(), job.DeepCopy()
		warnings, err := defaulting.GenerateSelector(generated, keys)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		found := leftOversOf(ours, keys)
		again, err := defaulting.GenerateSelector(ours, keys)
		if err != nil || len(again) > 0 {
			t.Fatalf("seed %d: %v, %q", seed, err, again)
		}
		if reflect.DeepEqual(generated.Spec, job.Spec) { // a selector of the user's: nothing is generated
			continue
		}
		if (found != nil) != (len(warnings) > 0) {
			t.Fatalf("seed %d: found %+v, warnings %q\n%+v", seed, found, warnings, job)
		}
		if diff := cmp.Diff(generated, ours); diff != "" {
			t.Fatalf("seed %d (-generated +ours):\n%s", seed, diff)
		}
	}
}

// TestShapeAsDecoded holds that the shape of an object is found wrong exactly where decoding
// it fails, with as many unknown fields. It puts odd values into sound manifests.
func TestShapeAsDecoded(t *testing.T) {
	values := []any{"x", "1", "1Gi", int64(1), int64(1 << 40), 1.5, true, nil, map[string]any{}, map[string]any{"a": "b"}, []any{}, []any{"a"}, "2020-01-01T00:00:00Z"}
	for _, file := range glob(t, "testdata/valid/*.yaml") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc := split(data)[0]
		for seed := range uint64(300) {
			r := rand.New(rand.NewPCG(seed, 3))
			var tree map[string]any
			if err := yaml.Unmarshal(doc.data, &tree); err != nil {
				t.Fatal(err)
			}
			for range 1 + r.IntN(3) {
				spoil(r, tree, values)
			}
			text, err := yaml.Marshal(tree)
			if err != nil {
				t.Fatal(err)
			}
			if text, err = yaml.YAMLToJSON(text); err != nil {
				t.Fatal(err)
			}
			strict, err := kjson.UnmarshalStrict(text, &batchv1.Job{})
			unknown, wrong := 0, 0
			for _, i := range shapeOf(text, reflect.TypeFor[batchv1.Job]()) {
				if i.kind == unknownField {
					unknown++
				} else {
					wrong++
				}
			}
			if (wrong > 0) != (err != nil) || err == nil && unknown != len(strict) {
				t.Fatalf("%s, seed %d: %d unknown and %d wrong, want %v, %v\n%s", filepath.Base(file), seed, unknown, wrong, strict, err, text)
			}
		}
	}
}

// spoil puts one of the values somewhere into an object.
func spoil(r *rand.Rand, at any, values []any) {
	value := runtime.DeepCopyJSONValue(values[r.IntN(len(values))])
	switch at := at.(type) {
	case map[string]any:
		keys := append(slices.Sorted(maps.Keys(at)), "added")
		key := keys[r.IntN(len(keys))]
		if child := at[key]; r.IntN(4) > 0 && (isMap(child) || isList(child)) {
			spoil(r, child, values)
		} else {
			at[key] = value
		}
	case []any:
		i := r.IntN(len(at))
		if r.IntN(4) > 0 && (isMap(at[i]) || isList(at[i])) {
			spoil(r, at[i], values)
		} else {
			at[i] = value
		}
	}
}

// TestReadAsKubernetes holds that documents mean what they mean to YAMLToJSONStrict.
func TestReadAsKubernetes(t *testing.T) {
	for _, text := range []string{"a: yes", "a: 010", "a: 1e3", "a: 0x10", "yes: 1", "a: 2001-01-01", "a: ~", "a: !!str 1", "b: &b {c: 1}\na: {<<: *b}", "a: \"\\x41\"", "1: 2", "a: 1_000"} {
		want, err := yaml.YAMLToJSONStrict([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		got, _, problem := parseDocument(&nodes{document: split([]byte(text))[0]})
		if problem != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %s, want %s; %v", text, got, want, problem)
		}
	}
}
