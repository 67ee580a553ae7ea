package amount

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/resource"
)

// Text returns what q.String does, unless the number has thousands of digits. Of such a one it
// tells the length only: package resource takes off zero after zero, each time in a new copy.
func Text(q resource.Quantity) string {
	const most = 4000
	if q.IsZero() || isOrdinary(q) {
		return q.String()
	}
	// Text of powers of two is made of all digits, that of others of those before the exponent.
	low, high := magnitude(q)
	digits := digitsOf(q)
	if q.Format == resource.BinarySI {
		digits = max(digits, high, -low)
	}
	if digits <= most {
		return q.String()
	}
	if q.Sign() < 0 {
		return fmt.Sprintf("-1e%.0f or so", high)
	}
	return fmt.Sprintf("1e%.0f or so", high)
}
