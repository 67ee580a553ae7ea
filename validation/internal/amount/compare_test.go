package amount

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
)

// ascending are quantities, each greater than the one before it. Package resource takes seconds to
// compare those that are far apart.
var ascending = []string{
	"-1e2147483000", "-1e9999999", "-999e999", "-1e30", "-10E", "-9223372036854775809", "-1", "-1m", "-1n",
	"0", "1n", "2n", "999u", "1m", "0.1234567890123456789", "1", "1001m", "1Ki", "1024001m", "1G", "1Gi", "9223372036854775807", "9223372036854775808",
	"10E", "12345678901234567890", "1e30", "1.000000000000000000001e30", "1e299", "1e301", "999e999", "1e1002", "1e9999999", "1.1e9999999", "1e10000000", "1e2147483000",
}

// tooSlow is more than any of these tests takes. Package resource needs seconds for a single step.
const tooSlow = time.Second

func hurry(t *testing.T) {
	t.Helper()
	start := time.Now()
	t.Cleanup(func() {
		if took := time.Since(start); took > tooSlow {
			t.Errorf("took %v", took)
		}
	})
}

func TestCompare(t *testing.T) {
	hurry(t)
	for i, a := range ascending {
		for j, b := range ascending {
			want := max(-1, min(i-j, 1))
			if got := Compare(resource.MustParse(a), resource.MustParse(b)); got != want {
				t.Errorf("%s against %s: got %d, want %d", a, b, got, want)
			}
		}
	}
}

// TestCompareZero shows that all zeros are equal, whatever their exponent.
func TestCompareZero(t *testing.T) {
	hurry(t)
	zeros := []string{"0", "0e9", "0n", "0e2147483000", "0e-99999999", "-0"}
	for _, a := range zeros {
		zero := resource.MustParse(a)
		for _, b := range zeros {
			if got := Compare(zero, resource.MustParse(b)); got != 0 {
				t.Errorf("%s against %s: got %d", a, b, got)
			}
		}
		if Compare(zero, resource.MustParse("1n")) != -1 || Compare(zero, resource.MustParse("-1n")) != 1 {
			t.Errorf("%s is not between -1n and 1n", a)
		}
		if !IsWhole(zero) || Value(zero) != 0 || Text(zero) != "0" {
			t.Errorf("%s: whole %t, value %d, text %s", a, IsWhole(zero), Value(zero), Text(zero))
		}
	}
}

// TestLikeResource compares the results with those of package resource where that is fast.
func TestLikeResource(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, seed))
	quantities := make([]resource.Quantity, 150)
	for i := range quantities {
		quantities[i] = resource.MustParse(randomText(random))
	}
	for _, a := range quantities {
		if got, want := IsWhole(a), a.MilliValue()%1000 == 0; got != want {
			t.Errorf("%s is whole: got %t, want %t", a.String(), got, want)
		}
		if got, want := Value(a), a.Value(); got != want {
			t.Errorf("value of %s: got %d, want %d", a.String(), got, want)
		}
		if got, want := Text(a), a.String(); got != want {
			t.Errorf("text: got %s, want %s", got, want)
		}
		for _, b := range quantities {
			if got, want := Compare(a, b), a.Cmp(b); got != want {
				t.Errorf("%s against %s: got %d, want %d", a.String(), b.String(), got, want)
			}
			if !a.IsZero() && !isOrdinary(a) || !b.IsZero() && !isOrdinary(b) {
				continue // sums are cut short
			}
			sum := a.DeepCopy()
			sum.Add(b)
			if got := Of(a).Plus(Of(b)); got.Compare(Of(sum)) != 0 {
				t.Errorf("%s plus %s: got %s, want %s", a.String(), b.String(), got, sum.String())
			}
		}
	}
}

// randomText returns a quantity of up to a few hundred digits.
func randomText(random *rand.Rand) string {
	var b strings.Builder
	if random.IntN(4) == 0 {
		b.WriteByte('-')
	}
	for range 1 + random.IntN(25) {
		b.WriteByte(byte('0' + random.IntN(10)))
	}
	if random.IntN(3) == 0 {
		fmt.Fprintf(&b, ".%d", random.IntN(1e9))
	}
	if random.IntN(2) == 0 {
		b.WriteString([]string{"n", "u", "m", "k", "Ki", "M", "Mi", "E", "Ei"}[random.IntN(9)])
	} else if random.IntN(2) == 0 {
		fmt.Fprintf(&b, "e%d", random.IntN(700)-350)
	}
	return b.String()
}

// TestMadeByPrograms tries quantities that no text parses to: tiny and huge binary ones.
func TestMadeByPrograms(t *testing.T) {
	hurry(t)
	tiny, tinier := quantity(1, -500_000_000, resource.DecimalSI), quantity(1, -500_000_001, resource.BinarySI)
	if Compare(tiny, tinier) != 1 || Compare(tinier, tiny) != -1 || Compare(tiny, resource.MustParse("1n")) != -1 {
		t.Error("wrong order of tiny numbers")
	}
	if IsWhole(tiny) || Value(tiny) != 1 {
		t.Errorf("tiny is whole: %t, and rounded up: %d", IsWhole(tiny), Value(tiny))
	}
	negative := quantity(-1, -500_000_000, resource.DecimalSI)
	if Compare(negative, tiny) != -1 || Value(negative) != 0 {
		t.Errorf("the value of a negative tiny number is %d", Value(negative))
	}
	huge := quantity(1, 500_000_000, resource.BinarySI)
	if Compare(huge, tiny) != 1 {
		t.Error("the huge number is not greater than the tiny one")
	}
	if got := Text(huge); got != "1e500000001 or so" {
		t.Errorf("text of a huge number: %s", got)
	}
	if got := Text(tinier); !strings.HasPrefix(got, "1e-") {
		t.Errorf("text of a tiny number: %s", got)
	}
}

// quantity returns number times 10 to the exponent.
func quantity(number int64, exponent int32, format resource.Format) resource.Quantity {
	scaled := resource.NewScaledQuantity(number, resource.Scale(exponent))
	return *resource.NewDecimalQuantity(*scaled.AsDec(), format)
}

// TestManyDigits shows that a short text with many digits is printed quickly.
func TestManyDigits(t *testing.T) {
	q := resource.MustParse("-1234567890123456789e99999")
	hurry(t)
	if got := Text(q); !strings.HasPrefix(got, "-1e10001") {
		t.Errorf("got %s", got)
	}
	if !IsWhole(q) || Compare(q, resource.MustParse("-1e100018")) != 1 || Compare(q, resource.MustParse("-1e100016")) != -1 {
		t.Error("wrong order")
	}
}

func TestNothingIsChanged(t *testing.T) {
	number := new(big.Int).Exp(big.NewInt(10), big.NewInt(400), nil)
	a, b := resource.MustParse(number.String()), resource.MustParse("1e9999999")
	texts := []string{fmt.Sprintf("%#v", a), fmt.Sprintf("%#v", b)}
	Compare(a, b)
	IsWhole(a)
	_, _ = Value(a), Text(a)
	_ = Of(a).Plus(Of(a)).Plus(Of(b)).String()
	if now := []string{fmt.Sprintf("%#v", a), fmt.Sprintf("%#v", b)}; !slices.Equal(texts, now) || a.AsDec().UnscaledBig().Cmp(new(big.Int).Mul(number, big.NewInt(1e9))) != 0 {
		t.Errorf("before: %s, now: %s", texts, now)
	}
}

func TestCostsNoMemory(t *testing.T) {
	a, b := resource.MustParse("500m"), resource.MustParse("2")
	if n := testing.AllocsPerRun(100, func() {
		if Compare(a, b) != -1 || IsWhole(a) || Value(b) != 2 {
			t.Error("wrong")
		}
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
	if math.MaxInt64 != Value(resource.MustParse("9223372036854775807")) {
		t.Error("the largest value is another")
	}
}
