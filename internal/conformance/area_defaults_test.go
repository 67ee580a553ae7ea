package conformance

import (
	"maps"
	"slices"
	"testing"

	kubernetesv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	upstream "k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/registry/batch/job"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	conversionv1 "github.com/jobapi/jobapi/conversion/batch/v1"
	"github.com/jobapi/jobapi/defaulting"
	defaultingv1 "github.com/jobapi/jobapi/defaulting/batch/v1"
)

// defaulted is a Job after defaulting. If the Job had no selector, it has the generated one too.
type defaulted struct {
	Job      *kubernetesv1.Job
	Selector *metav1.LabelSelector
	Labels   map[string]string
	Warnings []string
}

// defaults is the area of defaults and of selectors that are generated with Kubernetes' keys.
func defaults(t testing.TB) area {
	d := differential[batchv1.Job]{name: "defaults", random: randomToDefault(bases(t)), ask: askDefaults}
	for _, job := range handMade(t) {
		d.fixed = append(d.fixed, *job)
	}
	return d
}

// randomToDefault returns one Job in ten filled at random, and mutates the others, which is cheaper.
func randomToDefault(bases []*kubernetesv1.Job) func(testing.TB, source) batchv1.Job {
	return func(t testing.TB, s source) batchv1.Job {
		var job *batchv1.Job
		if s.random.IntN(10) == 0 {
			job = s.job()
		} else {
			manifest := pick(s.random, bases).DeepCopy()
			for range s.random.IntN(5) {
				s.mutateJob(manifest)
			}
			job = fromKubernetes(t, manifest)
		}
		if s.random.IntN(2) == 0 {
			job.Labels = nil
		}
		if s.random.IntN(2) == 0 {
			job.Spec.Selector, job.Spec.ManualSelector = nil, nil
		}
		return *job
	}
}

func askDefaults(t testing.TB, manifest *batchv1.Job) answer {
	t.Helper()
	ours := manifest.DeepCopy()
	ours.UID = "" // otherwise the defaults include the selector, which upstream generates later
	theirs := toKubernetes(t, ours).DeepCopy()
	generates := ours.Spec.Selector == nil && ours.Spec.ManualSelector == nil && ours.Name != ""

	defaultingv1.SetDefaults_Job(ours)
	own := defaulted{Job: toKubernetes(t, ours)}
	if generates {
		var hub batch.Job
		if err := conversionv1.Convert_v1_Job_To_batch_Job(ours, &hub, nil); err != nil {
			t.Fatal(err)
		}
		hub.UID = uid
		warnings, err := defaulting.GenerateSelector(&hub, batch.KubernetesSelectorLabels())
		if err != nil {
			t.Fatal(err)
		}
		own.Selector, own.Labels = hub.Spec.Selector, hub.Spec.Template.Labels
		if warnings != nil { // difference 3
			generates = false
			own.Selector, own.Labels = nil, nil
		}
	}
	if own.Job.Spec.ManualSelector == nil { // difference 1
		own.Job.Spec.ManualSelector = new(false)
	}

	legacyscheme.Scheme.Default(theirs)
	upstreams := defaulted{Job: theirs}
	if generates {
		var internal upstream.Job
		if err := legacyscheme.Scheme.Convert(theirs.DeepCopy(), &internal, nil); err != nil {
			t.Fatal(err)
		}
		internal.UID = uid
		job.Strategy.PrepareForCreate(createContext(), &internal)
		upstreams.Selector, upstreams.Labels = internal.Spec.Selector, internal.Spec.Template.Labels
	}
	a := answer{theirs: upstreams, ours: own, explain: unexplained}
	if !maps.Equal(theirs.Labels, own.Job.Labels) && maps.Equal(withoutGenerated(theirs.Labels), own.Job.Labels) {
		a.differs, own.Job.Labels = 3, theirs.Labels
	}
	return a
}

// withoutGenerated returns the labels without the generated ones, which kube-apiserver copies from
// the template to the Job and jobapi doesn't.
func withoutGenerated(labels map[string]string) map[string]string {
	labels = maps.Clone(labels)
	maps.DeleteFunc(labels, func(key, _ string) bool { return slices.Contains(generatedLabels, key) })
	return labels
}

var generatedLabels = []string{batch.ControllerUidLabel, batch.JobNameLabel, batch.LegacyControllerUidLabel, batch.LegacyJobNameLabel}
