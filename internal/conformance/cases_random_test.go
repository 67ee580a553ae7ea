package conformance

import (
	"flag"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	fuzz "github.com/google/gofuzz"
	kubernetesv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/jobapi/jobapi/apis/batch"
	batchv1 "github.com/jobapi/jobapi/apis/batch/v1"
	conversionv1 "github.com/jobapi/jobapi/conversion/batch/v1"
	"github.com/jobapi/jobapi/conversion/kubernetes"
	"github.com/jobapi/jobapi/internal/jobtest"
)

var (
	count = flag.Int("count", 20_000, "compare this many random `cases`; slow areas compare proportionally fewer")
	seed  = flag.Uint64("seed", 0, "the seed of the random cases; 0 for one from the clock")
)

// newSource returns a source with the seed of the -seed flag.
func newSource(t testing.TB) source {
	return seeded(chosenSeed(t))
}

func chosenSeed(t testing.TB) uint64 {
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("-args -seed %d", s)
	return s
}

// source makes random cases.
type source struct {
	mutator
	random *rand.Rand
	fill   *fuzz.Fuzzer
}

func seeded(seed uint64) source {
	random := rand.New(rand.NewPCG(seed, seed))
	fill := jobtest.WithSeed(int64(seed)).Funcs(
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
			if random.IntN(2) > 0 { // at most one source, as in a valid manifest
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
	return source{mutator{random}, random, fill}
}

// job returns a random Job without the fields that only jobapi has.
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

// toKubernetes converts a Job to the type of k8s.io/api.
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

// fromKubernetes converts a Job of k8s.io/api to jobapi's type.
func fromKubernetes(t testing.TB, job *kubernetesv1.Job) *batchv1.Job {
	t.Helper()
	var hub batch.Job
	if err := kubernetes.Convert_v1_Job_To_batch_Job(job.DeepCopy(), &hub, nil); err != nil {
		t.Fatal(err)
	}
	return fromHub(t, &hub)
}

func fromHub(t testing.TB, hub *batch.Job) *batchv1.Job {
	t.Helper()
	var out batchv1.Job
	if err := conversionv1.Convert_batch_Job_To_v1_Job(hub, &out, nil); err != nil {
		t.Fatal(err)
	}
	return out.DeepCopy()
}

// hubOf returns a copy of a Job as jobapi's hub type.
func hubOf(t testing.TB, job *batchv1.Job) *batch.Job {
	t.Helper()
	var hub batch.Job
	if err := conversionv1.Convert_v1_Job_To_batch_Job(job, &hub, nil); err != nil {
		t.Fatal(err)
	}
	return hub.DeepCopy()
}

// occurrences counts the features that templates have, by name.
type occurrences map[string]int

// TestRandomJobsHaveEverything shows that random Jobs have every kind of volume, probe, lifecycle
// handler and container, so comparing random Jobs compares all of them.
func TestRandomJobsHaveEverything(t *testing.T) {
	s := newSource(t)
	seen := occurrences{"init container": 0, "container": 0, "ephemeral container": 0}
	for range 1000 {
		seen.note(&s.job().Spec.Template.Spec)
	}
	if len(seen) < 40 {
		t.Errorf("counted %d features, want at least 40", len(seen))
	}
	for kind, n := range seen {
		if n == 0 {
			t.Errorf("no Job has a %s", kind)
		}
	}
}

func (o occurrences) note(spec *corev1.PodSpec) {
	for _, v := range spec.Volumes {
		o.fields("volume ", v.VolumeSource)
	}
	for _, c := range spec.InitContainers {
		o.container("init container", c)
	}
	for _, c := range spec.Containers {
		o.container("container", c)
	}
	for _, c := range spec.EphemeralContainers {
		o.container("ephemeral container", corev1.Container(c.EphemeralContainerCommon))
	}
}

func (o occurrences) container(kind string, c corev1.Container) {
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

// fields counts the non-zero fields of a struct.
func (o occurrences) fields(kind string, of any) {
	for field, value := range reflect.ValueOf(of).Fields() {
		o[kind+field.Name] += 0
		if !value.IsZero() {
			o[kind+field.Name]++
		}
	}
}
