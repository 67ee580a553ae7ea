package conformance

import (
	"math/rand/v2"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// mutator changes objects at random places, any field at any depth, to values that rules tell
// apart.
type mutator struct{ *rand.Rand }

// mutate changes what v, which can be set, holds in one place.
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
	fresh := reflect.New(v.Type().Elem()) // the old one may be shared
	if !v.IsNil() {
		fresh.Elem().Set(v.Elem())
	}
	v.Set(fresh)
	m.mutate(fresh.Elem())
}

func (m mutator) slice(v reflect.Value) {
	n := v.Len()
	elements := reflect.MakeSlice(v.Type(), n, n+1)
	reflect.Copy(elements, v)
	switch {
	case n > 0 && m.IntN(8) == 0: // drop one
		i := m.IntN(n)
		elements = reflect.AppendSlice(elements.Slice(0, i), elements.Slice(i+1, n))
	case n > 0 && m.IntN(8) == 0: // have one twice
		elements = reflect.Append(elements, elements.Index(m.IntN(n)))
	case n == 0 || m.IntN(6) == 0: // a new one
		elements = reflect.Append(elements, reflect.Zero(v.Type().Elem()))
		for range 3 {
			m.mutate(elements.Index(n))
		}
	default:
		m.mutate(elements.Index(m.IntN(n)))
	}
	v.Set(elements)
}

// entry sets or removes an entry, in a new map.
func (m mutator) entry(v reflect.Value) {
	entries := reflect.MakeMap(v.Type())
	for key, value := range v.Seq2() {
		if m.IntN(6) > 0 {
			entries.SetMapIndex(key, value)
		}
	}
	key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
	m.mutate(key)
	if m.IntN(2) == 0 && v.Len() > 0 {
		key = v.MapKeys()[m.IntN(v.Len())]
	}
	m.mutate(value)
	entries.SetMapIndex(key, value)
	v.Set(entries)
}

var integersToTry = []int64{-1, 0, 1, 2, 3, 12, 80, 256, 3600, 10_000, 10_001, 65_535, 65_536, 100_000, 100_001, 1 << 30, 1<<31 - 1}

// stringsToTry has names of every kind, good and bad, and the values of enumerations.
var stringsToTry = append(strings.Fields(`a b main init data config a.b a-b a--b -a a- A a_b a/b example.com/a Example.com/a kubernetes.io/a /a /a/b ../a a/../b a:b ./a
	1 0 -1 2 0-2 0-2,5 3,2 1-1 x 10.0.0.1 ::1 256.0.0.1 metadata.name metadata.labels['a'] status.podIP limits.cpu requests.memory v1
	Always Never OnFailure IfNotPresent Default ClusterFirst ClusterFirstWithHostNet None TCP UDP HTTP HTTPS File FallbackToLogsOnError
	Indexed NonIndexed FailJob FailIndex Ignore Count Failed TerminatingOrFailed In NotIn Exists DoesNotExist Equal Gt Lt True False Unknown
	NoSchedule NoExecute PreferNoSchedule DoNotSchedule ScheduleAnyway Honor RuntimeDefault Unconfined Localhost linux windows
	cpu memory ephemeral-storage hugepages-2Mi nvidia.com/gpu Memory HugePages ReadWriteOnce ReadOnlyMany Block Filesystem Directory Bidirectional HostToContainer
	job-name controller-uid batch.kubernetes.io/job-name batch.kubernetes.io/controller-uid app report busybox busybox:latest 123 default`),
	"", "a b", "a\nb", "ü", strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 253), strings.Repeat("a", 254))
