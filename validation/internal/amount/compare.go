// Package amount compares, adds and prints resource quantities in a time that is bounded by the
// length of their text.
//
// Package resource of apimachinery writes out all digits of a number like 1e9999999 to compare it
// with 1 or to add 1, which takes seconds. This package has the same results except for sums in
// which such numbers cancel out; see [Sum].
//
// No function changes its arguments or panics. Comparing ordinary quantities doesn't allocate.
//
// The package can't help with parsing: [resource.ParseQuantity] may take minutes for such a number.
package amount

import (
	"cmp"
	"math"

	"k8s.io/apimachinery/pkg/api/resource"
)

// Compare returns -1 if a is less than b, 1 if it is greater, and 0 if they are equal.
func Compare(a, b resource.Quantity) int {
	sign := a.Sign()
	if c := cmp.Compare(sign, b.Sign()); c != 0 || sign == 0 {
		return c
	}
	if isOrdinary(a) && isOrdinary(b) {
		return a.Cmp(b)
	}
	atLeastA, atMostA := magnitude(a)
	atLeastB, atMostB := magnitude(b)
	switch {
	case atMostA < atLeastB:
		return -sign
	case atMostB < atLeastA:
		return sign
	default: // They are so close that Cmp writes out no more digits than the longer number has.
		return a.Cmp(b)
	}
}

// IsWhole reports whether q is a whole number, after rounding up to thousandths.
func IsWhole(q resource.Quantity) bool {
	return manageable(&q).MilliValue()%1000 == 0
}

// Value returns q rounded up to a whole number, like q.Value. The result is meaningless if it
// overflows.
func Value(q resource.Quantity) int64 {
	return manageable(&q).Value()
}

// manageable returns a quantity that rounds to the same number as q. For zero and numbers very close
// to it, package resource might loop over each decimal place.
func manageable(q *resource.Quantity) *resource.Quantity {
	const negligible = -1000
	if q.IsZero() {
		return &resource.Quantity{}
	}
	if isOrdinary(*q) {
		return q
	}
	if _, atMost := magnitude(*q); atMost > negligible {
		return q
	}
	if q.Sign() < 0 {
		return &resource.Quantity{}
	}
	return resource.NewScaledQuantity(1, resource.Nano)
}

// isOrdinary reports whether a float64 can approximate q, which must not be zero. Such a number has
// at most a few hundred digits.
func isOrdinary(q resource.Quantity) bool {
	size := math.Abs(q.AsApproximateFloat64())
	return size > 1e-300 && size < 1e300
}

// magnitude returns close bounds of the decimal logarithm of the absolute value of q, which must not
// be zero.
func magnitude(q resource.Quantity) (atLeast, atMost float64) {
	const margin = 1                        // covers the rounding to whole bits
	exponent := -float64(q.AsDec().Scale()) // AsDec changes its receiver, which is a copy
	digits := digitsOf(q)
	return digits + exponent - margin, digits + exponent + margin
}

// digitsOf returns about how many digits q has before its exponent.
func digitsOf(q resource.Quantity) float64 {
	return float64(q.AsDec().UnscaledBig().BitLen()) * math.Log10(2)
}
