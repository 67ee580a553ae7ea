package amount

import (
	"cmp"

	"k8s.io/apimachinery/pkg/api/resource"
)

// Sum is a sum of quantities. The zero value is 0.
//
// It keeps the first few hundred digits, and only the sign of the rest. That is enough to compare
// sums, unless positive and negative numbers cancel out or the other number has hundreds of digits.
type Sum struct {
	total resource.Quantity
	// rest is the sign of the digits that total lacks.
	rest int
}

// Of returns q as a sum.
func Of(q resource.Quantity) Sum {
	return Sum{total: q}
}

// far is the difference in magnitude, in digits, at which only the sign of the smaller number
// matters.
const far = 100

// Plus returns s+t. It changes neither of them.
func (s Sum) Plus(t Sum) Sum {
	s, t = s.short(), t.short()
	switch {
	case t.total.IsZero():
		return Sum{s.total, cmp.Or(s.rest, t.rest)}
	case s.total.IsZero():
		return Sum{t.total, cmp.Or(t.rest, s.rest)}
	case dwarfs(s.total, t.total):
		return Sum{s.total, t.total.Sign()}
	case dwarfs(t.total, s.total):
		return Sum{t.total, s.total.Sign()}
	}
	total := s.total.DeepCopy()
	total.Add(t.total)
	return Sum{total, cmp.Or(s.rest, t.rest)}
}

// short returns s cut to a bounded number of digits. A sum can have more digits than its terms were
// written with: 1e1+1e2+1e3.
func (s Sum) short() Sum {
	const most, kept = 3 * far, 2 * far
	if s.total.IsZero() || isOrdinary(s.total) || digitsOf(s.total) <= most {
		return s
	}
	total, sign := s.total.DeepCopy(), s.total.Sign()
	_, first := magnitude(total)
	last := resource.Scale(first - kept)
	if !total.RoundUp(last) {
		total.Sub(*resource.NewScaledQuantity(int64(sign), last)) // RoundUp rounds away from zero
		return Sum{total, sign}
	}
	return Sum{total, s.rest}
}

// Compare returns -1 if s is less than t, 1 if it is greater, and 0 if they are equal.
func (s Sum) Compare(t Sum) int {
	if c := Compare(s.total, t.total); c != 0 {
		return c
	}
	return cmp.Compare(s.rest, t.rest)
}

// String returns the sum like [Text], without the rest.
func (s Sum) String() string {
	return Text(s.total)
}

// dwarfs reports whether a is far greater than b. Neither may be zero.
func dwarfs(a, b resource.Quantity) bool {
	if isOrdinary(a) && isOrdinary(b) {
		return false
	}
	atLeast, _ := magnitude(a)
	_, atMost := magnitude(b)
	return atLeast > atMost+far
}
