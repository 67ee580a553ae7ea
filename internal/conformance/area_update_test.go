package conformance

import (
	"context"
	"reflect"
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

// updating is a stored Job and a user's update of it.
type updating struct {
	Old     *kubernetesv1.Job `json:"old"`
	Updated *kubernetesv1.Job `json:"updated"`
}

// updates is the area of updates of stored Jobs.
func updates(t testing.TB) area {
	bases := bases(t)
	return differential[updating]{
		name: "updates", workloads: true, ask: askUpdate, in: ".updated", rich: richUpdates,
		changed: func(c *updating) reflect.Value { return reflect.ValueOf(c.Updated).Elem() },
		random:  func(t testing.TB, s source) updating { return randomUpdate(t, s, bases) },
		sound: func(t testing.TB, c *updating) bool {
			return c.Old != nil && c.Updated != nil && isComparable(&c.Updated.Spec.Template.Spec) && askUpdate(t, &updating{c.Old, c.Old}).theirErrors == nil
		},
	}
}

func randomUpdate(t testing.TB, s source, bases []*kubernetesv1.Job) updating {
	t.Helper()
	for {
		manifest := pick(s.random, bases).DeepCopy()
		for range s.IntN(3) {
			s.mutateJob(manifest)
		}
		scheduling := scheduled{manifest.Spec.Parallelism, manifest.Spec.Scheduling}
		if s.IntN(4) == 0 {
			scheduling = s.scheduled()
			manifest.Spec.Parallelism, manifest.Spec.Scheduling = scheduling.Parallelism, scheduling.Scheduling
		}
		if s.IntN(2) == 0 {
			manifest.Spec.Suspend = new(true) // suspended Jobs may change in more fields
		}
		created := create(t, manifest)
		theirs := validateTheirs(func() field.ErrorList { return rest.ValidateCreate(createContext(), created.theirs, job.Strategy) })
		if len(theirs) > 0 || created.warnings != nil {
			continue // no server would store this Job
		}
		old := s.stored(t, created.theirs)
		updated := old.DeepCopy()
		for range pick(s.random, []int{1, 1, 1, 2, 3}) {
			s.mutateUpdate(updated)
		}
		if s.IntN(16) == 0 {
			mutate(s.random, &updated.ObjectMeta, metadataChanges, 1)
		}
		if scheduling.Scheduling != nil {
			changed := s.changed(scheduling)
			updated.Spec.Parallelism, updated.Spec.Scheduling = changed.Parallelism, changed.Scheduling
		}
		return updating{old, updated}
	}
}

func askUpdate(t testing.TB, c *updating) answer {
	t.Helper()
	oldTheirs, newTheirs := fromManifest(t, c.Old), fromManifest(t, c.Updated)
	job.Strategy.PrepareForUpdate(updateContext(), newTheirs, oldTheirs)
	oldOurs, newOurs := storedHub(t, c.Old), storedHub(t, c.Updated)
	newOurs.Generation = newTheirs.Generation
	a := answer{ourErrors: validation.ValidateJobUpdate(newOurs, oldOurs, kubernetesKeys), explain: explainedOnUpdate(newOurs)}
	a.theirErrors = validateTheirs(func() field.ErrorList {
		return rest.ValidateUpdate(updateContext(), newTheirs, oldTheirs, job.Strategy)
	})
	return a.orPanic()
}

// stored returns a Job as a server returns it, with a random status.
func (m mutator) stored(t testing.TB, internal *upstream.Job) *kubernetesv1.Job {
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

// toManifest converts a Job of upstream's internal type to batch/v1.
func toManifest(t testing.TB, internal *upstream.Job) *kubernetesv1.Job {
	t.Helper()
	var job kubernetesv1.Job
	if err := legacyscheme.Scheme.Convert(internal, &job, nil); err != nil {
		t.Fatal(err)
	}
	job.ResourceVersion = "1"
	return job.DeepCopy()
}

// mutateUpdate changes one field of a stored Job, most often a field that may change in some state.
func (m mutator) mutateUpdate(job *kubernetesv1.Job) {
	spec := &job.Spec.Template.Spec
	switch m.IntN(11) {
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
	case 6, 7:
		job.Spec.Suspend = new(m.IntN(2) == 0)
	default:
		m.mutateJob(job)
	}
}

// fromManifest returns a Job with defaults as upstream's internal type.
func fromManifest(t testing.TB, manifest *kubernetesv1.Job) *upstream.Job {
	t.Helper()
	versioned := manifest.DeepCopy()
	legacyscheme.Scheme.Default(versioned)
	var internal upstream.Job
	if err := legacyscheme.Scheme.Convert(versioned, &internal, nil); err != nil {
		t.Fatal(err)
	}
	return internal.DeepCopy()
}

// storedHub returns a Job with defaults as jobapi's hub type.
func storedHub(t testing.TB, manifest *kubernetesv1.Job) *batch.Job {
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

// explainedOnUpdate returns the explain function for an update: the differences that package
// validation documents.
func explainedOnUpdate(job *batch.Job) func(*field.Error, side) int {
	return func(err *field.Error, of side) int {
		switch {
		case job.Spec.Selector == nil && isAboutLabels(err):
			return 8
		case err.Field == "metadata.labels" && of == upstreamSide: // kube-apiserver copies the template's labels
			return 3
		}
		return 0
	}
}
