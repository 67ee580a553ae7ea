// Package jobtest helps the tests of several packages. It makes random Jobs and a typical one,
// finds the source of a module, and checks that running time grows linearly.
package jobtest

import (
	"testing"
	"time"

	fuzz "github.com/google/gofuzz"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Seeded returns a filler for objects of any version, and logs its seed. The values survive a
// round trip through JSON: times have whole seconds, quantities and raw JSON are valid, and no
// slice or map is empty if it decodes as nil. TypeMeta stays empty.
func Seeded(tb testing.TB) *fuzz.Fuzzer {
	tb.Helper()
	seed := time.Now().UnixNano()
	tb.Logf("seed %d", seed)
	return WithSeed(seed)
}

// WithSeed is like [Seeded] with the given seed.
func WithSeed(seed int64) *fuzz.Fuzzer {
	return configure(fuzz.NewWithSeed(seed))
}

// FromBytes is like [Seeded] for a native fuzz target. The data determines every value.
func FromBytes(data []byte) *fuzz.Fuzzer {
	return configure(fuzz.NewFromGoFuzz(data))
}

// unusual are quantities that aren't whole numbers or don't fit in an int64.
var unusual = []string{
	"1n", "100m", "-1500u", "1.5Gi", "1.1234567890123456789", "0.00000000001", "12345678901234567890123n",
	"10E", "-8Ei", "1e30", "-1e30", "1e-12", "0e9", "123456789012345678901234567890", "9223372036854775808",
}

// configure sets how often pointers are nil, and how to fill types that don't allow every value.
// The maximum depth keeps a pod template at tens of kilobytes.
func configure(f *fuzz.Fuzzer) *fuzz.Fuzzer {
	return f.NilChance(0.4).NumElements(1, 2).MaxDepth(20).Funcs(
		func(*metav1.TypeMeta, fuzz.Continue) {},
		func(t *metav1.Time, c fuzz.Continue) { t.Time = time.Unix(1+c.Int63n(1<<31), 0) },
		func(t *metav1.MicroTime, c fuzz.Continue) { t.Time = time.UnixMicro(1 + c.Int63n(1<<50)) },
		func(f *metav1.FieldsV1, c fuzz.Continue) {
			if c.RandBool() {
				*f = *metav1.NewFieldsV1(`{"f:metadata":{}}`)
			} else {
				*f = *metav1.NewFieldsV1(`{}`)
			}
		},
		func(q *resource.Quantity, c fuzz.Continue) {
			if c.RandBool() {
				*q = resource.MustParse(unusual[c.Intn(len(unusual))])
				return
			}
			formats := []resource.Format{resource.DecimalExponent, resource.BinarySI, resource.DecimalSI}
			*q = *resource.NewQuantity(c.Int63n(1<<40), formats[c.Intn(len(formats))])
		},
		func(v *intstr.IntOrString, c fuzz.Continue) {
			if c.RandBool() {
				*v = intstr.FromInt32(c.Int31())
			} else {
				*v = intstr.FromString(c.RandString())
			}
		},
	)
}
