package defaulting_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/defaulting"
	"github.com/jobapi/jobapi/labels"
)

// newJob returns a Job called pi with a selector and template labels.
func newJob(selects *metav1.LabelSelector, templateLabels map[string]string) *batch.Job {
	job := &batch.Job{ObjectMeta: metav1.ObjectMeta{Name: "pi", UID: newUID}}
	job.Spec.Selector = selects
	job.Spec.Template.Labels = templateLabels
	return job
}

func byLabels(matchLabels map[string]string) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchLabels: matchLabels}
}

func TestGenerateSelector(t *testing.T) {
	own := map[string]string{"controller-uid": string(newUID), "job-name": "pi"}
	generated := byLabels(map[string]string{"controller-uid": string(newUID)})
	exists := &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "controller-uid", Operator: metav1.LabelSelectorOpExists}}}
	tests := []struct {
		name         string
		selector     *metav1.LabelSelector
		labels       map[string]string
		keys         batch.SelectorLabels
		stored       bool
		own          map[string]string // labels of the Job itself
		wantSelector *metav1.LabelSelector
		wantLabels   map[string]string
		wantWarning  string
	}{
		{
			name:         "an empty selector counts as none",
			selector:     &metav1.LabelSelector{MatchLabels: map[string]string{}},
			wantSelector: generated, wantLabels: own,
		},
		{
			name:         "a selector of the user stays",
			selector:     byLabels(map[string]string{"app": "pi"}),
			labels:       map[string]string{"app": "pi"},
			wantSelector: byLabels(map[string]string{"app": "pi"}),
			wantLabels:   map[string]string{"app": "pi"},
		},
		{
			name:         "a UID beside a label of the user is the user's",
			selector:     byLabels(map[string]string{"app": "pi", "controller-uid": "old"}),
			labels:       map[string]string{"controller-uid": "old"},
			wantSelector: byLabels(map[string]string{"app": "pi", "controller-uid": "old"}),
			wantLabels:   map[string]string{"controller-uid": "old"},
		},
		{
			name:         "an expression is the user's, whatever its key",
			selector:     exists,
			wantSelector: exists,
		},
		{
			name:         "a key of others is the user's",
			selector:     byLabels(map[string]string{"example.com/uid": "old"}),
			wantSelector: byLabels(map[string]string{"example.com/uid": "old"}),
		},
		{
			name:         "a given key is a leftover",
			selector:     byLabels(map[string]string{"example.com/uid": "old"}),
			keys:         batch.SelectorLabels{UID: []string{"example.com/uid"}},
			wantSelector: byLabels(map[string]string{"example.com/uid": string(newUID)}),
			wantLabels:   map[string]string{"example.com/uid": string(newUID)},
			wantWarning:  `spec.selector came from the Job with UID "old"`,
		},
		{
			name:         "the own name under a key that is not asked for stays",
			labels:       map[string]string{"batch.kubernetes.io/job-name": "pi"},
			wantSelector: generated,
			wantLabels:   map[string]string{"batch.kubernetes.io/job-name": "pi", "controller-uid": string(newUID), "job-name": "pi"},
		},
		{
			name:         "an earlier Job of the same name",
			selector:     byLabels(map[string]string{"controller-uid": "old"}),
			labels:       map[string]string{"controller-uid": "old", "job-name": "pi"},
			wantSelector: generated, wantLabels: own,
			wantWarning: `spec.selector and the label "controller-uid" of spec.template came from Job "pi" with UID "old"`,
		},
		{
			name:         "another name alone",
			labels:       map[string]string{"job-name": "e"},
			wantSelector: generated, wantLabels: own,
			wantWarning: `the label "job-name" of spec.template came from Job "e" `,
		},
		{
			name:         "an own selector without its label is generated again, and is not a leftover",
			selector:     byLabels(map[string]string{"batch.kubernetes.io/controller-uid": string(newUID)}),
			wantSelector: generated, wantLabels: own,
		},
		{
			name:         "a complete Job that is stored stays, under whichever key",
			stored:       true,
			selector:     byLabels(map[string]string{"batch.kubernetes.io/controller-uid": string(newUID)}),
			labels:       map[string]string{"batch.kubernetes.io/controller-uid": string(newUID)},
			wantSelector: byLabels(map[string]string{"batch.kubernetes.io/controller-uid": string(newUID)}),
			wantLabels:   map[string]string{"batch.kubernetes.io/controller-uid": string(newUID)},
		},
		{
			name:         "two UIDs in a selector cannot be complete",
			selector:     byLabels(map[string]string{"batch.kubernetes.io/controller-uid": "old", "controller-uid": string(newUID)}),
			labels:       map[string]string{"batch.kubernetes.io/controller-uid": "old", "controller-uid": string(newUID)},
			wantSelector: generated, wantLabels: own,
			wantWarning: `UID "old"`,
		},
		{
			name:         "other keys replace those of a Job that was never stored",
			selector:     generated,
			labels:       map[string]string{"app": "pi", "controller-uid": string(newUID), "job-name": "pi"},
			keys:         batch.SelectorLabels{UID: []string{"example.com/uid"}, Name: []string{"example.com/name"}},
			wantSelector: byLabels(map[string]string{"example.com/uid": string(newUID)}),
			wantLabels:   map[string]string{"app": "pi", "example.com/uid": string(newUID), "example.com/name": "pi"},
		},
		{
			name:         "also keys that only the selector names",
			selector:     byLabels(map[string]string{"example.com/uid": string(newUID)}),
			labels:       map[string]string{"example.com/uid": string(newUID), "example.com/run": string(newUID), "app": "pi"},
			wantSelector: generated,
			wantLabels:   map[string]string{"app": "pi", "controller-uid": string(newUID), "example.com/run": string(newUID), "job-name": "pi"},
		},
		{
			name:         "a name that the user wrote stays: the Job got a copy before anything was generated",
			selector:     generated,
			labels:       map[string]string{"controller-uid": string(newUID), "job-name": "pi"},
			own:          map[string]string{"job-name": "pi"},
			keys:         batch.SelectorLabels{UID: []string{"example.com/uid"}},
			wantSelector: byLabels(map[string]string{"example.com/uid": string(newUID)}),
			wantLabels:   map[string]string{"example.com/uid": string(newUID), "job-name": "pi"},
		},
		{
			name:         "a Job that has what it would get stays, with a name that the user wrote",
			selector:     generated,
			labels:       map[string]string{"batch.kubernetes.io/job-name": "pi", "controller-uid": string(newUID), "job-name": "pi"},
			wantSelector: generated,
			wantLabels:   map[string]string{"batch.kubernetes.io/job-name": "pi", "controller-uid": string(newUID), "job-name": "pi"},
		},
		{
			name:         "the own name beside the selector of another Job goes",
			selector:     byLabels(map[string]string{"controller-uid": "old"}),
			labels:       map[string]string{"batch.kubernetes.io/job-name": "pi"},
			wantSelector: generated, wantLabels: own,
			wantWarning: `spec.selector came from Job "pi" with UID "old"`,
		},
		{
			name:         "a name that a server copied to the Job, beside a UID, goes",
			labels:       map[string]string{"controller-uid": "old", "job-name": "pi"},
			own:          map[string]string{"controller-uid": "old", "job-name": "pi"},
			keys:         batch.SelectorLabels{UID: []string{"example.com/uid"}},
			wantSelector: byLabels(map[string]string{"example.com/uid": string(newUID)}),
			wantLabels:   map[string]string{"example.com/uid": string(newUID)},
			wantWarning:  `came from Job "pi" with UID "old"`,
		},
		{
			name: "Kubernetes' keys",
			keys: batch.KubernetesSelectorLabels(),
			wantSelector: byLabels(map[string]string{
				"batch.kubernetes.io/controller-uid": string(newUID),
			}),
			wantLabels: map[string]string{
				"batch.kubernetes.io/controller-uid": string(newUID), "controller-uid": string(newUID),
				"batch.kubernetes.io/job-name": "pi", "job-name": "pi",
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			job, want := newJob(tt.selector, tt.labels), newJob(tt.wantSelector, tt.wantLabels)
			job.Labels, want.Labels = tt.own, tt.own
			if tt.stored {
				job.ResourceVersion, want.ResourceVersion = "1", "1"
			}
			warnings, err := defaulting.GenerateSelector(job, tt.keys)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, job); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			switch {
			case tt.wantWarning == "" && warnings != nil:
				t.Errorf("warnings %q, want none", warnings)
			case tt.wantWarning != "" && (len(warnings) != 1 || !strings.Contains(warnings[0], tt.wantWarning) || !strings.Contains(warnings[0], "kube-apiserver would reject")):
				t.Errorf("warnings %q, want one with %q", warnings, tt.wantWarning)
			}
		})
	}
}

func TestGenerateSelectorErrors(t *testing.T) {
	tests := []struct {
		name   string
		change func(*batch.Job)
		keys   batch.SelectorLabels
		want   any
		says   string
	}{
		{name: "no UID", change: func(job *batch.Job) { job.UID = "" }, want: &field.Error{Type: field.ErrorTypeRequired, Field: "metadata.uid"}},
		{name: "no name", change: func(job *batch.Job) { job.Name = "" }, want: &field.Error{Type: field.ErrorTypeRequired, Field: "metadata.name"}},
		{name: "a key that is none", keys: batch.SelectorLabels{UID: []string{"a b"}}, want: &labels.SyntaxError{Input: "a b", Offset: 1}},
		{name: "a name key that is none", keys: batch.SelectorLabels{UID: []string{"a"}, Name: []string{""}}, want: &labels.SyntaxError{}},
		{name: "no key for the UID", keys: batch.SelectorLabels{Name: []string{"a"}}},
		{name: "one key for both", keys: batch.SelectorLabels{UID: []string{"x"}, Name: []string{"x"}}, says: `the key "x" for the UID`},
		{name: "one of several keys for both", keys: batch.SelectorLabels{UID: []string{"a", "x"}, Name: []string{"b", "x"}}, says: `the key "x" for the UID`},
		{name: "a key of servers' for the name, for the UID", keys: batch.SelectorLabels{UID: []string{"job-name"}}, says: `the key "job-name" for the UID`},
		{
			name: "a prefixed one", keys: batch.SelectorLabels{UID: []string{"a", batch.JobNameLabel}},
			says: `the key "batch.kubernetes.io/job-name" for the UID`,
		},
		{
			name: "a key of servers' for the UID, for the name", keys: batch.SelectorLabels{UID: []string{"a"}, Name: []string{"controller-uid"}},
			says: `the key "controller-uid" for the name`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			job := newJob(byLabels(map[string]string{"controller-uid": "old"}), map[string]string{"controller-uid": "old", "app": "pi"})
			if tt.change != nil {
				tt.change(job)
			}
			want := job.DeepCopy()
			warnings, err := defaulting.GenerateSelector(job, tt.keys)
			if err == nil || warnings != nil {
				t.Fatalf("error %v, warnings %q", err, warnings)
			}
			if diff := cmp.Diff(want, job); diff != "" {
				t.Errorf("the Job changed (-want +got):\n%s", diff)
			}
			if !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %v, want it to say %s", err, tt.says)
			}
			switch want := tt.want.(type) {
			case *field.Error:
				if got, ok := errors.AsType[*field.Error](err); !ok || got.Type != want.Type || got.Field != want.Field {
					t.Errorf("got %v, want %s at %s", err, want.Type, want.Field)
				}
			case *labels.SyntaxError:
				if got, ok := errors.AsType[*labels.SyntaxError](err); !ok || got.Input != want.Input || got.Offset != want.Offset {
					t.Errorf("got %v, want one at byte %d of %q", err, want.Offset, want.Input)
				}
			}
		})
	}
	if _, err := defaulting.GenerateSelector(nil, batch.SelectorLabels{}); err == nil {
		t.Error("no error for nil")
	}
}

func TestStripGeneratedSelector(t *testing.T) {
	all := map[string]string{
		"controller-uid": "old", "job-name": "e", "batch.kubernetes.io/controller-uid": "old", "batch.kubernetes.io/job-name": "e",
	}
	with := func(labels map[string]string, more ...string) map[string]string {
		all := map[string]string{}
		maps.Copy(all, labels)
		for i := 0; i < len(more); i += 2 {
			all[more[i]] = more[i+1]
		}
		return all
	}
	tests := []struct {
		name      string
		job, want *batch.Job
	}{
		{"nothing to take away", newJob(nil, map[string]string{"app": "pi"}), newJob(nil, map[string]string{"app": "pi"})},
		{"both generations", newJob(byLabels(map[string]string{"batch.kubernetes.io/controller-uid": "old"}), with(all, "app", "pi")), newJob(nil, map[string]string{"app": "pi"})},
		{"nothing else", newJob(byLabels(map[string]string{"controller-uid": "old"}), all), newJob(nil, nil)},
		{"a selector of the user", newJob(byLabels(map[string]string{"app": "pi"}), with(all, "app", "pi")), newJob(byLabels(map[string]string{"app": "pi"}), map[string]string{"app": "pi"})},
		{"an empty selector", newJob(&metav1.LabelSelector{}, nil), newJob(&metav1.LabelSelector{}, nil)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.job.Labels = with(tt.job.Spec.Template.Labels, "team", "a")
			tt.want.Labels = with(tt.want.Spec.Template.Labels, "team", "a")
			defaulting.StripGeneratedSelector(tt.job)
			if diff := cmp.Diff(tt.want, tt.job); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	t.Run("in manual mode nothing", func(t *testing.T) {
		job := newJob(byLabels(map[string]string{"controller-uid": "old"}), all)
		job.Spec.ManualSelector = new(true)
		want := job.DeepCopy()
		defaulting.StripGeneratedSelector(job)
		if diff := cmp.Diff(want, job); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	t.Run("the Job's own labels, if they are others than the template's, stay", func(t *testing.T) {
		job := newJob(nil, map[string]string{"job-name": "e"})
		job.Labels = map[string]string{"job-name": "mine"}
		defaulting.StripGeneratedSelector(job)
		if diff := cmp.Diff(map[string]string{"job-name": "mine"}, job.Labels); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	t.Run("keys of a program stay, unless they are given", func(t *testing.T) {
		keys := batch.SelectorLabels{UID: []string{"example.com/uid"}, Name: []string{"example.com/name"}}
		own := with(all, "example.com/uid", "old", "example.com/name", "e")
		job := newJob(byLabels(map[string]string{"example.com/uid": "old"}), with(own, "app", "pi"))
		job.Labels = with(own, "app", "pi")

		defaulting.StripGeneratedSelector(job)
		rest := map[string]string{"app": "pi", "example.com/uid": "old", "example.com/name": "e"}
		want := newJob(byLabels(map[string]string{"example.com/uid": "old"}), rest)
		want.Labels = rest
		if diff := cmp.Diff(want, job); diff != "" {
			t.Errorf("without the keys (-want +got):\n%s", diff)
		}

		defaulting.StripGeneratedSelectorWith(job, keys)
		want = newJob(nil, map[string]string{"app": "pi"})
		want.Labels = map[string]string{"app": "pi"}
		if diff := cmp.Diff(want, job); diff != "" {
			t.Errorf("with the keys (-want +got):\n%s", diff)
		}
	})
	defaulting.StripGeneratedSelector(nil)
}

// TestCopyOfAStrippedJob checks that a stripped copy is like a new Job when it is posted.
func TestCopyOfAStrippedJob(t *testing.T) {
	own := batch.SelectorLabels{UID: []string{"example.com/uid"}, Name: []string{"example.com/name"}}
	for _, keys := range []batch.SelectorLabels{batch.DefaultSelectorLabels(), batch.KubernetesSelectorLabels(), own} {
		manifest := job("pi", "", "app: pi")
		original := post(t, manifest, oldUID, keys)
		copied := original.DeepCopy()
		defaulting.StripGeneratedSelectorWith(copied, keys)
		copied.UID = newUID
		warnings, err := defaulting.GenerateSelector(copied, keys)
		if err != nil || warnings != nil {
			t.Errorf("error %v, warnings %q", err, warnings)
		}
		if diff := cmp.Diff(post(t, manifest, newUID, keys).Job, copied); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
