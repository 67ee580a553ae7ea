package validation_test

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	schedulingv1alpha3 "k8s.io/api/scheduling/v1alpha3"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
	"github.com/jobapi/jobapi/validation/features"
)

// serverOf returns the options for the answer of a release.
func serverOf(t *testing.T, version string, gates map[string]bool) validation.Options {
	t.Helper()
	set, err := features.For(version, gates)
	if err != nil {
		t.Fatal(err)
	}
	return validation.Options{SelectorLabels: batch.KubernetesSelectorLabels(), ServerOnly: true, Features: set}
}

// found are the type and the path of an error.
type found struct {
	kind field.ErrorType
	path string
}

func compareFound(t *testing.T, want []found, errs field.ErrorList) {
	t.Helper()
	got := map[found]bool{}
	for _, err := range errs {
		got[found{err.Type, err.Field}] = true
	}
	for _, w := range want {
		if !got[w] {
			t.Errorf("no error %v", w)
		}
		delete(got, w)
	}
	for g := range got {
		t.Errorf("unexpected error %v", g)
	}
}

func TestTemplateChangesByRelease(t *testing.T) {
	off := map[string]bool{"MutablePodResourcesForSuspendedJobs": false, "MutableSchedulingDirectivesForSuspendedJobs": false}
	on := map[string]bool{"MutablePodResourcesForSuspendedJobs": true, "MutableSchedulingDirectivesForSuspendedJobs": true}
	resources := map[string]bool{"MutablePodResourcesForSuspendedJobs": true}
	neverStarted := edit(func(s *batch.JobSpec) { s.Suspend = new(true) })
	atRest := func(job *batch.Job) {
		neverStarted(job)
		job.Status.StartTime = &metav1.Time{}
		job.Status.Conditions = []batch.JobCondition{{Type: batch.JobSuspended, Status: corev1.ConditionTrue}}
	}
	label := func(job *batch.Job) { job.Spec.Template.Labels["tier"] = "batch" }
	nodes := func(job *batch.Job) { job.Spec.Template.Spec.NodeSelector = map[string]string{"a": "b"} }
	cpu := func(job *batch.Job) {
		container(job).Resources.Requests = corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("1")}
	}
	whole := []found{{field.ErrorTypeInvalid, "spec.template"}}
	spec := []found{{field.ErrorTypeInvalid, "spec.template.spec"}}
	for _, test := range []struct {
		name, version string
		gates         map[string]bool
		old, change   func(*batch.Job)
		want          []found
	}{
		{"scheduling before the start", "1.34", nil, neverStarted, allOf(nodes, label), nil},
		{"scheduling after the start", "1.34", nil, atRest, nodes, whole},
		{"resources before the start", "1.34", nil, neverStarted, cpu, whole},
		{"scheduling before the start, gates off", "1.35", nil, neverStarted, nodes, nil},
		{"scheduling before the start, without the condition", "1.35", on, neverStarted, nodes, whole},
		{"scheduling after the start", "1.35", on, atRest, allOf(nodes, cpu), nil},
		{"labels where only resources may change", "1.35", resources, atRest, allOf(label, cpu), nil},
		{"scheduling where only resources may change", "1.35", resources, atRest, nodes, spec},
		{"everything before the start", "1.36", nil, neverStarted, allOf(nodes, cpu), nil},
		{"scheduling after the start, gates off", "1.36", off, atRest, nodes, whole},
		{"resources before the start, gates off", "1.37", off, neverStarted, cpu, whole},
		{"everything after the start", "1.37", nil, atRest, allOf(nodes, cpu), nil},
	} {
		t.Run(test.version+" "+test.name, func(t *testing.T) {
			old := serverJob(test.old)
			job := old.DeepCopy()
			test.change(job)
			compareFound(t, test.want, validation.ValidateJobUpdate(job, old, serverOf(t, test.version, test.gates)))
		})
	}
}

// serverJob returns a stored Job with the labels that a server generates.
func serverJob(changes ...func(*batch.Job)) *batch.Job {
	job := newJob()
	job.ResourceVersion = "1"
	keys := batch.KubernetesSelectorLabels()
	job.Spec.Template.Labels = map[string]string{}
	for _, key := range keys.UID {
		job.Spec.Template.Labels[key] = string(job.UID)
	}
	for _, key := range keys.Name {
		job.Spec.Template.Labels[key] = job.Name
	}
	job.Spec.Selector = by(batch.ControllerUidLabel, string(job.UID))
	allOf(changes...)(job)
	return job
}

// TestUpdateAsNew shows that servers before 1.37 check an update with the rules for new Jobs too.
func TestUpdateAsNew(t *testing.T) {
	label := found{field.ErrorTypeRequired, "spec.template.metadata.labels[job-name]"}
	for _, test := range []struct {
		name     string
		old, now func(*batch.Job)
		before   []found // 1.37
	}{
		{name: "complete"},
		{
			name:   "without a generated label",
			old:    func(job *batch.Job) { delete(job.Spec.Template.Labels, batch.LegacyJobNameLabel) },
			before: []found{label},
		},
		{
			name: "without the labels of Kubernetes 1.27",
			old: func(job *batch.Job) {
				delete(job.Spec.Template.Labels, batch.JobNameLabel)
				delete(job.Spec.Template.Labels, batch.ControllerUidLabel)
				job.Spec.Selector = by(batch.LegacyControllerUidLabel, string(job.UID))
			},
		},
		{
			name:   "with a name that no new Job may have",
			old:    func(job *batch.Job) { manual(job); job.Name = "A" },
			before: []found{{field.ErrorTypeInvalid, "metadata.name"}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			old := serverJob()
			if test.old != nil {
				test.old(old)
			}
			for _, version := range features.Versions() {
				want := test.before
				if version == "1.37" {
					want = nil
				}
				compareFound(t, want, validation.ValidateJobUpdate(old.DeepCopy(), old, serverOf(t, version, nil)))
			}
		})
	}
}

func TestMetadataByRelease(t *testing.T) {
	job := serverJob(func(job *batch.Job) {
		job.OwnerReferences = []metav1.OwnerReference{{APIVersion: "v1", Name: "a", UID: "b"}}
		job.ManagedFields = []metav1.ManagedFieldsEntry{{Operation: "Create"}}
	})
	for version, want := range map[string][]found{
		"1.36": {{field.ErrorTypeInvalid, "metadata.ownerReferences.kind"}, {field.ErrorTypeInvalid, "metadata.managedFields[0].operation"}},
		"1.37": {{field.ErrorTypeRequired, "metadata.ownerReferences[0].kind"}, {field.ErrorTypeNotSupported, "metadata.managedFields[0].operation"}},
	} {
		compareFound(t, want, validation.ValidateJob(job, serverOf(t, version, nil)))
		compareFound(t, want, validation.ValidateMetadata(&job.ObjectMeta, nil, field.NewPath("metadata"), serverOf(t, version, nil)))
	}
}

func TestStatusByRelease(t *testing.T) {
	status := func(job *batch.Job) {
		job.Status.StartTime, job.Status.Failed, job.Status.Active = atMinute(5), 0, -1
	}
	unmanaged := map[string]bool{"JobManagedBy": false}
	failed, active, ready := found{field.ErrorTypeInvalid, "status.failed"}, found{field.ErrorTypeInvalid, "status.active"}, found{field.ErrorTypeInvalid, "status.ready"}
	for _, test := range []struct {
		version string
		gates   map[string]bool
		want    []found
	}{
		{"1.34", unmanaged, []found{active}},
		{"1.34", nil, []found{active, failed, ready, {field.ErrorTypeRequired, "status.startTime"}}},
		{"1.35", nil, []found{active, failed, ready, {field.ErrorTypeRequired, "status.startTime"}}},
		{"1.36", nil, []found{active, failed, ready, {field.ErrorTypeInvalid, "status.startTime"}}},
		{"1.37", nil, []found{active, failed, ready, {field.ErrorTypeInvalid, "status.startTime"}}},
	} {
		old := runningJob()
		job := old.DeepCopy()
		status(job)
		compareFound(t, test.want, validation.ValidateJobStatusUpdateWith(job, old, serverOf(t, test.version, test.gates)))
	}
}

func TestSchedulingWithoutItsGate(t *testing.T) {
	gang := func(job *batch.Job) {
		job.Spec.Scheduling = &batch.JobSchedulingConfiguration{SchedulingPolicy: &schedulingv1alpha3.WorkloadPodGroupSchedulingPolicy{
			Gang: &schedulingv1alpha3.WorkloadPodGroupGangSchedulingPolicy{MinCount: new(int32(1))},
		}}
	}
	basic := func(job *batch.Job) {
		job.Spec.Scheduling = &batch.JobSchedulingConfiguration{SchedulingPolicy: &schedulingv1alpha3.WorkloadPodGroupSchedulingPolicy{
			Basic: &schedulingv1alpha3.WorkloadPodGroupBasicSchedulingPolicy{},
		}}
	}
	policy := found{field.ErrorTypeInvalid, "spec.scheduling.schedulingPolicy"}
	for _, test := range []struct {
		name   string
		gates  map[string]bool
		change func(*batch.Job)
		want   []found
	}{
		{"unchanged", nil, gang, nil},
		{"changed", nil, basic, []found{{field.ErrorTypeForbidden, "spec.scheduling"}, policy}},
		{"changed with the gate", map[string]bool{"WorkloadWithJob": true}, basic, []found{policy}},
	} {
		t.Run(test.name, func(t *testing.T) {
			old := serverJob(gang)
			job := old.DeepCopy()
			test.change(job)
			compareFound(t, test.want, validation.ValidateJobUpdate(job, old, serverOf(t, "1.37", test.gates)))
		})
	}
}

func TestValidateJobSpecUpdate(t *testing.T) {
	template := &batch.JobTemplateSpec{Spec: newJob(manual).Spec}
	template.Spec.Selector, template.Spec.ManualSelector = nil, nil
	template.Spec.ActiveDeadlineSeconds = new(int64(0))
	path := field.NewPath("spec", "work")
	deadline := []found{{field.ErrorTypeInvalid, "spec.work.spec.activeDeadlineSeconds"}}
	compareFound(t, deadline, validation.ValidateJobTemplateSpecUpdate(template, nil, path, validation.Options{}))
	compareFound(t, nil, validation.ValidateJobTemplateSpecUpdate(template, template.DeepCopy(), path, validation.Options{}))
	compareFound(t, []found{{field.ErrorTypeInvalid, "activeDeadlineSeconds"}}, validation.ValidateJobSpec(&template.Spec, nil, nil, validation.Options{}))
	compareFound(t, []found{{field.ErrorTypeRequired, "spec"}}, validation.ValidateJobSpec(nil, &template.Spec, nil, validation.Options{}))
	if errs := validation.ValidateMetadata(nil, nil, path, validation.Options{}); len(errs) != 1 {
		t.Errorf("nil metadata: %v", errs)
	}
	if warnings := validation.JobSpecWarnings(nil, path, validation.Options{}); warnings != nil {
		t.Errorf("nil spec: %v", warnings)
	}
}
