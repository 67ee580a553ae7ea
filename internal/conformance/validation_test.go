package conformance

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	kubernetesv1 "k8s.io/api/batch/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	upstream "k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"sigs.k8s.io/yaml"

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

// creation is one Job on its way into a server, on both sides.
type creation struct {
	manifest *kubernetesv1.Job
	theirs   *upstream.Job
	ours     *batch.Job
	warnings []string // of our side, about left-overs
}

// create takes a Job to where it is validated: defaulted, with identity and selector.
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
	c.theirs = internal.DeepCopy() // defaults share maps
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

// toHub returns a copy of a manifest in our hub, with defaults.
func toHub(t testing.TB, manifest *kubernetesv1.Job) *batch.Job {
	t.Helper()
	var hub batch.Job
	if err := kubernetes.Convert_v1_Job_To_batch_Job(manifest.DeepCopy(), &hub, nil); err != nil {
		t.Fatal(err)
	}
	hub.UID = "" // or defaulters would generate the selector, and not with these keys
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

// bases are the Jobs that mutations start from.
func bases(t testing.TB) []*kubernetesv1.Job {
	var bases []*kubernetesv1.Job
	for _, job := range handMade(t) {
		base := toKubernetes(t, job)
		base.Name, base.Namespace = cmp.Or(base.Name, "pi"), cmp.Or(base.Namespace, "default")
		base.UID, base.ResourceVersion, base.Status = "", "", kubernetesv1.JobStatus{}
		if job.UID != "" { // read back from a server
			base.Spec.Selector, base.Spec.Template.Labels = nil, nil
		}
		bases = append(bases, base)
	}
	return bases
}

// agreement counts how often both sides agree, and on what they do not.
type agreement struct {
	cases, sameErrors int
	disagreements     map[string]int
}

func (a *agreement) log(t *testing.T) {
	t.Helper()
	t.Logf("%d cases: the verdict agrees on all, types and paths on %d (%.2f %%)", a.cases, a.sameErrors, 100*float64(a.sameErrors)/float64(a.cases))
	commonest := slices.SortedFunc(maps.Keys(a.disagreements), func(x, y string) int { return a.disagreements[y] - a.disagreements[x] })
	for _, d := range commonest[:min(10, len(commonest))] {
		t.Logf("%6d times %s", a.disagreements[d], d)
	}
}

// compare compares what both sides say of one case. explained says whether an error that only
// one side has is a documented difference.
func (a *agreement) compare(t *testing.T, theirs, ours field.ErrorList, explained func(err *field.Error) bool) bool {
	t.Helper()
	a.cases++
	if a.disagreements == nil {
		a.disagreements = map[string]int{}
	}
	answer := ours.Filter(validation.OwnRule)
	if (len(theirs) == 0) != (len(answer) == 0) {
		t.Errorf("kube-apiserver says %v\njobapi says %v", theirs, ours)
		return false
	}
	them, us := places(theirs), places(answer)
	same, agreed := true, true
	for side, pair := range map[string][2]map[string]*field.Error{"kube-apiserver": {them, us}, "jobapi": {us, them}} {
		for place, err := range pair[0] {
			if _, ok := pair[1][place]; ok {
				continue
			}
			same = false
			if explained(err) {
				a.disagreements["only "+side+": "+pattern(place)]++
				continue
			}
			agreed = false
			t.Errorf("only %s: %v", side, err)
		}
	}
	if same {
		a.sameErrors++
	}
	return agreed
}

// places returns errors by type and path.
func places(errs field.ErrorList) map[string]*field.Error {
	byPlace := map[string]*field.Error{}
	for _, err := range errs {
		// Their label errors are at template.labels, or at template.metadata.labels.
		path := strings.Replace(err.Field, "spec.template.labels", "spec.template.metadata.labels", 1)
		byPlace[fmt.Sprintf("%s at %s", err.Type, path)] = err
	}
	return byPlace
}

// pattern takes the numbers and keys out of a place.
func pattern(place string) string {
	var b strings.Builder
	inside := false
	for _, r := range place {
		if r == ']' {
			inside = false
			b.WriteString("*")
		}
		if !inside {
			b.WriteRune(r)
		}
		if r == '[' {
			inside = true
		}
	}
	return b.String()
}

// explainedOnCreate are the differences that package validation documents, for new Jobs.
func explainedOnCreate(c creation) func(*field.Error) bool {
	automatic := c.ours.Spec.ManualSelector == nil || !*c.ours.Spec.ManualSelector
	return func(err *field.Error) bool {
		aboutSelector := err.Field == "spec.selector"
		aboutLabels := err.Field == "spec.template.labels" || strings.HasPrefix(err.Field, "spec.template.metadata.labels")
		switch {
		case err.Field == "metadata.labels" && len(c.manifest.Labels) == 0: // copied from the template, generated ones too
			return true
		case c.ours.Name == "": // nothing could be generated
			return aboutSelector || aboutLabels
		case c.ours.Spec.Selector == nil: // 8
			return aboutLabels
		case !automatic:
			return false
		}
		long := len(c.ours.Name) > 63                                    // 9
		return !isGenerated(c.ours) && (aboutSelector || aboutLabels) || // 5
			long && (aboutLabels || err.Field == "metadata.name")
	}
}

func isGenerated(job *batch.Job) bool {
	selector := job.Spec.Selector
	return selector != nil && len(selector.MatchExpressions) == 0 && maps.Equal(selector.MatchLabels, map[string]string{batch.ControllerUidLabel: string(job.UID)})
}

// validateTheirs is upstream's answer to a new Job. It reports whether upstream panicked.
func validateTheirs(job *upstream.Job, validate func(*upstream.Job) field.ErrorList) (errs field.ErrorList, panicked bool) {
	defer func() {
		if recover() != nil {
			panicked = true
		}
	}()
	return validate(job), false
}

func TestCreate(t *testing.T) {
	withWorkloads(t)
	s := newSource(t)
	m := mutator{rand.New(rand.NewPCG(s.random.Uint64(), 1))}
	bases := bases(t)
	n := *count
	if testing.Short() {
		n /= 10
	}
	var a agreement
	leftOvers, panics, valid := 0, 0, 0
	for range n {
		manifest := pick(m.Rand, bases).DeepCopy()
		for range m.IntN(4) {
			m.mutateJob(manifest)
		}
		c := create(t, manifest)
		theirs, panicked := validateTheirs(c.theirs, func(j *upstream.Job) field.ErrorList { return rest.ValidateCreate(createContext(), j, job.Strategy) })
		ours := validation.ValidateJob(c.ours, kubernetesKeys)
		agreed := true
		switch {
		case panicked: // 12
			panics++
			if ours == nil {
				agreed = false
				t.Error("kube-apiserver panics over a Job that jobapi takes")
			}
		case c.warnings != nil: // 3
			leftOvers++
			if len(theirs) == 0 {
				agreed = false
				t.Errorf("kube-apiserver takes a Job with left-overs: %q", c.warnings)
			}
		default:
			if len(theirs) == 0 {
				valid++
			}
			agreed = a.compare(t, theirs, ours, explainedOnCreate(c))
		}
		if !agreed {
			show(t, manifest)
			return
		}
	}
	t.Logf("%d left-overs, %d panics of kube-apiserver, %d valid", leftOvers, panics, valid)
	a.log(t)
}

// mutateJob changes what a user writes of a Job in one place.
func (m mutator) mutateJob(job *kubernetesv1.Job) {
	switch m.IntN(8) {
	case 0:
		m.mutate(reflect.ValueOf(&job.ObjectMeta).Elem())
	case 1, 2, 3:
		m.mutate(reflect.ValueOf(&job.Spec).Elem())
	default:
		m.mutate(reflect.ValueOf(&job.Spec.Template).Elem())
	}
	job.ManagedFields = nil // servers make them themselves
	if job.GenerateName != "" && job.Name == "" {
		job.GenerateName = "" // a name would have been generated
	}
	job.DeletionTimestamp, job.DeletionGracePeriodSeconds = nil, nil
	job.Spec.Template.Spec.SchedulingGroup = nil // comes with the feature of spec.scheduling, and is for pods
}

func show(t *testing.T, objects ...any) {
	t.Helper()
	for _, object := range objects {
		text, err := yaml.Marshal(object)
		if err != nil {
			t.Error(err)
		}
		t.Logf("%s", text)
	}
}
