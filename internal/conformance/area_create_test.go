package conformance

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	kubernetesv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	upstream "k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/registry/batch/job"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	"github.com/jobapi/jobapi/apis/install"
	"github.com/jobapi/jobapi/conversion"
	"github.com/jobapi/jobapi/conversion/kubernetes"
	"github.com/jobapi/jobapi/defaulting"
	"github.com/jobapi/jobapi/validation"
)

const uid = "0b5c3f4e-1d2a-4c6b-8e9f-a1b2c3d4e5f6"

var kubernetesKeys = validation.Options{SelectorLabels: batch.KubernetesSelectorLabels()}

// creation is a new Job right before validation, on both sides.
type creation struct {
	manifest *kubernetesv1.Job
	theirs   *upstream.Job
	ours     *batch.Job
	warnings []string // from jobapi, about what another Job left behind
}

// create prepares a Job for validation: with defaults, identity and selector.
func create(t testing.TB, manifest *kubernetesv1.Job) creation {
	t.Helper()
	c := creation{manifest: manifest}

	theirs := manifest.DeepCopy()
	theirs.UID = ""
	legacyscheme.Scheme.Default(theirs)
	var internal upstream.Job
	if err := legacyscheme.Scheme.Convert(theirs, &internal, nil); err != nil {
		t.Fatal(err)
	}
	c.theirs = internal.DeepCopy() // the defaults share maps
	c.theirs.UID = uid
	job.Strategy.PrepareForCreate(createContext(), c.theirs)

	c.ours = toHub(t, manifest)
	c.ours.UID, c.ours.Generation, c.ours.Status = uid, 1, batch.JobStatus{}
	var err error
	if c.warnings, err = defaulting.GenerateSelector(c.ours, batch.KubernetesSelectorLabels()); err != nil && c.ours.Name != "" {
		t.Fatal(err)
	}
	return c
}

var scheme = install.NewScheme()

// toHub returns a copy of a manifest as jobapi's hub type, with defaults.
func toHub(t testing.TB, manifest *kubernetesv1.Job) *batch.Job {
	t.Helper()
	var hub batch.Job
	if err := kubernetes.Convert_v1_Job_To_batch_Job(manifest.DeepCopy(), &hub, nil); err != nil {
		t.Fatal(err)
	}
	hub.UID = "" // a server generates the selector later, for the UID that it chooses
	versioned, err := conversion.ToVersion(scheme, &hub, batchv1.SchemeGroupVersion)
	if err != nil {
		t.Fatal(err)
	}
	scheme.Default(versioned)
	defaulted, err := conversion.ToVersion(scheme, versioned, batch.SchemeGroupVersion)
	if err != nil {
		t.Fatal(err)
	}
	return defaulted.(*batch.Job).DeepCopy()
}

// bases returns the Jobs that mutations start from: the rich ones, and the hand-made ones. It leaves
// out hand-made Jobs without containers, because every mutation of them would report that error.
func bases(t testing.TB) []*kubernetesv1.Job {
	bases := richJobs(t)
	for _, job := range handMade(t) {
		if len(job.Spec.Template.Spec.Containers) == 0 {
			continue
		}
		base := toKubernetes(t, job)
		base.Name, base.Namespace = cmp.Or(base.Name, "pi"), cmp.Or(base.Namespace, "default")
		base.UID, base.ResourceVersion, base.Status = "", "", kubernetesv1.JobStatus{}
		if job.UID != "" { // the manifest was read back from a server
			base.Spec.Selector, base.Spec.Template.Labels = nil, nil
		}
		bases = append(bases, base)
	}
	return bases
}

// creations is the area of new Jobs.
func creations(t testing.TB) area {
	bases := bases(t)
	d := differential[kubernetesv1.Job]{name: "new Jobs", workloads: true, ask: askCreation, rich: func(t testing.TB) []kubernetesv1.Job {
		var jobs []kubernetesv1.Job
		for _, job := range richSpecs(t) {
			jobs = append(jobs, *job)
		}
		return jobs
	}}
	for _, base := range bases {
		d.fixed = append(d.fixed, *base)
	}
	d.fixed = append(d.fixed, kubernetesv1.Job{})
	d.fixed = append(d.fixed, jobsAtLimits()...)
	d.sound = func(_ testing.TB, job *kubernetesv1.Job) bool { return isComparable(&job.Spec.Template.Spec) }
	d.random = func(t testing.TB, s source) kubernetesv1.Job {
		manifest := pick(s.random, bases).DeepCopy()
		switch s.random.IntN(10) {
		case 0:
			mutate(s.random, &manifest.ObjectMeta, metadataChanges, 1+s.random.IntN(3))
		case 1:
			of := s.scheduled()
			manifest.Spec.Parallelism, manifest.Spec.Scheduling = of.Parallelism, of.Scheduling
		}
		for range s.random.IntN(4) {
			s.mutateJob(manifest)
		}
		return *manifest
	}
	return d
}

func askCreation(t testing.TB, manifest *kubernetesv1.Job) answer {
	t.Helper()
	c := create(t, manifest)
	a := answer{explain: explainedOnCreate(c), ourErrors: validation.ValidateJob(c.ours, kubernetesKeys)}
	a.theirErrors = validateTheirs(func() field.ErrorList { return rest.ValidateCreate(createContext(), c.theirs, job.Strategy) })
	if c.warnings != nil && len(a.theirErrors) > 0 {
		a.differs = 3
	}
	return a.orPanic()
}

// explainedOnCreate returns the explain function for a new Job: the differences that package
// validation documents.
func explainedOnCreate(c creation) func(*field.Error, side) int {
	automatic := c.ours.Spec.ManualSelector == nil || !*c.ours.Spec.ManualSelector
	return func(err *field.Error, of side) int {
		aboutSelector := err.Field == "spec.selector"
		aboutLabels := isAboutLabels(err)
		switch {
		case err.Field == "metadata.labels" && len(c.manifest.Labels) == 0 && of == upstreamSide: // kube-apiserver copies the template's labels
			return 3
		case c.warnings != nil && of == upstreamSide && (strings.HasPrefix(err.Field, "spec.selector") || aboutLabels):
			return 3
		case c.ours.Name == "" && (aboutSelector || aboutLabels):
			return withoutName
		case c.ours.Spec.Selector == nil && aboutLabels:
			return 8
		case automatic && !isGenerated(c.ours) && (aboutSelector || aboutLabels):
			return 5
		case automatic && len(c.ours.Name) > 63 && (aboutLabels || err.Field == "metadata.name"):
			return 9
		}
		return 0
	}
}

// withoutName is the number for a Job without a name. GenerateSelector returns an error for such a
// Job and generates nothing.
const withoutName = 14

func isAboutLabels(err *field.Error) bool {
	return err.Field == "spec.template.labels" || strings.HasPrefix(err.Field, "spec.template.metadata.labels")
}

func isGenerated(job *batch.Job) bool {
	selector := job.Spec.Selector
	return selector != nil && len(selector.MatchExpressions) == 0 && maps.Equal(selector.MatchLabels, map[string]string{batch.ControllerUidLabel: string(job.UID)})
}

// validateTheirs returns the errors of upstream's validation. A panic becomes one error.
func validateTheirs(validate func() field.ErrorList) (errs field.ErrorList) {
	defer func() {
		if panics := recover(); panics != nil {
			errs = field.ErrorList{field.InternalError(nil, fmt.Errorf("%w: %v", errPanic, panics))}
		}
	}()
	return validate()
}

var errPanic = errors.New("panic")

// orPanic explains the whole answer by difference 12 if upstream panicked.
func (a answer) orPanic() answer {
	if panicked(a.theirErrors) {
		a.explain = func(*field.Error, side) int { return 12 }
	}
	return a
}

// panicked reports whether errs is how validateTheirs reports a panic.
func panicked(errs field.ErrorList) bool {
	return len(errs) == 1 && errs[0].Type == field.ErrorTypeInternal && strings.HasPrefix(errs[0].Detail, errPanic.Error())
}
