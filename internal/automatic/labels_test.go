package automatic

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/jobapi/jobapi/apis/batch"
)

func TestUserLabels(t *testing.T) {
	tests := []struct {
		name   string
		job    *batch.Job
		keys   batch.SelectorLabels
		manual bool
		want   map[string]string
	}{
		{name: "none", job: newJob(nil, nil)},
		{name: "an empty map", job: newJob(nil, map[string]string{}), want: map[string]string{}},
		{name: "the user's", job: newJob(nil, labelsOf("app", "x")), want: labelsOf("app", "x")},
		{name: "generated ones alone", job: newJob(nil, labelsOf("controller-uid", "u", "job-name", "pi"))},
		{
			name: "both generations of keys, for any Job",
			job:  newJob(nil, labelsOf("app", "x", "controller-uid", "old", "batch.kubernetes.io/controller-uid", "u", "job-name", "e", "batch.kubernetes.io/job-name", "pi")),
			want: labelsOf("app", "x"),
		},
		{name: "another name", job: newJob(nil, labelsOf("app", "x", "job-name", "e")), want: labelsOf("app", "x")},
		{name: "the own name without a UID", job: newJob(nil, labelsOf("job-name", "pi")), want: labelsOf("job-name", "pi")},
		{name: "the own name beside a generated selector", job: newJob(byLabels("controller-uid", "old"), labelsOf("app", "x", "job-name", "pi")), want: labelsOf("app", "x")},
		{name: "the own UID under any key", job: newJob(nil, labelsOf("app", "x", "example.com/run", "u")), want: labelsOf("app", "x")},
		{name: "the own name under any key", job: newJob(nil, labelsOf("app", "pi", "controller-uid", "u")), want: labelsOf("app", "pi")},
		{name: "chosen keys", job: newJob(nil, labelsOf("app", "x", "example.com/uid", "old", "example.com/name", "pi")), keys: own, want: labelsOf("app", "x")},
		{name: "all in manual mode", job: newJob(nil, labelsOf("controller-uid", "u")), manual: true, want: labelsOf("controller-uid", "u")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			job := Of(tt.job)
			job.Manual = tt.manual
			got := job.UserLabels(tt.keys)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got != nil {
				got["a key of the copy"] = ""
				if _, ok := tt.job.Spec.Template.Labels["a key of the copy"]; ok {
					t.Error("the template has the same map")
				}
			}
		})
	}
}

func TestStrip(t *testing.T) {
	all := []string{"controller-uid", "old", "job-name", "e", "batch.kubernetes.io/controller-uid", "old", "batch.kubernetes.io/job-name", "e"}
	tests := []struct {
		name            string
		job             *batch.Job
		keys            batch.SelectorLabels
		copied, wantOwn map[string]string // the Job's own labels
		want            *batch.Job
	}{
		{name: "nothing to remove", job: newJob(nil, labelsOf("app", "x")), copied: labelsOf("app", "x"), wantOwn: labelsOf("app", "x"), want: newJob(nil, labelsOf("app", "x"))},
		{
			name: "both generations of keys", job: newJob(byLabels("controller-uid", "old"), labelsOf(append(all, "app", "x")...)),
			copied: labelsOf(append(all, "app", "x")...), wantOwn: labelsOf("app", "x"), want: newJob(nil, labelsOf("app", "x")),
		},
		{name: "nothing remains", job: newJob(byLabels("controller-uid", "old"), labelsOf(all...)), copied: labelsOf(all...), want: newJob(nil, nil)},
		{
			name: "own labels that differ from the template's stay", job: newJob(nil, labelsOf("job-name", "e")),
			copied: labelsOf("job-name", "mine", "controller-uid", "old"), wantOwn: labelsOf("job-name", "mine", "controller-uid", "old"), want: newJob(nil, nil),
		},
		{name: "a user's selector stays", job: newJob(byLabels("app", "x", "controller-uid", "old"), nil), want: newJob(byLabels("app", "x", "controller-uid", "old"), nil)},
		{name: "unknown keys stay", job: newJob(byLabels("example.com/uid", "u"), labelsOf("example.com/uid", "u")), want: newJob(byLabels("example.com/uid", "u"), labelsOf("example.com/uid", "u"))},
		{name: "chosen keys go", job: newJob(byLabels("example.com/uid", "u"), labelsOf("example.com/uid", "u", "example.com/name", "any")), keys: own, want: newJob(nil, nil)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.job.Labels, tt.want.Labels = tt.copied, tt.wantOwn
			manual := tt.job.DeepCopy()
			manual.Spec.ManualSelector = new(true)
			wantManual := manual.DeepCopy()
			Of(manual).Strip(tt.keys)
			if diff := cmp.Diff(wantManual, manual); diff != "" {
				t.Errorf("in manual mode (-want +got):\n%s", diff)
			}

			template, own := tt.job.Spec.Template.Labels, tt.job.Labels
			sizes := [2]int{len(template), len(own)}
			Of(tt.job).Strip(tt.keys)
			if diff := cmp.Diff(tt.want, tt.job); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if sizes != [2]int{len(template), len(own)} {
				t.Error("a map was written into")
			}
		})
	}
}
