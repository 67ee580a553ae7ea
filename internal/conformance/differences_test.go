package conformance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	kubernetesv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"sigs.k8s.io/yaml"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
)

// difference is an intended difference between jobapi and kube-apiserver: its number in the
// documentation of package validation, and an example. The example is the plain Job with manifest
// merged into it.
type difference struct {
	number         int
	name           string
	manifest       string                          // merged into the plain Job
	update         string                          // merged into the stored Job
	ask            func(testing.TB, example) shown // nil to create or update the Job with the manifests
	theirs, ours   []string                        // types and paths of the errors
	withoutOwnRule []string                        // jobapi's errors without its own rules, if not the same as theirs
	notes          []string                        // other effects, as prefixes
}

// example is the Job of a difference, and its update.
type example struct{ manifest, update []byte }

// shown has the answers of both sides to an example.
type shown struct {
	theirs, ours field.ErrorList
	notes        []string
}

const (
	invalid, required, forbidden = "FieldValueInvalid at ", "FieldValueRequired at ", "FieldValueForbidden at "
	labelsPath                   = "spec.template.metadata.labels"
)

var differences = []difference{
	{
		number: 1, name: "manualSelector has no default", ask: askManualSelector,
		notes: []string{"kube-apiserver sets manualSelector to false", "jobapi leaves manualSelector unset"},
	},
	{
		number: 2, name: "two labels by default", ask: askTwoLabels,
		manifest: `{spec: {selector: {matchLabels: {controller-uid: ` + uid + `}}, template: {metadata: {labels: {controller-uid: ` + uid + `, job-name: pi}}}}}`,
		theirs:   []string{required + labelsPath + "[" + batch.ControllerUidLabel + "]", required + labelsPath + "[" + batch.JobNameLabel + "]"},
	},
	{
		number: 3, name: "leftovers are replaced",
		manifest: `{metadata: {labels: {app: pi}}, spec: {selector: {matchLabels: {batch.kubernetes.io/controller-uid: old}},
			template: {metadata: {labels: {batch.kubernetes.io/controller-uid: old, batch.kubernetes.io/job-name: old}}}}}`,
		theirs: []string{invalid + "spec.selector", invalid + labelsPath + "[" + batch.ControllerUidLabel + "]", invalid + labelsPath + "[" + batch.JobNameLabel + "]"},
		notes:  []string{"warning: spec.selector and the labels"},
	},
	{
		number: 4, name: "an empty selector in manual mode",
		manifest: `{spec: {manualSelector: true, selector: {}}}`,
		ours:     []string{invalid + "spec.selector"},
	},
	{
		number: 5, name: "a selector in automatic mode",
		manifest: `{spec: {selector: {matchLabels: {job-name: pi}}}}`,
		ours:     []string{forbidden + "spec.selector"},
	},
	{
		number: 5, name: "a selector in automatic mode, which kube-apiserver rejects too",
		manifest: `{spec: {selector: {matchLabels: {app: pi}}}}`,
		theirs:   []string{invalid + "spec.selector"}, ours: []string{forbidden + "spec.selector"},
		withoutOwnRule: []string{forbidden + "spec.selector"},
	},
	{
		number: 6, name: "manualSelector changes",
		update: `{spec: {manualSelector: true}}`,
		ours:   []string{invalid + "spec.manualSelector"},
	},
	{
		number: 7, name: "a deadline of 0",
		manifest: `{spec: {activeDeadlineSeconds: 0}}`,
		ours:     []string{invalid + "spec.activeDeadlineSeconds"},
	},
	{
		number: 8, name: "a missing selector",
		manifest: `{spec: {manualSelector: true}}`,
		theirs:   []string{required + "spec.selector", invalid + labelsPath}, ours: []string{required + "spec.selector"},
		withoutOwnRule: []string{required + "spec.selector"},
	},
	{
		number: 8, name: "a generated label changes while the Job is suspended",
		manifest: `{spec: {suspend: true}}`,
		update:   `{spec: {template: {metadata: {labels: {controller-uid: other}}}}}`,
		ours:     []string{invalid + labelsPath + "[controller-uid]"},
	},
	{
		number: 9, name: "a long name in automatic mode",
		manifest: `{metadata: {name: ` + strings.Repeat("a", 64) + `, labels: {app: pi}}}`,
		theirs:   []string{invalid + "spec.template.labels"}, ours: []string{invalid + "metadata.name"},
		withoutOwnRule: []string{invalid + "metadata.name"},
	},
	{
		number: 10, name: "an immutable template",
		update: `{spec: {template: {spec: {containers: [{name: main, image: "busybox:2"}]}}}}`,
		theirs: []string{invalid + "spec.template"}, ours: []string{invalid + "spec.template"},
	},
	{
		number: 11, name: "labels of the template",
		manifest: `{metadata: {labels: {app: pi}}, spec: {template: {metadata: {labels: {a b: ""}}}}}`,
		theirs:   []string{invalid + "spec.template.labels"}, ours: []string{invalid + labelsPath},
		withoutOwnRule: []string{invalid + labelsPath},
	},
	{
		number: 12, name: "a success policy without completions",
		manifest: `{spec: {completionMode: Indexed, parallelism: 1, successPolicy: {rules: [{succeededCount: 1}]}}}`,
		theirs:   []string{"InternalError at <nil>"}, ours: []string{required + "spec.completions"},
		withoutOwnRule: []string{required + "spec.completions"},
	},
	{
		number: 12, name: "huge pages of more bytes than an int64 holds",
		manifest: `{spec: {template: {spec: {containers: [{name: main, image: "busybox:1", resources: {limits: {cpu: "1", hugepages-10E: "1"}}}]}}}}`,
		theirs:   []string{"InternalError at <nil>"}, ours: []string{invalid + "spec.template.spec.containers[0].resources.limits[hugepages-10E]"},
		withoutOwnRule: []string{invalid + "spec.template.spec.containers[0].resources.limits[hugepages-10E]"},
	},
	{
		number: 13, name: "fields that kube-apiserver lacks", ask: askOwnFields,
		manifest: `{spec: {backoffSeconds: -1, failedPodsLimit: -1}}`,
		ours:     []string{invalid + "spec.backoffSeconds", invalid + "spec.failedPodsLimit"},
	},
	{
		number: 13, name: "fields that kube-apiserver lacks, without effect", ask: askOwnFields,
		manifest: `{spec: {backoffSeconds: 1, failedPodsLimit: 1, template: {spec: {restartPolicy: OnFailure}}}}`,
		notes:    []string{"warning: spec.backoffSeconds", "warning: spec.failedPodsLimit"},
	},
}

// plain returns a minimal Job as a user writes it.
func plain() *kubernetesv1.Job {
	job := &kubernetesv1.Job{
		TypeMeta:   metav1.TypeMeta{APIVersion: "batch/v1", Kind: "Job"},
		ObjectMeta: metav1.ObjectMeta{Name: "pi", Namespace: "default"},
	}
	job.Spec.Template.Labels = map[string]string{"app": "pi"}
	job.Spec.Template.Spec = corev1.PodSpec{
		RestartPolicy: corev1.RestartPolicyNever,
		Containers:    []corev1.Container{{Name: "main", Image: "busybox:1"}},
	}
	return job
}

// merged merges a patch in YAML into an object.
func merged(t testing.TB, under any, over string) []byte {
	t.Helper()
	data, err := json.Marshal(under)
	if err != nil {
		t.Fatal(err)
	}
	if over == "" {
		return data
	}
	patch, err := yaml.YAMLToJSON([]byte(over))
	if err != nil {
		t.Fatal(err)
	}
	data, err = strategicpatch.StrategicMergePatch(data, patch, kubernetesv1.Job{})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func decoded[T any](t testing.TB, data []byte) *T {
	t.Helper()
	var out T
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return &out
}

// answers returns the answers of both sides to the example.
func (d difference) answers(t testing.TB) shown {
	t.Helper()
	e := example{manifest: merged(t, plain(), d.manifest)}
	switch {
	case d.ask != nil:
		return d.ask(t, e)
	case d.update == "":
		c := create(t, decoded[kubernetesv1.Job](t, e.manifest))
		s := shown{theirs: validateTheirs(func() field.ErrorList { return rest.ValidateCreate(createContext(), c.theirs, job.Strategy) })}
		s.ours = validation.ValidateJob(c.ours, kubernetesKeys)
		for _, warning := range c.warnings {
			s.notes = append(s.notes, "warning: "+warning)
		}
		return s
	default:
		created := create(t, decoded[kubernetesv1.Job](t, e.manifest))
		old := toManifest(t, created.theirs)
		a := askUpdate(t, &updating{old, decoded[kubernetesv1.Job](t, merged(t, old, d.update))})
		return shown{theirs: a.theirErrors, ours: a.ourErrors}
	}
}

func askManualSelector(t testing.TB, e example) shown {
	t.Helper()
	c := create(t, decoded[kubernetesv1.Job](t, e.manifest))
	s := shown{theirs: rest.ValidateCreate(createContext(), c.theirs, job.Strategy), ours: validation.ValidateJob(c.ours, kubernetesKeys)}
	if c.theirs.Spec.ManualSelector != nil && !*c.theirs.Spec.ManualSelector {
		s.notes = append(s.notes, "kube-apiserver sets manualSelector to false")
	}
	if c.ours.Spec.ManualSelector == nil {
		s.notes = append(s.notes, "jobapi leaves manualSelector unset")
	}
	return s
}

// askTwoLabels validates a Job that already has its selector and labels.
func askTwoLabels(t testing.TB, e example) shown {
	t.Helper()
	manifest := decoded[kubernetesv1.Job](t, e.manifest)
	theirs, ours := fromManifest(t, manifest), toHub(t, manifest)
	theirs.UID, ours.UID, ours.Generation = uid, uid, 1
	return shown{theirs: rest.ValidateCreate(createContext(), theirs, job.Strategy), ours: validation.ValidateJob(ours, validation.Options{})}
}

// askOwnFields validates a manifest with fields that only jobapi knows.
func askOwnFields(t testing.TB, e example) shown {
	t.Helper()
	c := create(t, decoded[kubernetesv1.Job](t, e.manifest))
	own := decoded[struct {
		Spec struct {
			BackoffSeconds  *int64 `json:"backoffSeconds"`
			FailedPodsLimit *int32 `json:"failedPodsLimit"`
		} `json:"spec"`
	}](t, e.manifest)
	c.ours.Spec.BackoffSeconds, c.ours.Spec.FailedPodsLimit = own.Spec.BackoffSeconds, own.Spec.FailedPodsLimit
	s := shown{theirs: rest.ValidateCreate(createContext(), c.theirs, job.Strategy), ours: validation.ValidateJob(c.ours, kubernetesKeys)}
	for _, warning := range validation.Warnings(c.ours) {
		s.notes = append(s.notes, "warning: "+warning.String())
	}
	return s
}

// TestDifferences checks the errors of both sides for each difference.
func TestDifferences(t *testing.T) {
	for _, d := range differences {
		t.Run(fmt.Sprintf("%d %s", d.number, d.name), func(t *testing.T) {
			s := d.answers(t)
			expect(t, "kube-apiserver", s.theirs, d.theirs)
			expect(t, "jobapi", s.ours, d.ours)
			withoutOwnRule := d.withoutOwnRule
			if withoutOwnRule == nil && d.number != 2 && d.number != 3 {
				withoutOwnRule = d.theirs
			}
			expect(t, "jobapi without own rules", s.ours.Filter(validation.OwnRule), withoutOwnRule)
			if len(s.notes) != len(d.notes) {
				t.Errorf("notes %q, want %q", s.notes, d.notes)
			}
			for i := range min(len(s.notes), len(d.notes)) {
				if !strings.HasPrefix(s.notes[i], d.notes[i]) {
					t.Errorf("note %q, want %q", s.notes[i], d.notes[i])
				}
			}
		})
	}
}

// TestImmutableTemplateNamesTheField shows that the error of difference 10 names the changed field.
func TestImmutableTemplateNamesTheField(t *testing.T) {
	i := slices.IndexFunc(differences, func(d difference) bool { return d.number == 10 })
	errs := differences[i].answers(t).ours
	if len(errs) != 1 || !strings.Contains(errs[0].Detail, "spec.containers[0].image") || len(errs[0].Error()) > 200 {
		t.Errorf("the error does not name the changed field only: %v", errs)
	}
}

// expect compares the types and paths of errors.
func expect(t *testing.T, side string, errs field.ErrorList, want []string) {
	t.Helper()
	var got []string
	for _, err := range errs {
		got = append(got, string(err.Type)+" at "+err.Field)
	}
	slices.Sort(got)
	want = slices.Sorted(slices.Values(want))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s says %v (-want +got):\n%s", side, errs, diff)
	}
}
