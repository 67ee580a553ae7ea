package conformance

import (
	"math/rand/v2"
	"reflect"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// words are the strings in random templates: values of enumerations, valid names and invalid ones.
var words = []string{
	"", "", "a", "a", "a", "b", "main", "a.b", "a/b", "example.com/a", "kubernetes.io/a", "/a", "/a/b", "../a", "a/../b", "-", "A", "a b", "*", ".", "..", "a:b", "1", "01", "1.2.3.4", "::1",
	"Always", "Never", "OnFailure", "IfNotPresent", "File", "FallbackToLogsOnError", "None", "Default", "ClusterFirst", "HTTP", "HTTPS", "TCP", "UDP", "linux", "windows",
	"In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt", "Equal", "NoSchedule", "NoExecute", "DoNotSchedule", "ScheduleAnyway", "Honor", "Ignore",
	"Localhost", "RuntimeDefault", "Unconfined", "Unmasked", "CAP_SYS_ADMIN", "OnRootMismatch", "Merge", "Strict", "Recursive", "MountOption",
	"net.a", "kernel.sem", "cpu", "memory", "hugepages-2Mi", "ephemeral-storage", "limits.cpu", "requests.memory", "metadata.name", "metadata.labels", "metadata.labels['a']", "spec.nodeName",
	"v1", "Memory", "HugePages", "Socket", "Directory", "ReadWriteOnce", "ReadOnlyMany", "Block", "Filesystem", "Bidirectional", "HostToContainer", "Enabled", "IfPossible", "Disabled",
	"Restart", "RestartAllContainers", "NotRequired", "RestartContainer", "PreemptLowerPriority", "ED25519", "RSA3072", "Managed", "ReadOnly", "Shared", "ext4", "unconfined", "runtime/default", "localhost/a",
	corev1.SeccompPodAnnotationKey, corev1.SeccompContainerAnnotationKeyPrefix + "a", corev1.DeprecatedAppArmorBetaContainerAnnotationKeyPrefix + "a", corev1.PodDeletionCost,
	"pod.beta.kubernetes.io/init-containers",
}

var integers = []int64{-1, 0, 0, 1, 1, 2, 30, 100, 101, 0o777, 0o1000, 3600, 65535, 65536, 1 << 31, 1 << 40}

// filler fills objects at random.
type filler struct {
	*rand.Rand
	// sparse is how many of ten pointers, slices and maps stay empty.
	sparse int
	// oneSource gives each volume and projection at most one source. Without it no file gets a
	// user: if a volume has several sources, which is invalid, kube-apiserver drops the users of
	// only one of them.
	oneSource bool
}

func (f filler) fill(v reflect.Value) {
	switch v.Interface().(type) {
	case resource.Quantity:
		v.Set(reflect.ValueOf(resource.MustParse(pick(f.Rand, quantities))))
		return
	case corev1.ResourceClaim:
		// The two sides find duplicates differently if a name has a slash, which is invalid.
		v.Set(reflect.ValueOf(corev1.ResourceClaim{Name: pick(f.Rand, []string{"", "a", "b"}), Request: pick(f.Rand, words)}))
		return
	case metav1.Time, metav1.FieldsV1:
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(pick(f.Rand, words))
	case reflect.Bool:
		v.SetBool(f.IntN(2) > 0)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(pick(f.Rand, integers))
	case reflect.Pointer:
		if !f.skip() {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem())
		}
	case reflect.Slice:
		if !f.skip() {
			n := 1 + f.IntN(2)
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				f.fill(v.Index(i))
			}
		}
	case reflect.Map:
		if !f.skip() {
			v.Set(reflect.MakeMap(v.Type()))
			for range 1 + f.IntN(2) {
				key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
				f.fill(key)
				f.fill(value)
				v.SetMapIndex(key, value)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; f.oneSource || name != "DefaultUser" && name != "User" {
				f.fill(v.Field(i))
			}
		}
		switch v.Interface().(type) {
		case corev1.VolumeSource, corev1.VolumeProjection:
			if f.oneSource {
				f.keepOne(v)
			}
		}
	}
}

// keepOne zeroes all fields of a struct except a random one.
func (f filler) keepOne(v reflect.Value) {
	kept := f.IntN(v.NumField())
	for i := range v.NumField() {
		if i != kept {
			v.Field(i).SetZero()
		}
	}
}

func (f filler) skip() bool {
	return f.IntN(10) < f.sparse
}

// template returns a random template. It has no labels, because jobapi reports label errors at another
// path on purpose.
func (f filler) template() *corev1.PodTemplateSpec {
	template := &corev1.PodTemplateSpec{}
	f.fill(reflect.ValueOf(template).Elem())
	template.Labels = nil
	return template
}

// TestRandomTemplates compares templates filled at random, each as a new one and as an update of the
// previous one.
func TestRandomTemplates(t *testing.T) {
	random := newSource(t).random
	for _, sparse := range []int{9, 8, 6, 4} {
		f := filler{Rand: random, sparse: sparse}
		var old *corev1.PodTemplateSpec
		for range rounds(1_000) {
			template := f.template()
			if !compareUndefaulted(t, template, nil) || !compareUndefaulted(t, template, old) {
				t.Fatalf("with sparseness %d", sparse)
			}
			old = template
		}
	}
}
