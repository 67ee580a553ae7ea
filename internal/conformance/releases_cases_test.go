package conformance

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	kubernetesv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

// releaseCase is a case of package releases.
type releaseCase struct {
	ID    string          `json:"id"`
	Op    string          `json:"op"`
	New   json.RawMessage `json:"new"`
	Old   json.RawMessage `json:"old,omitempty"`
	Gates map[string]bool `json:"gates,omitempty"`
}

// releaseCases collects cases, each once.
type releaseCases struct {
	testing.TB
	list []releaseCase
	seen map[string]bool
}

// add adds a case. Its ID is the prefix and a number.
func (c *releaseCases) add(prefix, op string, updated, old any, gates map[string]bool) {
	line := releaseCase{Op: op, Gates: gates}
	var err, oldErr error
	line.New, err = json.Marshal(updated)
	if old != nil {
		line.Old, oldErr = json.Marshal(old)
	}
	if err != nil || oldErr != nil || len(line.New) > 50_000 {
		return // a random FieldsV1 may not be JSON, and a few cases are hundreds of kilobytes long
	}
	if c.seen == nil {
		c.seen = map[string]bool{}
	}
	if text := fmt.Sprintf("%s %s %s %v", op, line.New, line.Old, gates); !c.seen[text] {
		c.seen[text] = true
		line.ID = fmt.Sprintf("%s-%d", prefix, len(c.list)+1)
		c.list = append(c.list, line)
	}
}

// newReleaseCases returns n cases, first those in the files of testdata, then random ones.
func newReleaseCases(t testing.TB, seed uint64, n int) []releaseCase {
	t.Helper()
	c := &releaseCases{TB: t}
	c.addGates()
	c.addManifests()
	c.addAlone()
	s, starts := seeded(seed), bases(t)
	for len(c.list) < n {
		c.addRandom(s, starts)
	}
	return c.list[:n]
}

// gated is an entry of testdata/gates.yaml.
type gated struct {
	Gate     string         `json:"gate"`
	Both     map[string]any `json:"both"` // fields of the spec with and without the change
	Spec     map[string]any `json:"spec"`
	Template map[string]any `json:"template"`
}

// readGated returns the entries of testdata/gates.yaml.
func readGated(t testing.TB) []gated {
	t.Helper()
	data, err := os.ReadFile("testdata/gates.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var list []gated
	if err := yaml.UnmarshalStrict(data, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// addGates adds cases for everything that a feature gate governs: new objects with it, and updates
// that add it, remove it and keep it. The gate has its default, and for Jobs it is also on and off.
func (c *releaseCases) addGates() {
	for _, g := range readGated(c) {
		for _, kind := range []string{"Job", "CronJob", "PodTemplate"} {
			with := g.object(kind, true)
			c.add(g.Gate, "create"+kind, with, nil, nil)
			c.add(g.Gate, "update"+kind, with, g.object(kind, false), nil)
		}
		with, without, labeled := g.object("Job", true), g.object("Job", false), g.object("Job", true)
		labeled["metadata"].(map[string]any)["labels"] = map[string]any{"a": "b"}
		for _, gates := range []map[string]bool{nil, {g.Gate: true}, {g.Gate: false}} {
			c.add(g.Gate, "createJob", with, nil, gates)
			c.add(g.Gate, "updateJob", with, without, gates)
			c.add(g.Gate, "updateJob", without, with, gates)
			c.add(g.Gate, "updateJob", labeled, with, gates)
		}
	}
}

// object returns a small object of a kind, with the change or without.
func (g *gated) object(kind string, changed bool) map[string]any {
	// A selector of its own keeps generated labels out of the answers.
	labels := map[string]any{"app": "pi"}
	spec := map[string]any{"template": map[string]any{
		"metadata": map[string]any{"labels": labels},
		"spec": map[string]any{
			"restartPolicy": "Never", "containers": []any{map[string]any{"name": "main", "image": "busybox:1"}},
		},
	}}
	merge(spec, g.Both)
	if changed {
		merge(spec, g.Spec)
		merge(spec["template"].(map[string]any), g.Template)
	}
	object := map[string]any{"metadata": map[string]any{"name": "pi", "namespace": "default"}}
	switch kind {
	case "Job":
		spec["manualSelector"], spec["selector"] = true, map[string]any{"matchLabels": labels}
		object["spec"] = spec
	case "CronJob":
		object["spec"] = map[string]any{"schedule": "@daily", "jobTemplate": map[string]any{"spec": spec}}
	case "PodTemplate":
		object["template"] = spec["template"]
	}
	return object
}

// merge copies the fields of patch into object, and merges the objects that both have.
func merge(object, patch map[string]any) {
	for name, value := range patch {
		inner, is := value.(map[string]any)
		before, was := object[name].(map[string]any)
		if is && was {
			merge(before, inner)
		} else {
			object[name] = value
		}
	}
}

// addManifests adds the Jobs in testdata/rich and testdata/corpus as new ones.
func (c *releaseCases) addManifests() {
	for _, folder := range []string{"rich", "corpus"} {
		files, err := filepath.Glob(filepath.Join("testdata", folder, "*.yaml"))
		if err != nil || len(files) == 0 {
			c.Fatalf("%d manifests, %v", len(files), err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				c.Fatal(err)
			}
			var job map[string]any
			if err := yaml.Unmarshal(data, &job); err != nil {
				c.Fatalf("%s: %v", file, err)
			}
			c.add(folder+"-"+strings.TrimSuffix(filepath.Base(file), ".yaml"), "createJob", job, nil, nil)
		}
	}
}

// addAlone adds the cases in testdata/alone, with templates as PodTemplates. For each new object
// it also adds an update that keeps the error, because servers tolerate some errors of old objects.
func (c *releaseCases) addAlone() {
	for _, job := range readCases[map[string]any](c, "testdata/alone/new-Jobs.jsonl") {
		c.add("alone", "createJob", job, nil, nil)
		old, updated := cronJobOf(job, "1"), cronJobOf(job, "2")
		c.add("kept", "updateCronJob", updated, old, nil)
	}
	type change struct{ Old, Updated json.RawMessage }
	for _, u := range readCases[change](c, "testdata/alone/updates.jsonl") {
		c.add("alone", "updateJob", u.Updated, u.Old, nil)
	}
	for _, u := range readCases[change](c, "testdata/alone/status-updates.jsonl") {
		c.add("alone", "updateJobStatus", u.Updated, u.Old, nil)
	}
	for _, x := range readCases[templating](c, "testdata/alone/templates.jsonl") {
		template := podTemplate(&x.Template)
		if x.Old != nil {
			c.add("alone", "updatePodTemplate", template, podTemplate(x.Old), nil)
			continue
		}
		c.add("alone", "createPodTemplate", template, nil, nil)
		updated := template.DeepCopy()
		updated.Labels = map[string]string{"a": "b"}
		c.add("kept", "updatePodTemplate", updated, template, nil)
	}
}

// cronJobOf returns a CronJob with the spec of a Job.
func cronJobOf(job map[string]any, label string) map[string]any {
	return map[string]any{
		"metadata": map[string]any{"name": "nightly", "namespace": "default", "labels": map[string]any{"a": label}},
		"spec":     map[string]any{"schedule": "@daily", "jobTemplate": map[string]any{"spec": job["spec"]}},
	}
}

// podTemplate returns a PodTemplate object with a template.
func podTemplate(template *corev1.PodTemplateSpec) *corev1.PodTemplate {
	return &corev1.PodTemplate{ObjectMeta: metav1.ObjectMeta{Name: "pi", Namespace: "default"}, Template: *template}
}

// addRandom adds a case of a random operation.
func (c *releaseCases) addRandom(s source, starts []*kubernetesv1.Job) {
	job := pick(s.random, starts).DeepCopy()
	for range s.IntN(3) {
		s.anyOf(job)
	}
	if s.IntN(12) == 0 {
		mutate(s.random, &job.ObjectMeta, metadataChanges, 1)
	}
	switch kind := s.IntN(20); {
	case kind < 6:
		c.add("random", "createJob", job, nil, nil)
	case kind < 10:
		old := s.stored(c, create(c, job).theirs)
		updated := old.DeepCopy()
		if s.IntN(4) == 0 {
			s.anyOf(updated)
			old = updated.DeepCopy() // the old object has the error too
		}
		for range pick(s.random, []int{1, 1, 1, 2, 3}) {
			s.mutateUpdate(updated)
		}
		c.add("random", "updateJob", updated, old, nil)
	case kind < 12:
		u := randomStatusUpdate(c, s)
		c.add("random", "updateJobStatus", u.Updated, u.Old, nil)
	case kind < 16:
		cron := s.cronJob(job)
		if s.IntN(2) == 0 {
			c.add("random", "createCronJob", cron, nil, nil)
			return
		}
		old := cron.DeepCopy()
		s.mutateCronJob(cron)
		c.add("random", "updateCronJob", cron, old, nil)
	default:
		template := podTemplate(&job.Spec.Template)
		if s.IntN(3) > 0 {
			c.add("random", "createPodTemplate", template, nil, nil)
			return
		}
		old := template.DeepCopy()
		s.anywhere(reflect.ValueOf(&template.Template).Elem())
		c.add("random", "updatePodTemplate", template, old, nil)
	}
}

// anyOf changes the spec of a Job in one place. The field may need a feature that is off.
func (s source) anyOf(job *kubernetesv1.Job) {
	if s.IntN(3) == 0 {
		s.anywhere(reflect.ValueOf(&job.Spec).Elem())
	} else {
		s.anywhere(reflect.ValueOf(&job.Spec.Template).Elem())
	}
}

// cronJob returns a random CronJob with the spec of a Job.
func (s source) cronJob(job *kubernetesv1.Job) *kubernetesv1.CronJob {
	if s.IntN(8) > 0 {
		job.Spec.Selector, job.Spec.ManualSelector = nil, nil
	}
	cron := &kubernetesv1.CronJob{ObjectMeta: metav1.ObjectMeta{Name: "nightly", Namespace: "default"}}
	cron.Spec.Schedule = "@daily"
	cron.Spec.JobTemplate = kubernetesv1.JobTemplateSpec{Spec: job.Spec}
	for range s.IntN(3) {
		s.mutateCronJob(cron)
	}
	return cron
}

// mutateCronJob changes a CronJob in one place that users write.
func (s source) mutateCronJob(cron *kubernetesv1.CronJob) {
	spec := &cron.Spec
	switch s.IntN(10) {
	case 0, 1:
		spec.Schedule = pick(s.random, schedules)
	case 2:
		spec.TimeZone = new(pick(s.random, timeZones))
	case 3:
		spec.StartingDeadlineSeconds = new(pick(s.random, integersToTry))
	case 4:
		spec.SuccessfulJobsHistoryLimit = new(int32(pick(s.random, integersToTry)))
	case 5:
		spec.FailedJobsHistoryLimit = new(int32(pick(s.random, integersToTry)))
	case 6:
		spec.ConcurrencyPolicy = kubernetesv1.ConcurrencyPolicy(pick(s.random, []string{"Allow", "Forbid", "Replace", "", "allow"}))
	case 7:
		cron.Name = pick(s.random, []string{"", "a.b", "A", "a_b", strings.Repeat("a", 52), strings.Repeat("a", 53), strings.Repeat("a", 63), strings.Repeat("a", 64)})
	default:
		s.anywhere(reflect.ValueOf(&spec.JobTemplate).Elem())
	}
}

var schedules = []string{
	"* * * * *", "*/5 * * * *", "0 0 1 1 *", "0 0 31 2 *", "5-3 * * * *", "60 * * * *", "* * * * 7", "* * * * SUN", "* * * JAN *", "@hourly", "@every 1h", "@every x", "@never", "", " ", "* * * *", "* * * * * *",
	"TZ=UTC * * * * *", "CRON_TZ=Europe/Berlin 0 0 * * *", "TZ=Nowhere 0 0 * * *", "TZ=", "TZ=UTC", "0 0 * * * TZ=UTC", "0 0 ? * *", "0/5 * * * *", "1,2,,3 * * * *", "*/0 * * * *", "-1 * * * *",
}

var timeZones = []string{"UTC", "Europe/Berlin", "Etc/UTC", "Local", "local", "", " ", "Nowhere", "europe/berlin", "UTC+1", "GMT", "../UTC", "EST5EDT"}
