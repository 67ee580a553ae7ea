package conformance

import (
	"context"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	kubernetesv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	upstream "k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/registry/batch/job"

	"github.com/jobapi/jobapi/apis/batch"
	"github.com/jobapi/jobapi/validation"
)

// TestUpdate changes Jobs that a server has.
func TestUpdate(t *testing.T) {
	withWorkloads(t)
	s := newSource(t)
	m := mutator{rand.New(rand.NewPCG(s.random.Uint64(), 1))}
	bases := bases(t)
	n := *count / 4
	if testing.Short() {
		n /= 10
	}
	var a agreement
	panics, valid := 0, 0
	for a.cases < n {
		manifest := pick(m.Rand, bases).DeepCopy()
		for range m.IntN(3) {
			m.mutateJob(manifest)
		}
		if m.IntN(2) == 0 {
			manifest.Spec.Suspend = new(true) // when more may change
		}
		created := create(t, manifest)
		theirs, panicked := validateTheirs(created.theirs, func(j *upstream.Job) field.ErrorList { return rest.ValidateCreate(createContext(), j, job.Strategy) })
		if len(theirs) > 0 || panicked || created.warnings != nil {
			continue // no server has such a Job
		}
		old := m.stored(t, created.theirs)
		updated := old.DeepCopy()
		for range 1 + m.IntN(3) {
			m.mutateUpdate(updated)
		}

		oldTheirs, newTheirs := fromManifest(t, old), fromManifest(t, updated)
		job.Strategy.PrepareForUpdate(updateContext(), newTheirs, oldTheirs)
		theirs, panicked = validateTheirs(newTheirs, func(j *upstream.Job) field.ErrorList {
			return rest.ValidateUpdate(updateContext(), j, oldTheirs, job.Strategy)
		})
		if panicked {
			panics++
			continue
		}
		if len(theirs) == 0 {
			valid++
		}
		oldOurs, newOurs := storedHub(t, old), storedHub(t, updated)
		newOurs.Generation = newTheirs.Generation
		ours := validation.ValidateJobUpdate(newOurs, oldOurs, kubernetesKeys)
		if !a.compare(t, theirs, ours, explainedOnUpdate(newOurs)) {
			show(t, old, updated)
			return
		}
	}
	t.Logf("%d panics of kube-apiserver, %d valid", panics, valid)
	a.log(t)
}

// stored returns a Job as a server gives it back, in some state of its life.
func (m mutator) stored(t *testing.T, internal *upstream.Job) *kubernetesv1.Job {
	t.Helper()
	job := toManifest(t, internal)
	if m.IntN(3) == 0 {
		job.Status.StartTime = new(metav1.Unix(1, 0))
	}
	if m.IntN(3) == 0 {
		status := pick(m.Rand, []corev1.ConditionStatus{corev1.ConditionTrue, corev1.ConditionFalse})
		job.Status.Conditions = []kubernetesv1.JobCondition{{Type: kubernetesv1.JobSuspended, Status: status}}
	}
	job.Status.Active = int32(m.IntN(4) / 3)
	return job
}

// toManifest returns a Job of upstream's internal form as its users get it.
func toManifest(t *testing.T, internal *upstream.Job) *kubernetesv1.Job {
	t.Helper()
	var job kubernetesv1.Job
	if err := legacyscheme.Scheme.Convert(internal, &job, nil); err != nil {
		t.Fatal(err)
	}
	job.ResourceVersion = "1"
	return job.DeepCopy()
}

// mutateUpdate changes what a user writes of a Job that exists, most often what may change in
// some state.
func (m mutator) mutateUpdate(job *kubernetesv1.Job) {
	spec := &job.Spec.Template.Spec
	switch m.IntN(10) {
	case 0:
		spec.NodeSelector = map[string]string{"a": "b"}
	case 1:
		m.mutate(reflect.ValueOf(&spec.Affinity).Elem())
	case 2:
		m.mutate(reflect.ValueOf(&spec.Tolerations).Elem())
	case 3:
		m.mutate(reflect.ValueOf(&job.Spec.Template.Labels).Elem())
	case 4:
		if len(spec.Containers) > 0 {
			m.mutate(reflect.ValueOf(&spec.Containers[0].Resources).Elem())
		}
	case 5:
		job.Spec.Completions, job.Spec.Parallelism = new(int32(3)), new(int32(3))
	case 6:
		job.Spec.Suspend = new(m.IntN(2) == 0)
	default:
		m.mutateJob(job)
	}
}

// fromManifest returns a Job with defaults in upstream's internal form.
func fromManifest(t *testing.T, manifest *kubernetesv1.Job) *upstream.Job {
	t.Helper()
	versioned := manifest.DeepCopy()
	legacyscheme.Scheme.Default(versioned)
	var internal upstream.Job
	if err := legacyscheme.Scheme.Convert(versioned, &internal, nil); err != nil {
		t.Fatal(err)
	}
	return internal.DeepCopy()
}

// storedHub returns a Job with defaults in our hub.
func storedHub(t *testing.T, manifest *kubernetesv1.Job) *batch.Job {
	t.Helper()
	hub := toHub(t, manifest)
	hub.UID = manifest.UID
	return hub
}

func updateContext() context.Context {
	return genericapirequest.WithRequestInfo(genericapirequest.NewDefaultContext(), &genericapirequest.RequestInfo{
		APIGroup: "batch", APIVersion: "v1", Resource: "jobs", IsResourceRequest: true, Verb: "update",
	})
}

// explainedOnUpdate are the differences that package validation documents, for updates.
func explainedOnUpdate(job *batch.Job) func(*field.Error) bool {
	return func(err *field.Error) bool {
		aboutLabels := err.Field == "spec.template.labels" || strings.HasPrefix(err.Field, "spec.template.metadata.labels")
		return job.Spec.Selector == nil && aboutLabels || // 8
			err.Field == "metadata.labels" // copied from the template, generated ones too
	}
}
