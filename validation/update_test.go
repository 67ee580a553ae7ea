package validation_test

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
)

// updateTest is a change of a valid Job that a server has.
type updateTest struct {
	rule   string
	both   func(*batch.Job) // what old and new have in common
	change func(*batch.Job) // what is new
	want   field.ErrorList
}

func runUpdates(t *testing.T, tests []updateTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			stored := func(job *batch.Job) {
				job.ResourceVersion = "1"
				if tt.both != nil {
					tt.both(job)
				}
			}
			compareErrors(t, tt.want, validation.ValidateJobUpdate(newJob(stored, tt.change), newJob(stored), validation.Options{}))
		})
	}
}

const immutable = "is immutable: delete and recreate the Job to change it"

func container(job *batch.Job) *corev1.Container { return &job.Spec.Template.Spec.Containers[0] }

func TestUpdate(t *testing.T) {
	failures := func(code int32) *batch.PodFailurePolicy {
		return &batch.PodFailurePolicy{Rules: []batch.PodFailurePolicyRule{onExitCodes(batch.PodFailurePolicyOnExitCodesOpIn, code)}}
	}
	successes := func(n int32) *batch.SuccessPolicy {
		return &batch.SuccessPolicy{Rules: []batch.SuccessPolicyRule{{SucceededCount: &n}}}
	}
	runUpdates(t, []updateTest{
		{rule: "nothing changes", change: after()},
		{
			rule: "the mutable fields", both: editIndexed(func(s *batch.JobSpec) { s.BackoffLimitPerIndex = new(int32(1)) }),
			change: edit(func(s *batch.JobSpec) {
				s.Parallelism, s.ActiveDeadlineSeconds, s.BackoffLimit = new(int32(7)), new(int64(60)), new(int32(2))
				s.TTLSecondsAfterFinished, s.Suspend, s.MaxFailedIndexes = new(int32(60)), new(true), new(int32(3))
				s.PodReplacementPolicy, s.BackoffSeconds, s.FailedPodsLimit = new(batch.Failed), new(int64(20)), new(int32(2))
			}),
		},
		{rule: "mutable metadata", change: func(job *batch.Job) {
			job.Labels, job.Annotations = map[string]string{"a": "b"}, map[string]string{"c": "d"}
		}},
		{
			rule: "own: manualSelector", both: after(manual, func(job *batch.Job) { job.Spec.ManualSelector = nil }), change: manual,
			want: field.ErrorList{invalid("spec.manualSelector", field.OmitValueType{}, "is immutable: a Job can't switch between automatic and manual mode").WithOrigin(validation.OriginManualSelectorImmutable)},
		},
		{rule: "manualSelector nil and false", change: edit(func(s *batch.JobSpec) { s.ManualSelector = new(false) })},
		{
			rule: "selector", both: manual, change: selecting(&metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "app", Operator: metav1.LabelSelectorOpExists}}}),
			want: field.ErrorList{invalid("spec.selector", &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "app", Operator: metav1.LabelSelectorOpExists}}}, immutable)},
		},
		{
			rule: "selector removed", change: selecting(nil),
			want: field.ErrorList{
				invalid("spec.selector", (*metav1.LabelSelector)(nil), immutable),
				required("spec.selector", "a Job needs its selector to find its pods"),
			},
		},
		{
			rule: "completionMode", both: edit(func(s *batch.JobSpec) { s.Completions = new(int32(10)) }), change: indexed,
			want: field.ErrorList{invalid("spec.completionMode", new(batch.IndexedCompletion), immutable)},
		},
		{
			rule: "podFailurePolicy", both: edit(func(s *batch.JobSpec) { s.PodFailurePolicy, s.PodReplacementPolicy = failures(1), nil }),
			change: edit(func(s *batch.JobSpec) { s.PodFailurePolicy = failures(2) }),
			want:   field.ErrorList{invalid("spec.podFailurePolicy", failures(2), immutable)},
		},
		{
			rule: "backoffLimitPerIndex", both: indexed, change: edit(func(s *batch.JobSpec) { s.BackoffLimitPerIndex = new(int32(1)) }),
			want: field.ErrorList{invalid("spec.backoffLimitPerIndex", new(int32(1)), immutable)},
		},
		{
			rule: "managedBy", change: edit(func(s *batch.JobSpec) { s.ManagedBy = new("example.com/c") }),
			want: field.ErrorList{invalid("spec.managedBy", new("example.com/c"), immutable)},
		},
		{
			rule: "successPolicy", both: editIndexed(func(s *batch.JobSpec) { s.SuccessPolicy = successes(1) }),
			change: edit(func(s *batch.JobSpec) { s.SuccessPolicy = successes(2) }),
			want:   field.ErrorList{invalid("spec.successPolicy", successes(2), immutable)},
		},
		{
			rule: "completions", change: edit(func(s *batch.JobSpec) { s.Completions = new(int32(2)) }),
			want: field.ErrorList{invalid("spec.completions", new(int32(2)), immutable)},
		},
		{rule: "completions with parallelism", both: indexed, change: edit(func(s *batch.JobSpec) { s.Completions, s.Parallelism = new(int32(4)), new(int32(4)) })},
		{
			rule: "completions without parallelism", both: indexed, change: edit(func(s *batch.JobSpec) { s.Completions = new(int32(4)) }),
			want: field.ErrorList{invalid("spec.completions", int32(4), "may only change together with parallelism, to the same value")},
		},
		{
			rule: "the rules of new Jobs", change: edit(func(s *batch.JobSpec) { s.BackoffLimit = new(int32(-1)) }),
			want: field.ErrorList{invalid("spec.backoffLimit", int32(-1), "must not be negative")},
		},

		// What the old Job had already.
		{rule: "own, tolerated: an empty selector in manual mode", both: after(manual, selecting(by())), change: after()},
		{rule: "own, tolerated: a selector in automatic mode", both: after(manual, func(job *batch.Job) { job.Spec.ManualSelector = nil }), change: after()},
		{rule: "own, tolerated: a deadline of 0", both: edit(func(s *batch.JobSpec) { s.ActiveDeadlineSeconds = new(int64(0)) }), change: after()},
		{
			rule: "own: a deadline of 0", both: edit(func(s *batch.JobSpec) { s.ActiveDeadlineSeconds = new(int64(1)) }),
			change: edit(func(s *batch.JobSpec) { s.ActiveDeadlineSeconds = new(int64(0)) }),
			want:   field.ErrorList{invalid("spec.activeDeadlineSeconds", int64(0), "must be positive: remove it for no deadline").WithOrigin(validation.OriginActiveDeadline)},
		},
		{
			rule: "tolerated: a value in the selector that no label has",
			both: after(manual, selecting(&metav1.LabelSelector{
				MatchLabels:      map[string]string{"app": "pi"},
				MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "app", Operator: metav1.LabelSelectorOpNotIn, Values: []string{"a b"}}},
			})),
			change: after(),
		},
	})
}

func TestUpdateOfTheTemplate(t *testing.T) {
	suspended := edit(func(s *batch.JobSpec) { s.Suspend = new(true) })
	started := func(job *batch.Job) { job.Status.StartTime = &metav1.Time{} }
	atRest := func(job *batch.Job) {
		started(job)
		job.Status.Conditions = []batch.JobCondition{{Type: batch.JobSuspended, Status: corev1.ConditionTrue}}
	}
	active := func(job *batch.Job) { job.Status.Active = 1 }
	nodes := func(key string) *corev1.NodeAffinity {
		return &corev1.NodeAffinity{RequiredDuringSchedulingIgnoredDuringExecution: &corev1.NodeSelector{NodeSelectorTerms: []corev1.NodeSelectorTerm{{
			MatchExpressions: []corev1.NodeSelectorRequirement{{Key: key, Operator: corev1.NodeSelectorOpExists}},
		}}}}
	}
	pods := &corev1.PodAffinity{RequiredDuringSchedulingIgnoredDuringExecution: []corev1.PodAffinityTerm{{TopologyKey: "zone", LabelSelector: by("a", "b")}}}
	withAffinity := func(affinity *corev1.Affinity) func(*batch.Job) {
		return edit(func(s *batch.JobSpec) { s.Template.Spec.Affinity = affinity })
	}
	image := func(job *batch.Job) { container(job).Image = "busybox:2" }
	directives := func(job *batch.Job) {
		template := &job.Spec.Template
		template.Labels["tier"], template.Annotations = "batch", map[string]string{"a": "b"}
		template.Spec.NodeSelector = map[string]string{"a": "b"}
		template.Spec.Tolerations = []corev1.Toleration{{Key: "a", Operator: corev1.TolerationOpExists}}
		template.Spec.SchedulingGates = []corev1.PodSchedulingGate{{Name: "example.com/a"}}
		template.Spec.Affinity = &corev1.Affinity{NodeAffinity: nodes("a")}
		container(job).Resources.Requests = corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("1")}
	}
	all := "metadata.annotations[a], metadata.labels[tier], spec.affinity, spec.containers[0].resources.requests[cpu], spec.nodeSelector[a], spec.schedulingGates, spec.tolerations"
	frozen := func(names string) field.ErrorList {
		return field.ErrorList{invalid("spec.template", field.OmitValueType{}, immutable+"; changed: "+names)}
	}
	partly := func(names string) field.ErrorList {
		return field.ErrorList{invalid("spec.template.spec", field.OmitValueType{}, "only scheduling and container resources may change while the Job is suspended; changed: "+names)}
	}
	runUpdates(t, []updateTest{
		{rule: "of a running Job", change: image, want: frozen("spec.containers[0].image")},
		{rule: "of a running Job, what may change in a suspended one", change: directives, want: frozen(all)},
		{rule: "of a suspended Job", both: suspended, change: directives},
		{rule: "of a suspended Job that has come to rest", both: after(suspended, atRest), change: directives},
		{rule: "of a suspended Job that has just started", both: after(suspended, started), change: directives, want: frozen(all)},
		{rule: "of a suspended Job with active pods", both: after(suspended, atRest, active), change: directives, want: frozen(all)},
		{rule: "of a Job while it is resumed", both: suspended, change: after(directives, edit(func(s *batch.JobSpec) { s.Suspend = new(false) }))},
		{rule: "more than scheduling of a suspended Job", both: suspended, change: after(directives, image), want: partly("spec.containers[0].image"[5:])},
		{
			rule: "a container's resources under another name", both: suspended,
			change: func(job *batch.Job) {
				container(job).Name = "other"
				container(job).Resources.Limits = corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("1")}
			},
			want: partly("containers[0].name, containers[0].resources.limits[cpu]"),
		},
		{
			rule: "one more container", both: suspended,
			change: func(job *batch.Job) {
				more := *container(job)
				more.Name = "more"
				job.Spec.Template.Spec.Containers = append(job.Spec.Template.Spec.Containers, more)
			},
			want: partly("containers"),
		},
		{rule: "node affinity removed", both: after(suspended, withAffinity(&corev1.Affinity{NodeAffinity: nodes("a")})), change: withAffinity(nil)},
		{rule: "node affinity changed beside pod affinity", both: after(suspended, withAffinity(&corev1.Affinity{PodAffinity: pods})), change: withAffinity(&corev1.Affinity{PodAffinity: pods, NodeAffinity: nodes("b")})},
		{rule: "pod affinity", both: suspended, change: withAffinity(&corev1.Affinity{PodAffinity: pods}), want: partly("affinity.podAffinity")},
		{rule: "pod affinity removed", both: after(suspended, withAffinity(&corev1.Affinity{PodAffinity: pods})), change: withAffinity(nil), want: partly("affinity")},

		// Generated labels.
		{
			rule: "own: a generated label changed", both: suspended, change: labelled("job-name", "e"),
			want: field.ErrorList{invalid(templateLabels+"[job-name]", "e", `must stay "pi": generated labels are immutable`).WithOrigin(validation.OriginGeneratedLabelImmutable)},
		},
		{
			rule: "own: a generated label removed", both: suspended, change: labelled("job-name", "-"),
			want: field.ErrorList{required(templateLabels+"[job-name]", `must stay "pi": generated labels are immutable`).WithOrigin(validation.OriginGeneratedLabelImmutable)},
		},
		{
			rule: "the label of the selector changed", both: suspended, change: labelled("controller-uid", "e"),
			want: field.ErrorList{invalid(templateLabels, map[string]string{"app": "pi", "controller-uid": "e", "job-name": "pi"}, "spec.selector doesn't match the template's labels; controller-uid=u-1: label controller-uid is \"e\"")},
		},
		{rule: "labels that were never generated", both: after(suspended, labelled("job-name", "-")), change: labelled("job-name", "e")},
		{rule: "generated labels in manual mode", both: after(manual, suspended, labelled("job-name", "pi")), change: labelled("job-name", "e")},
	})
}

// TestManyChanges holds that an error names the first changes and counts the others.
func TestManyChanges(t *testing.T) {
	old, job := newJob(), newJob()
	old.ResourceVersion, job.ResourceVersion = "1", "1"
	for i := range 15 {
		job.Spec.Template.Labels["label-"+strings.Repeat("x", i)+"x"] = "a"
	}
	errs := validation.ValidateJobUpdate(job, old, validation.Options{})
	if len(errs) != 1 || !strings.HasSuffix(errs[0].Detail, "metadata.labels[label-xxxxxxxxxx] and 5 more") {
		t.Errorf("got %v", errs)
	}
}

func TestTemplateOfJobs(t *testing.T) {
	template := func(changes ...func(*batch.Job)) *batch.JobTemplateSpec {
		job := newJob(changes...)
		return &batch.JobTemplateSpec{Spec: job.Spec}
	}
	unset := edit(func(s *batch.JobSpec) { s.Selector, s.ManualSelector = nil, nil })
	const path = "spec.jobTemplate.spec."
	for _, tt := range []struct {
		rule     string
		template *batch.JobTemplateSpec
		want     field.ErrorList
	}{
		{rule: "valid", template: template(unset)},
		{rule: "its own metadata does not count", template: &batch.JobTemplateSpec{ObjectMeta: metav1.ObjectMeta{Name: "A B", Labels: map[string]string{"a b": ""}}, Spec: template(unset).Spec}},
		{rule: "selector", template: template(), want: field.ErrorList{invalid(path+"selector", by("controller-uid", "u-1"), "is generated for each Job: remove it")}},
		{
			rule: "manualSelector", template: template(unset, edit(func(s *batch.JobSpec) { s.ManualSelector = new(true) })),
			want: field.ErrorList{field.NotSupported(field.NewPath(path+"manualSelector"), true, []string{"nil", "false"})},
		},
		{
			rule: "the rules of specs", template: template(unset, edit(func(s *batch.JobSpec) {
				s.BackoffLimit, s.Template.Spec.RestartPolicy = new(int32(-1)), corev1.RestartPolicyAlways
			})),
			want: field.ErrorList{
				invalid(path+"backoffLimit", int32(-1), "must not be negative"),
				required(path+"template.spec.restartPolicy", "the pods of a Job must be able to finish: use Never or OnFailure"),
			},
		},
		{rule: "nil", want: field.ErrorList{required("spec.jobTemplate", "must not be nil")}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			compareErrors(t, tt.want, validation.ValidateJobTemplateSpec(tt.template, field.NewPath("spec", "jobTemplate"), validation.Options{}))
		})
	}
}
