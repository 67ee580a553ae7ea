package automatic

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/jobapi/jobapi/apis/batch"
)

// newJob returns a Job called pi whose UID is u.
func newJob(selector *metav1.LabelSelector, templateLabels map[string]string) *batch.Job {
	job := &batch.Job{ObjectMeta: metav1.ObjectMeta{Name: "pi", UID: "u"}}
	job.Spec.Selector, job.Spec.Template.Labels = selector, templateLabels
	return job
}

func TestLeftovers(t *testing.T) {
	tests := []struct {
		name   string
		job    *batch.Job
		keys   batch.SelectorLabels
		change func(*batch.Job)
		want   Leftovers
		fields []string
		text   string
	}{
		{name: "nothing", job: newJob(nil, nil)},
		{name: "own labels", job: newJob(byLabels("controller-uid", "u"), labelsOf("controller-uid", "u", "job-name", "pi", "app", "x"))},
		{name: "a user's selector and labels", job: newJob(byLabels("app", "x"), labelsOf("app", "x", "example.com/uid", "x"))},
		{
			name:   "a selector",
			job:    newJob(byLabels("controller-uid", "old"), nil),
			want:   Leftovers{Selector: true, UIDs: []types.UID{"old"}},
			fields: []string{"spec.selector"},
			text:   `spec.selector came from the Job with UID "old" and did not apply here; kube-apiserver would reject the Job with them`,
		},
		{
			name:   "one label",
			job:    newJob(nil, labelsOf("job-name", "e", "app", "x")),
			want:   Leftovers{Labels: []string{"job-name"}, Names: []string{"e"}},
			fields: []string{"spec.template.metadata.labels[job-name]"},
			text:   `the label "job-name" of spec.template came from Job "e" and did not apply here; kube-apiserver would reject the Job with them`,
		},
		{
			name: "both generations of keys",
			job: newJob(byLabels("batch.kubernetes.io/controller-uid", "old"), labelsOf("controller-uid", "old", "job-name", "e",
				"batch.kubernetes.io/controller-uid", "old", "batch.kubernetes.io/job-name", "e")),
			want: Leftovers{
				Selector: true,
				Labels:   []string{"batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name", "controller-uid", "job-name"},
				Names:    []string{"e"},
				UIDs:     []types.UID{"old"},
			},
			fields: []string{
				"spec.selector", "spec.template.metadata.labels[batch.kubernetes.io/controller-uid]", "spec.template.metadata.labels[batch.kubernetes.io/job-name]",
				"spec.template.metadata.labels[controller-uid]", "spec.template.metadata.labels[job-name]",
			},
			text: `spec.selector and the labels "batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name", "controller-uid", "job-name" of spec.template ` +
				`came from Job "e" with UID "old" and did not apply here; kube-apiserver would reject the Job with them`,
		},
		{
			name:   "an earlier Job of the same name",
			job:    newJob(nil, labelsOf("controller-uid", "old", "job-name", "pi")),
			want:   Leftovers{Labels: []string{"controller-uid"}, Names: []string{"pi"}, UIDs: []types.UID{"old"}},
			fields: []string{"spec.template.metadata.labels[controller-uid]"},
			text:   `the label "controller-uid" of spec.template came from Job "pi" with UID "old" and did not apply here; kube-apiserver would reject the Job with them`,
		},
		{
			name:   "the own name doesn't identify the other Job without a UID",
			job:    newJob(nil, labelsOf("batch.kubernetes.io/job-name", "pi", "job-name", "e")),
			want:   Leftovers{Labels: []string{"job-name"}, Names: []string{"e"}},
			fields: []string{"spec.template.metadata.labels[job-name]"},
			text:   `the label "job-name" of spec.template came from Job "e" and did not apply here; kube-apiserver would reject the Job with them`,
		},
		{
			name:   "two Jobs",
			job:    newJob(byLabels("controller-uid", "z"), labelsOf("controller-uid", "y", "job-name", "b", "batch.kubernetes.io/job-name", "a")),
			want:   Leftovers{Selector: true, Labels: []string{"batch.kubernetes.io/job-name", "controller-uid", "job-name"}, Names: []string{"a", "b"}, UIDs: []types.UID{"y", "z"}},
			fields: []string{"spec.selector", "spec.template.metadata.labels[batch.kubernetes.io/job-name]", "spec.template.metadata.labels[controller-uid]", "spec.template.metadata.labels[job-name]"},
			text:   `spec.selector and the labels "batch.kubernetes.io/job-name", "controller-uid", "job-name" of spec.template came from Job "a", "b" with UID "y", "z" and did not apply here; kube-apiserver would reject the Job with them`,
		},
		{
			name:   "under chosen keys",
			job:    newJob(byLabels("example.com/uid", "old"), labelsOf("example.com/name", "e")),
			keys:   own,
			want:   Leftovers{Selector: true, Labels: []string{"example.com/name"}, Names: []string{"e"}, UIDs: []types.UID{"old"}},
			fields: []string{"spec.selector", "spec.template.metadata.labels[example.com/name]"},
			text:   `spec.selector and the label "example.com/name" of spec.template came from Job "e" with UID "old" and did not apply here; kube-apiserver would reject the Job with them`,
		},
		{
			name:   "every UID is another Job's without a UID, and no name is without a name",
			job:    newJob(nil, labelsOf("controller-uid", "u", "job-name", "e")),
			change: func(job *batch.Job) { job.Name, job.UID = "", "" },
			want:   Leftovers{Labels: []string{"controller-uid"}, Names: []string{"e"}, UIDs: []types.UID{"u"}},
			fields: []string{"spec.template.metadata.labels[controller-uid]"},
			text:   `the label "controller-uid" of spec.template came from Job "e" with UID "u" and did not apply here; kube-apiserver would reject the Job with them`,
		},
		{
			name:   "nothing in manual mode",
			job:    newJob(byLabels("controller-uid", "old"), labelsOf("controller-uid", "old")),
			change: func(job *batch.Job) { job.Spec.ManualSelector = new(true) },
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.change != nil {
				tt.change(tt.job)
			}
			before := tt.job.DeepCopy()
			got, ok := Of(tt.job).Leftovers(tt.keys)
			if diff := cmp.Diff(tt.want, got); diff != "" || ok != (tt.text != "") {
				t.Errorf("found %t (-want +got):\n%s", ok, diff)
			}
			if diff := cmp.Diff(append([]string{}, tt.fields...), got.Fields()); diff != "" {
				t.Errorf("fields (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.text, got.String()); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, tt.job); diff != "" {
				t.Errorf("the Job changed (-before +after):\n%s", diff)
			}
		})
	}
}
