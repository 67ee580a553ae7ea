package conformance

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	kubernetesv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/jobapi/jobapi/validation/podtemplate"
)

// mutator changes random fields of objects, at any depth, to values that matter to some rule.
type mutator struct{ *rand.Rand }

// anywhere changes one field of v, which must be settable. Fields near the root and deep fields are
// equally likely.
func (m mutator) anywhere(v reflect.Value) {
	if m.IntN(2) == 0 {
		m.mutate(v)
		return
	}
	m.at(v, pick(m.Rand, fieldIndexes(v.Type())))
}

// mutate changes one field. On the way down it picks a random field on each level.
func (m mutator) mutate(v reflect.Value) {
	switch v.Interface().(type) {
	case metav1.Time:
		v.Set(reflect.ValueOf(metav1.Unix(int64(m.IntN(3)), 0)))
		return
	case resource.Quantity:
		v.Set(reflect.ValueOf(resource.MustParse(pick(m.Rand, quantities))))
		return
	case intstr.IntOrString:
		v.Set(reflect.ValueOf(pick(m.Rand, []intstr.IntOrString{intstr.FromInt32(80), intstr.FromInt32(0), intstr.FromInt32(70000), intstr.FromString("http"), intstr.FromString("A b"), {}})))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		m.pointer(v)
	case reflect.Struct:
		if n := v.NumField(); n > 0 {
			if field := v.Field(m.IntN(n)); field.CanSet() {
				m.mutate(field)
			}
		}
	case reflect.Slice:
		m.slice(v)
	case reflect.Map:
		m.entry(v)
	case reflect.String:
		v.SetString(pick(m.Rand, stringsToTry))
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(pick(m.Rand, integersToTry))
	case reflect.Uint8:
		v.SetUint(uint64(m.IntN(256)))
	}
}

func (m mutator) pointer(v reflect.Value) {
	if !v.IsNil() && m.IntN(6) == 0 {
		v.SetZero()
		return
	}
	m.mutate(renewed(v))
}

// renewed makes a pointer point to a copy of its value, which may be shared, and returns the copy.
func renewed(v reflect.Value) reflect.Value {
	fresh := reflect.New(v.Type().Elem())
	if !v.IsNil() {
		fresh.Elem().Set(v.Elem())
	}
	v.Set(fresh)
	return fresh.Elem()
}

func (m mutator) slice(v reflect.Value) {
	n := v.Len()
	elements := reflect.MakeSlice(v.Type(), n, n+1)
	reflect.Copy(elements, v)
	switch {
	case n > 0 && m.IntN(8) == 0: // drop an element
		i := m.IntN(n)
		elements = reflect.AppendSlice(elements.Slice(0, i), elements.Slice(i+1, n))
	case n > 0 && m.IntN(8) == 0: // duplicate an element
		elements = reflect.Append(elements, elements.Index(m.IntN(n)))
	case n == 0 || m.IntN(6) == 0: // add an element
		elements = reflect.Append(elements, reflect.Zero(v.Type().Elem()))
		for range 3 {
			m.mutate(elements.Index(n))
		}
	default:
		m.mutate(elements.Index(m.IntN(n)))
	}
	v.Set(elements)
}

// entry replaces a map by a copy with an entry set or removed.
func (m mutator) entry(v reflect.Value) {
	entries := reflect.MakeMap(v.Type())
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	for _, key := range keys {
		if m.IntN(6) > 0 {
			entries.SetMapIndex(key, v.MapIndex(key))
		}
	}
	key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
	m.mutate(key)
	if m.IntN(2) == 0 && len(keys) > 0 {
		key = pick(m.Rand, keys)
	}
	m.mutate(value)
	entries.SetMapIndex(key, value)
	v.Set(entries)
}

// at mutates the field with an index sequence, and creates the values on the way to it.
func (m mutator) at(v reflect.Value, to fieldIndex) {
	for _, i := range to {
		for v.Kind() != reflect.Struct {
			switch {
			case v.Kind() == reflect.Pointer:
				v = renewed(v)
			case v.Len() == 0:
				v.Set(reflect.MakeSlice(v.Type(), 1, 1))
				v = v.Index(0)
			default:
				elements := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
				reflect.Copy(elements, v)
				v.Set(elements)
				v = v.Index(m.IntN(v.Len()))
			}
		}
		v = v.Field(i)
	}
	m.mutate(v)
}

// mutateJob changes one field of a Job that users write.
func (m mutator) mutateJob(job *kubernetesv1.Job) {
	switch m.IntN(8) {
	case 0:
		m.anywhere(reflect.ValueOf(&job.ObjectMeta).Elem())
	case 1, 2, 3:
		m.anywhere(reflect.ValueOf(&job.Spec).Elem())
	default:
		m.anywhere(reflect.ValueOf(&job.Spec.Template).Elem())
	}
	if job.GenerateName != "" && job.Name == "" {
		job.GenerateName = "" // a server would have generated a name
	}
	keepComparable(&job.Spec.Template.Spec)
}

// keepComparable undoes changes that a server's validation never sees. It removes a schedulingGroup,
// which has an effect in pods only. If a volume has two sources, or a projection has two, which is
// invalid, servers drop the disabled fields of only one of them.
func keepComparable(spec *corev1.PodSpec) {
	spec.SchedulingGroup = nil
	for i := range spec.Volumes {
		source := &spec.Volumes[i].VolumeSource
		ambiguous := pointersSet(*source) > 1
		if source.Projected != nil {
			ambiguous = ambiguous || slices.ContainsFunc(source.Projected.Sources, func(s corev1.VolumeProjection) bool { return pointersSet(s) > 1 })
		}
		if ambiguous {
			podtemplate.DropDisabledFields(&corev1.PodTemplateSpec{Spec: corev1.PodSpec{Volumes: spec.Volumes[i : i+1]}})
		}
	}
}

// isComparable reports whether keepComparable leaves a template as it is.
func isComparable(spec *corev1.PodSpec) bool {
	kept := spec.DeepCopy()
	keepComparable(kept)
	return equality.Semantic.DeepEqual(kept, spec)
}

// pointersSet counts the non-nil fields of a struct of pointers.
func pointersSet(of any) int {
	set := 0
	for _, field := range reflect.ValueOf(of).Fields() {
		if !field.IsNil() {
			set++
		}
	}
	return set
}

var integersToTry = []int64{-1, 0, 1, 2, 3, 12, 80, 256, 3600, 10_000, 10_001, 65_535, 65_536, 100_000, 100_001, 1 << 30, 1<<31 - 1}

// stringsToTry has valid and invalid names of every kind, and the values of enumerations.
var stringsToTry = append(strings.Fields(`a b main init data config a.b a-b a--b -a a- A a_b a/b example.com/a Example.com/a kubernetes.io/a /a /a/b ../a a/../b a:b ./a
	1 0 -1 2 0-2 0-2,5 3,2 1-1 x 10.0.0.1 ::1 256.0.0.1 metadata.name metadata.labels['a'] status.podIP limits.cpu requests.memory v1
	Always Never OnFailure IfNotPresent Default ClusterFirst ClusterFirstWithHostNet None TCP UDP HTTP HTTPS File FallbackToLogsOnError
	Indexed NonIndexed FailJob FailIndex Ignore Count Failed TerminatingOrFailed In NotIn Exists DoesNotExist Equal Gt Lt True False Unknown
	NoSchedule NoExecute PreferNoSchedule DoNotSchedule ScheduleAnyway Honor RuntimeDefault Unconfined Localhost linux windows
	cpu memory ephemeral-storage hugepages-2Mi nvidia.com/gpu Memory HugePages ReadWriteOnce ReadOnlyMany Block Filesystem Directory Bidirectional HostToContainer
	job-name controller-uid batch.kubernetes.io/job-name batch.kubernetes.io/controller-uid app report busybox busybox:latest 123 default`),
	"", "a b", "a\nb", "ü", strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 253), strings.Repeat("a", 254))

// TestMutatorReachesEveryField shows that mutations change every field that users write.
func TestMutatorReachesEveryField(t *testing.T) {
	s := seeded(1)
	set := map[string]bool{}
	for range 60_000 {
		job := &kubernetesv1.Job{ObjectMeta: metav1.ObjectMeta{Name: "a"}}
		s.mutateJob(job)
		noteSet(reflect.ValueOf(job).Elem(), "", set)
	}
	job := reflect.TypeFor[kubernetesv1.Job]()
	all := fieldIndexes(job)
	for _, to := range all {
		name := fieldName(job, to)
		if !set[name] && !strings.HasPrefix(name, ".Status") && !strings.HasPrefix(name, ".Spec.Template.Spec.SchedulingGroup") {
			t.Errorf("%s is never set", name)
		}
	}
	t.Logf("%d fields", len(all))
}
