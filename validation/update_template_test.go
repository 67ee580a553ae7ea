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
		{rule: "of a suspended Job without pods", both: allOf(suspended, atRest), change: directives},
		{rule: "of a suspended Job that has just started", both: allOf(suspended, started), change: directives, want: frozen(all)},
		{rule: "of a suspended Job with active pods", both: allOf(suspended, atRest, active), change: directives, want: frozen(all)},
		{rule: "of a Job while it is resumed", both: suspended, change: allOf(directives, edit(func(s *batch.JobSpec) { s.Suspend = new(false) }))},
		{rule: "more than scheduling of a suspended Job", both: suspended, change: allOf(directives, image), want: partly("spec.containers[0].image"[5:])},
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
		{rule: "node affinity removed", both: allOf(suspended, withAffinity(&corev1.Affinity{NodeAffinity: nodes("a")})), change: withAffinity(nil)},
		{rule: "node affinity changed beside pod affinity", both: allOf(suspended, withAffinity(&corev1.Affinity{PodAffinity: pods})), change: withAffinity(&corev1.Affinity{PodAffinity: pods, NodeAffinity: nodes("b")})},
		{rule: "pod affinity", both: suspended, change: withAffinity(&corev1.Affinity{PodAffinity: pods}), want: partly("affinity.podAffinity")},
		{rule: "pod affinity removed", both: allOf(suspended, withAffinity(&corev1.Affinity{PodAffinity: pods})), change: withAffinity(nil), want: partly("affinity")},

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
		{rule: "labels that were never generated", both: allOf(suspended, labelled("job-name", "-")), change: labelled("job-name", "e")},
		{rule: "generated labels in manual mode", both: allOf(manual, suspended, labelled("job-name", "pi")), change: labelled("job-name", "e")},
	})
}

// TestManyChanges checks that an error names the first changes and counts the others.
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
