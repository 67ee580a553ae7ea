// Package amount compares, adds and prints quantities of resources, as package resource of
// apimachinery does, but in time that the length of their numbers bounds.
//
//   - 1e9999999 takes a few bytes. To compare it with 1, or to add 1, package resource writes
//     out all of its digits, which takes seconds.
//   - The answers are the same, but for sums in which such numbers cancel out; see [Sum].
//   - Nothing is changed, and nothing panics. Ordinary quantities cost no memory to compare.
//
// It is of no help with reading such a number: [resource.ParseQuantity] may take minutes.
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
	default: // There are no more digits to write out than the longer of them has.
		return a.Cmp(b)
	}
}

// IsWhole reports whether there is no fraction in q, as far as thousandths tell.
func IsWhole(q resource.Quantity) bool {
	return manageable(&q).MilliValue()%1000 == 0
}

// Value returns what q.Value does: q rounded up, and something meaningless if that overflows.
func Value(q resource.Quantity) int64 {
	return manageable(&q).Value()
}

// manageable returns a quantity that rounds to the same number as q. Of zero, and of what is
// very close to it, package resource might go over each decimal place.
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

// isOrdinary reports whether a float64 can be near q, which is not zero. Then it has a few
// hundred digits at most when written out.
func isOrdinary(q resource.Quantity) bool {
	size := math.Abs(q.AsApproximateFloat64())
	return size > 1e-300 && size < 1e300
}

// magnitude returns bounds of the decimal logarithm of the absolute value of q, which is not
// zero. They are close to each other.
func magnitude(q resource.Quantity) (atLeast, atMost float64) {
	const margin = 1                        // a bit has less than a digit
	exponent := -float64(q.AsDec().Scale()) // of our copy: AsDec changes it
	digits := digitsOf(q)
	return digits + exponent - margin, digits + exponent + margin
}

// digitsOf returns how many digits q has before its exponent, more or less.
func digitsOf(q resource.Quantity) float64 {
	return float64(q.AsDec().UnscaledBig().BitLen()) * math.Log10(2)
}
