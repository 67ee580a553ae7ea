package conformance

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	fuzz "github.com/google/gofuzz"
	kubernetesv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	upstream "k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/registry/batch/job"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	conversionv1 "github.com/jobapi/jobapi/conversion/batch/v1"
	"github.com/jobapi/jobapi/conversion/kubernetes"
	"github.com/jobapi/jobapi/defaulting"
	defaultingv1 "github.com/jobapi/jobapi/defaulting/batch/v1"
	"github.com/jobapi/jobapi/internal/jobtest"
)

var (
	count = flag.Int("count", 20_000, "random `Jobs` to compare")
	seed  = flag.Uint64("seed", 0, "of the random Jobs; 0 takes one from the clock")
)

// source makes random Jobs.
type source struct {
	random *rand.Rand
	fill   *fuzz.Fuzzer
}

func newSource(t testing.TB) source {
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("-args -seed %d", s)
	random := rand.New(rand.NewPCG(s, s))
	fill := jobtest.WithSeed(int64(s)).Funcs(
		func(q *resource.Quantity, _ fuzz.Continue) { *q = resource.MustParse(pick(random, quantities)) },
		func(c *corev1.Container, f fuzz.Continue) {
			f.FuzzNoCustom(c)
			c.Image = image(random)
		},
		func(i *corev1.ImageVolumeSource, f fuzz.Continue) {
			f.FuzzNoCustom(i)
			i.Reference = image(random)
		},
		func(v *corev1.Volume, f fuzz.Continue) {
			f.FuzzNoCustom(v)
			if random.IntN(2) > 0 { // one source, or none, as in a sound manifest
				all := reflect.ValueOf(&v.VolumeSource).Elem()
				keep := random.IntN(all.NumField() + 1)
				for i := range all.NumField() {
					if i != keep {
						all.Field(i).SetZero()
					}
				}
			}
		},
	)
	return source{random, fill}
}

// job returns a random Job with only the fields that kube-apiserver has.
func (s source) job() *batchv1.Job {
	job := &batchv1.Job{}
	s.fill.Fuzz(job)
	job.Spec.BackoffSeconds, job.Spec.FailedPodsLimit, job.Status.CreationTime = nil, nil, nil
	return job
}

var quantities = []string{"0", "1", "100m", "1u", "1500u", "1n", "-1u", "0.0005", "1Gi", "1.5Gi", "1e3", "1e-4", "9223372036854775807", "9223372036854775808n", "1E", "12345678901234567890123u"}

var imageParts = [][]string{
	{"", "", "", "docker.io/", "index.docker.io/", "localhost/", "localhost:5000/", "registry.example.com/", "example.com:80/", "[::1]:5/", "UPPER/", "a_b/", "a.b_c/", "-/", "/", ":/"},
	{"busybox", "busybox", "team/app", "a/b/c", "a__b", "a___b", "a--b", "a.b", "a..b", "A", "", "a/", "a b", "ü", strings.Repeat("a", 250), strings.Repeat("0a", 32)},
	{"", "", ":latest", ":latest", ":1.0", ":", ":.x", ":Latest", ":" + strings.Repeat("t", 128), ":" + strings.Repeat("t", 129), ":a:b"},
	{"", "", "", "@sha256:" + strings.Repeat("0a", 32), "@sha512:" + strings.Repeat("0a", 64), "@sha384:" + strings.Repeat("0a", 48), "@sha256:" + strings.Repeat("0A", 32), "@md5:" + strings.Repeat("0a", 16), "@", "@sha256:"},
}

func image(random *rand.Rand) string {
	var b strings.Builder
	for _, parts := range imageParts {
		b.WriteString(pick(random, parts))
	}
	return b.String()
}

func pick[T any](random *rand.Rand, choices []T) T {
	return choices[random.IntN(len(choices))]
}

// toKubernetes returns the Job in the type that kube-apiserver has for it.
func toKubernetes(t testing.TB, job *batchv1.Job) *kubernetesv1.Job {
	t.Helper()
	var hub batch.Job
	if err := conversionv1.Convert_v1_Job_To_batch_Job(job, &hub, nil); err != nil {
		t.Fatal(err)
	}
	return hubToKubernetes(t, &hub)
}

func hubToKubernetes(t testing.TB, hub *batch.Job) *kubernetesv1.Job {
	t.Helper()
	hub = hub.DeepCopy()
	hub.Spec.BackoffSeconds, hub.Spec.FailedPodsLimit, hub.Status.CreationTime = nil, nil, nil
	var out kubernetesv1.Job
	if err := kubernetes.Convert_batch_Job_To_v1_Job(hub, &out, nil); err != nil {
		t.Fatal(err)
	}
	return &out
}

// exactly compares quantities by number, format and text.
var exactly = cmp.Comparer(func(a, b resource.Quantity) bool {
	return a.Cmp(b) == 0 && a.Format == b.Format && a.String() == b.String()
})

// TestDefaults sets the defaults of hand-made and random Jobs on both sides.
func TestDefaults(t *testing.T) {
	s := newSource(t)
	seen := occurrences{}
	n := *count
	if testing.Short() {
		n /= 10
	}
	compare := func(ours *batchv1.Job) {
		ours.UID = "" // the selector has its own test
		if _, generated := ours.Spec.Template.Labels[batch.ControllerUidLabel]; generated {
			ours.Labels = map[string]string{"app": "a"} // else upstream copies them: a documented difference
		}
		theirs := toKubernetes(t, ours).DeepCopy()
		seen.note(&ours.Spec.Template.Spec)

		defaultingv1.SetDefaults_Job(ours)
		legacyscheme.Scheme.Default(theirs)
		if ours.Spec.ManualSelector == nil {
			ours.Spec.ManualSelector = new(false) // a documented difference
		}
		if diff := cmp.Diff(theirs, toKubernetes(t, ours), exactly); diff != "" {
			t.Fatalf("(-kube-apiserver +jobapi):\n%s", diff)
		}
	}
	for _, job := range handMade(t) {
		compare(job)
	}
	for range n {
		job := s.job()
		if s.random.IntN(2) == 0 {
			job.Labels = nil
		}
		compare(job)
	}
	seen.check(t)
}

// TestFreshSelector creates random Jobs without selector on both sides, with Kubernetes' keys.
func TestFreshSelector(t *testing.T) {
	s := newSource(t)
	n := *count / 10
	for range n {
		ours := s.job()
		ours.Spec.Selector, ours.Spec.ManualSelector = nil, nil
		ours.Name, ours.UID = fmt.Sprintf("job-%d", s.random.IntN(100)), ""
		theirs := toKubernetes(t, ours).DeepCopy()

		defaultingv1.SetDefaults_Job(ours)
		var hub batch.Job
		if err := conversionv1.Convert_v1_Job_To_batch_Job(ours, &hub, nil); err != nil {
			t.Fatal(err)
		}
		hub.UID = "u-1"
		warnings, err := defaulting.GenerateSelector(&hub, batch.KubernetesSelectorLabels())
		if err != nil || warnings != nil {
			t.Fatalf("error %v, warnings %q", err, warnings)
		}

		legacyscheme.Scheme.Default(theirs)
		var internal upstream.Job
		if err := legacyscheme.Scheme.Convert(theirs, &internal, nil); err != nil {
			t.Fatal(err)
		}
		internal.UID = "u-1"
		job.Strategy.PrepareForCreate(createContext(), &internal)
		if diff := cmp.Diff(internal.Spec.Selector, hub.Spec.Selector); diff != "" {
			t.Fatalf("selector (-kube-apiserver +jobapi):\n%s", diff)
		}
		if diff := cmp.Diff(internal.Spec.Template.Labels, hub.Spec.Template.Labels); diff != "" {
			t.Fatalf("template labels (-kube-apiserver +jobapi):\n%s", diff)
		}
	}
}

// occurrences counts what the random templates have.
type occurrences map[string]int

func (o occurrences) note(spec *corev1.PodSpec) {
	for _, v := range spec.Volumes {
		o.fields("volume ", v.VolumeSource)
	}
	container := func(kind string, c corev1.Container) {
		o[kind]++
		for _, probe := range []*corev1.Probe{c.LivenessProbe, c.ReadinessProbe, c.StartupProbe} {
			if probe != nil {
				o.fields("probe ", probe.ProbeHandler)
			}
		}
		if c.Lifecycle != nil {
			o.fields("lifecycle ", *c.Lifecycle)
		}
	}
	for _, c := range spec.InitContainers {
		container("init container", c)
	}
	for _, c := range spec.Containers {
		container("container", c)
	}
	for _, c := range spec.EphemeralContainers {
		container("ephemeral container", corev1.Container(c.EphemeralContainerCommon))
	}
}

// fields counts the fields of a struct that are set.
func (o occurrences) fields(kind string, of any) {
	for field, value := range reflect.ValueOf(of).Fields() {
		o[kind+field.Name] += 0
		if !value.IsZero() {
			o[kind+field.Name]++
		}
	}
}

func (o occurrences) check(t *testing.T) {
	t.Helper()
	for _, kind := range []string{"init container", "container", "ephemeral container", "volume HostPath", "probe GRPC"} {
		o[kind] += 0
	}
	for kind, n := range o {
		if n == 0 {
			t.Errorf("no Job had a %s", kind)
		}
	}
	t.Logf("%d kinds of things occurred", len(o))
}
