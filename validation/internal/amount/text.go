package amount

import (
	"fmt"

	"k8s.io/apimachinery/pkg/api/resource"
)

// Text returns q.String(), unless the number has thousands of digits. Then it returns only the
// magnitude, since package resource strips zeros one by one and copies the number each time.
func Text(q resource.Quantity) string {
	const most = 4000
	if q.IsZero() || isOrdinary(q) {
		return q.String()
	}
	// BinarySI prints all digits, the other formats those before the exponent.
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
