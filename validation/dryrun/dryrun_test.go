package dryrun_test

import (
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	schedulingv1alpha3 "k8s.io/api/scheduling/v1alpha3"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/internal/jobtest"
	"github.com/jobapi/jobapi/validation/dryrun"
	"github.com/jobapi/jobapi/validation/features"
)

func newJob(changes ...func(*batchv1.Job)) *batchv1.Job {
	job := &batchv1.Job{
		ObjectMeta: metav1.ObjectMeta{Name: "pi"},
		Spec:       batchv1.JobSpec{Template: podTemplate()},
	}
	for _, change := range changes {
		change(job)
	}
	return job
}

func podTemplate() corev1.PodTemplateSpec {
	return corev1.PodTemplateSpec{Spec: corev1.PodSpec{
		RestartPolicy: corev1.RestartPolicyNever,
		Containers:    []corev1.Container{{Name: "pi", Image: "perl:5"}},
	}}
}

func newCronJob(changes ...func(*batchv1.CronJob)) *batchv1.CronJob {
	cj := &batchv1.CronJob{
		ObjectMeta: metav1.ObjectMeta{Name: "nightly"},
		Spec:       batchv1.CronJobSpec{Schedule: "0 3 * * *", JobTemplate: batchv1.JobTemplateSpec{Spec: newJob().Spec}},
	}
	for _, change := range changes {
		change(cj)
	}
	return cj
}

func gang(spec *batchv1.JobSpec) {
	spec.Scheduling = &batchv1.JobSchedulingConfiguration{SchedulingPolicy: &schedulingv1alpha3.WorkloadPodGroupSchedulingPolicy{
		Gang: &schedulingv1alpha3.WorkloadPodGroupGangSchedulingPolicy{MinCount: new(int32(1))},
	}}
}

// typicalJob returns a Job as people write it.
func typicalJob(tb testing.TB) *batchv1.Job {
	tb.Helper()
	data, err := json.Marshal(jobtest.Typical())
	if err != nil {
		tb.Fatal(err)
	}
	job := &batchv1.Job{}
	if err := json.Unmarshal(data, job); err != nil {
		tb.Fatal(err)
	}
	return job
}

// server returns the server of a release.
func server(t *testing.T, version string, gates map[string]bool) dryrun.Server {
	t.Helper()
	s, err := dryrun.For(version, gates)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// found returns the types and the paths of errors.
func found(errs field.ErrorList) []string {
	var list []string
	for _, err := range errs {
		list = append(list, string(err.Type)+" "+err.Field)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func TestServer(t *testing.T) {
	var zero dryrun.Server
	versions := dryrun.Versions()
	if newest := versions[len(versions)-1]; zero.Version() != newest || server(t, newest, nil) != zero {
		t.Errorf("the zero Server is %s %+v, want %s with default gates", zero.Version(), zero, newest)
	}
	s := server(t, "1.36.3", map[string]bool{"WorkloadWithJob": true})
	gates := maps.Collect(s.Gates())
	if s.Version() != "1.36" || !gates["WorkloadWithJob"] || !gates["GenericWorkload"] {
		t.Errorf("version %s, gates %v", s.Version(), gates)
	}
	for _, version := range []string{"", "1.33", "1.99", "v1.34"} {
		got, err := dryrun.For(version, nil)
		if e, ok := errors.AsType[*features.VersionError](err); !ok || e.Version != version || got != zero {
			t.Errorf("%q: %v", version, err)
		}
	}
	for gate, locked := range map[string]bool{"Nothing": false, "JobManagedBy": true} {
		_, err := dryrun.For("1.37", map[string]bool{gate: true})
		if e, ok := errors.AsType[*features.GateError](err); !ok || e.Gate != gate || e.Locked != locked {
			t.Errorf("%s: %v", gate, err)
		}
	}
}

func TestCreateJob(t *testing.T) {
	const uid = "00000000-0000-0000-0000-000000000000"
	labels := map[string]string{
		"batch.kubernetes.io/controller-uid": uid, "controller-uid": uid,
		"batch.kubernetes.io/job-name": "pi-xxxxx", "job-name": "pi-xxxxx",
	}
	job := newJob(func(job *batchv1.Job) { job.Name, job.GenerateName, job.Status.Active = "", "pi-", 3 })
	answer := dryrun.Server{}.CreateJob(job)
	if err := answer.Err(); err != nil {
		t.Fatal(err)
	}
	got := answer.Object
	if diff := cmp.Diff(metav1.ObjectMeta{Name: "pi-xxxxx", GenerateName: "pi-", Namespace: "default", UID: uid, Generation: 1, Labels: labels}, got.ObjectMeta); diff != "" {
		t.Errorf("metadata (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(labels, got.Spec.Template.Labels); diff != "" {
		t.Errorf("labels of the template (-want +got):\n%s", diff)
	}
	if !reflect.DeepEqual(got.Status, batchv1.JobStatus{}) || *got.Spec.ManualSelector || *got.Spec.BackoffLimit != 6 {
		t.Errorf("not the defaults of a server: %+v", got)
	}
	if again := (dryrun.Server{}).UpdateJob(got, got); again.Err() != nil || !reflect.DeepEqual(again.Object, got) {
		t.Errorf("an update without a change: %v %s", again.Err(), cmp.Diff(got, again.Object))
	}
}

func TestCreateJobRefused(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*batchv1.Job)
		want   []string
	}{
		{"a selector", func(job *batchv1.Job) {
			job.Spec.Selector = &metav1.LabelSelector{MatchLabels: map[string]string{"app": "pi"}}
		}, []string{"FieldValueInvalid spec.selector", "FieldValueInvalid spec.template.metadata.labels"}},
		{"the labels of another Job", func(job *batchv1.Job) {
			job.Spec.Template.Labels = map[string]string{"job-name": "e"}
		}, []string{"FieldValueInvalid spec.template.metadata.labels[job-name]"}},
		{"an invalid label", func(job *batchv1.Job) {
			job.Labels = map[string]string{"a": "b"}
			job.Spec.Template.Labels = map[string]string{"a": "_"}
		}, []string{"FieldValueInvalid spec.template.labels"}},
		{"no completions", func(job *batchv1.Job) {
			job.Spec.CompletionMode, job.Spec.Parallelism = new(batchv1.IndexedCompletion), new(int32(2))
		}, []string{"FieldValueRequired spec.completions"}},
		{"a restart policy", func(job *batchv1.Job) { job.Spec.Template.Spec.RestartPolicy = "" }, []string{"FieldValueRequired spec.template.spec.restartPolicy"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			answer := dryrun.Server{}.CreateJob(newJob(test.change))
			if diff := cmp.Diff(test.want, found(answer.Errors)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if answer.Object != nil || answer.Warnings != nil {
				t.Errorf("a refusal with an object or warnings: %+v", answer)
			}
			status, ok := errors.AsType[*apierrors.StatusError](answer.Err())
			if !ok || !apierrors.IsInvalid(status) || status.ErrStatus.Code != 422 || len(status.ErrStatus.Details.Causes) != len(answer.Errors) || status.ErrStatus.Details.Name != "pi" {
				t.Errorf("Err returns %#v", answer.Err())
			}
		})
	}
}

func TestDropped(t *testing.T) {
	on := map[string]bool{"WorkloadWithJob": true}
	withGang := newJob(func(job *batchv1.Job) { gang(&job.Spec) })
	stored := server(t, "1.37", on).CreateJob(withGang).Object
	managed := newJob(func(job *batchv1.Job) { job.Spec.ManagedBy = new("example.com/controller") })
	for _, test := range []struct {
		name    string
		dropped []string
		want    []string
	}{
		{"the gate is off", dryrun.Server{}.CreateJob(withGang).Dropped, []string{"spec.scheduling"}},
		{"the gate is on", server(t, "1.37", on).CreateJob(withGang).Dropped, nil},
		{"the release lacks the field", server(t, "1.36", on).CreateJob(withGang).Dropped, []string{"spec.scheduling"}},
		{"the old object has the field", dryrun.Server{}.UpdateJob(stored, stored).Dropped, nil},
		{"the release lacks the field of the old object", server(t, "1.36", on).UpdateJob(stored, stored).Dropped, []string{"spec.scheduling"}},
		{"managedBy", server(t, "1.34", map[string]bool{"JobManagedBy": false}).CreateJob(managed).Dropped, []string{"spec.managedBy"}},
		{"in a template", dryrun.Server{}.JobTemplate(&batchv1.JobTemplateSpec{Spec: withGang.Spec}, nil, field.NewPath("work")).Dropped, []string{"work.spec.scheduling"}},
		{"in a spec at the root", dryrun.Server{}.JobSpec(&withGang.Spec, nil, nil).Dropped, []string{"scheduling"}},
	} {
		if !slices.Equal(test.dropped, test.want) {
			t.Errorf("%s: %q, want %q", test.name, test.dropped, test.want)
		}
	}
}

func TestUpdateJobStatus(t *testing.T) {
	old := dryrun.Server{}.CreateJob(newJob()).Object
	job := old.DeepCopy()
	job.Spec, job.Status.Active = batchv1.JobSpec{}, 1
	answer := dryrun.Server{}.UpdateJobStatus(job, old)
	if answer.Err() != nil || answer.Object.Status.Active != 1 || !reflect.DeepEqual(answer.Object.Spec, old.Spec) {
		t.Errorf("%v, %+v", answer.Err(), answer.Object)
	}
	job.Status.Active = -1
	if got := found(dryrun.Server{}.UpdateJobStatus(job, old).Errors); !slices.Equal(got, []string{"FieldValueInvalid status.active"}) {
		t.Error(got)
	}
}

func TestCronJob(t *testing.T) {
	spec := func(change func(*batchv1.CronJobSpec)) func(*batchv1.CronJob) {
		return func(cj *batchv1.CronJob) { change(&cj.Spec) }
	}
	schedule := func(s string) func(*batchv1.CronJob) {
		return spec(func(spec *batchv1.CronJobSpec) { spec.Schedule = s })
	}
	zone := func(s string) func(*batchv1.CronJob) {
		return spec(func(spec *batchv1.CronJobSpec) { spec.TimeZone = &s })
	}
	const badSchedule, badZone = "FieldValueInvalid spec.schedule", "FieldValueInvalid spec.timeZone"
	for _, test := range []struct {
		name        string
		old, change func(*batchv1.CronJob) // without old it is new
		want        []string
		warnings    int
	}{
		{name: "valid", change: zone("Europe/Berlin")},
		{name: "@hourly", change: schedule("@hourly")},
		{name: "no schedule", change: schedule(""), want: []string{"FieldValueRequired spec.schedule"}},
		{name: "malformed schedule", change: schedule("* *"), want: []string{badSchedule}},
		{name: "schedule that makes the parser panic", change: schedule("TZ=0"), want: []string{badSchedule}},
		{name: "time zone in the schedule", change: schedule("TZ=UTC 0 3 * * *"), want: []string{badSchedule}},
		{name: "time zone in an old schedule", old: schedule("CRON_TZ=UTC 0 3 * * *"), change: schedule("CRON_TZ=UTC 0 4 * * *"), warnings: 1},
		{name: "two time zones", old: schedule("TZ=UTC 0 3 * * *"), change: zone("UTC"), want: []string{badSchedule}},
		{name: "no time zone", change: zone(""), want: []string{badZone}},
		{name: "the time zone of the machine", change: zone("Local"), want: []string{badZone}},
		{name: "a time zone outside the database", change: zone("../etc/UTC"), want: []string{badZone}},
		{name: "an unknown time zone", change: zone("Atlantis/Capital"), want: []string{badZone}},
		{name: "an unknown time zone already", old: zone("Atlantis/Capital"), change: schedule("@daily")},
		{name: "long name", change: func(cj *batchv1.CronJob) { cj.Name = "a123456789a123456789a123456789a123456789a123456789abc" }, want: []string{"FieldValueInvalid metadata.name"}},
		{name: "name with a dot", change: func(cj *batchv1.CronJob) { cj.Name = "a.b" }, warnings: 1},
		{name: "numbers and policy", change: spec(func(s *batchv1.CronJobSpec) {
			s.StartingDeadlineSeconds, s.SuccessfulJobsHistoryLimit, s.FailedJobsHistoryLimit, s.ConcurrencyPolicy = new(int64(-1)), new(int32(-1)), new(int32(-1)), "Never"
		}), want: []string{
			"FieldValueInvalid spec.failedJobsHistoryLimit", "FieldValueInvalid spec.startingDeadlineSeconds", "FieldValueInvalid spec.successfulJobsHistoryLimit",
			"FieldValueNotSupported spec.concurrencyPolicy",
		}},
		{name: "the template", change: spec(func(s *batchv1.CronJobSpec) {
			s.JobTemplate.Spec.ManualSelector, s.JobTemplate.Spec.Selector = new(true), &metav1.LabelSelector{}
		}), want: []string{"FieldValueInvalid spec.jobTemplate.spec.selector", "FieldValueNotSupported spec.jobTemplate.spec.manualSelector"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, version := range dryrun.Versions() {
				var answer dryrun.Answer[batchv1.CronJob]
				if s := server(t, version, nil); test.old == nil {
					answer = s.CreateCronJob(newCronJob(test.change))
				} else {
					old := newCronJob(test.old)
					cj := old.DeepCopy()
					test.change(cj)
					answer = s.UpdateCronJob(cj, old)
				}
				if diff := cmp.Diff(test.want, found(answer.Errors)); diff != "" || len(answer.Warnings) != test.warnings {
					t.Errorf("%s: warnings %v, errors (-want +got):\n%s", version, answer.Warnings, diff)
				}
			}
		})
	}
	stored := dryrun.Server{}.CreateCronJob(newCronJob()).Object
	want := batchv1.CronJobSpec{
		Schedule: "0 3 * * *", ConcurrencyPolicy: batchv1.AllowConcurrent, Suspend: new(false), SuccessfulJobsHistoryLimit: new(int32(3)), FailedJobsHistoryLimit: new(int32(1)),
		JobTemplate: stored.Spec.JobTemplate,
	}
	if diff := cmp.Diff(want, stored.Spec); diff != "" {
		t.Errorf("defaults (-want +got):\n%s", diff)
	}
}

// TestPaths shows that errors are at the path of the caller.
func TestPaths(t *testing.T) {
	template := podTemplate()
	template.Labels = map[string]string{"a": "_"}
	spec := newJob().Spec
	spec.Template, spec.Parallelism = template, new(int32(-1))
	path := field.NewPath("spec", "work")
	var s dryrun.Server
	for _, test := range []struct {
		name string
		errs field.ErrorList
		want []string
	}{
		{"JobTemplate", s.JobTemplate(&batchv1.JobTemplateSpec{Spec: spec}, nil, path).Errors, []string{"FieldValueInvalid spec.work.spec.parallelism", "FieldValueInvalid spec.work.spec.template.labels"}},
		{"JobTemplate at the root", s.JobTemplate(&batchv1.JobTemplateSpec{Spec: spec}, nil, nil).Errors, []string{"FieldValueInvalid spec.parallelism", "FieldValueInvalid spec.template.labels"}},
		{"JobSpec", s.JobSpec(&spec, nil, path).Errors, []string{"FieldValueInvalid spec.work.parallelism", "FieldValueInvalid spec.work.template.labels"}},
		{"JobSpec at the root", s.JobSpec(&spec, nil, nil).Errors, []string{"FieldValueInvalid parallelism", "FieldValueInvalid template.labels"}},
		{"PodTemplate", s.PodTemplate(&template, nil, path).Errors, []string{"FieldValueInvalid spec.work.labels"}},
		{"PodTemplate at the root", s.PodTemplate(&template, nil, nil).Errors, []string{"FieldValueInvalid labels"}},
	} {
		if diff := cmp.Diff(test.want, found(test.errs)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestNil(t *testing.T) {
	var s dryrun.Server
	job, cj := newJob(), newCronJob()
	for want, errs := range map[string][]field.ErrorList{
		"FieldValueRequired job":      {s.CreateJob(nil).Errors, s.UpdateJob(nil, job).Errors, s.UpdateJobStatus(nil, job).Errors, s.UpdateJob(nil, nil).Errors},
		"FieldValueRequired cronJob":  {s.CreateCronJob(nil).Errors, s.UpdateCronJob(nil, cj).Errors},
		"FieldValueRequired old":      {s.UpdateJob(job, nil).Errors, s.UpdateJobStatus(job, nil).Errors, s.UpdateCronJob(cj, nil).Errors},
		"FieldValueRequired template": {s.JobTemplate(nil, nil, nil).Errors, s.PodTemplate(nil, nil, nil).Errors},
		"FieldValueRequired spec":     {s.JobSpec(nil, nil, nil).Errors},
		"FieldValueRequired a.b":      {s.JobTemplate(nil, nil, field.NewPath("a", "b")).Errors, s.JobSpec(nil, nil, field.NewPath("a", "b")).Errors, s.PodTemplate(nil, nil, field.NewPath("a", "b")).Errors},
	} {
		for i, list := range errs {
			if got := found(list); !slices.Equal(got, []string{want}) {
				t.Errorf("%d: %q, want %q", i, got, want)
			}
		}
	}
	if err := s.CreateJob(nil).Err(); !apierrors.IsInvalid(err) {
		t.Errorf("Err returns %v", err)
	}
	s.CreateJob(&batchv1.Job{})
	s.CreateCronJob(&batchv1.CronJob{})
}

// TestGatesCostNoMemory shows that a Server's gates cost no memory, whatever its version.
func TestGatesCostNoMemory(t *testing.T) {
	job := typicalJob(t)
	var zero dryrun.Server
	other := server(t, "1.36", nil)
	a := testing.AllocsPerRun(50, func() { zero.CreateJob(job) })
	if b := testing.AllocsPerRun(50, func() { other.CreateJob(job) }); a != b {
		t.Errorf("%v allocations on 1.37, %v on 1.36", a, b)
	}
}

func BenchmarkCreateJob(b *testing.B) {
	job := typicalJob(b)
	var s dryrun.Server
	b.ReportAllocs()
	for b.Loop() {
		if err := s.CreateJob(job).Err(); err != nil {
			b.Fatal(err)
		}
	}
}
