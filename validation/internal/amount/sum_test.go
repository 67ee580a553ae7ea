package amount

import (
	"fmt"
	"testing"

	"k8s.io/apimachinery/pkg/api/resource"
)

// TestSums compares sums of numbers of very different magnitude with single numbers.
func TestSums(t *testing.T) {
	hurry(t)
	for _, test := range []struct {
		terms []string
		with  string
		want  int
	}{
		{nil, "0", 0},
		{[]string{"0e9999999", "0", "1"}, "1", 0},
		{[]string{"1", "2", "500m"}, "3500m", 0},
		{[]string{"1e9999999", "1"}, "1e9999999", 1},
		{[]string{"1", "1e9999999"}, "1e9999999", 1},
		{[]string{"1", "1e9999999", "1"}, "1.1e9999999", -1},
		{[]string{"1e9999999", "-1"}, "1e9999999", -1},
		{[]string{"1e9999999", "1e9999999"}, "2e9999999", 0},
		{[]string{"1e9999999", "1", "1e9999999"}, "2e9999999", 1},
		{[]string{"1e9999999", "1"}, "1e10000000", -1},
		{[]string{"1e9999999", "1", "1e19999999"}, "1e19999999", 1},
		{[]string{"1e9999999", "-1e9999999"}, "0", 0},
		{[]string{"-1e9999999", "1"}, "0", -1},
	} {
		var forth, back Sum
		for i := range test.terms {
			forth = forth.Plus(Of(resource.MustParse(test.terms[i])))
			back = Of(resource.MustParse(test.terms[len(test.terms)-1-i])).Plus(back)
		}
		with := Of(resource.MustParse(test.with))
		for _, sum := range []Sum{forth, back} {
			if got, mirrored := sum.Compare(with), with.Compare(sum); got != test.want || mirrored != -got {
				t.Errorf("%s against %s: got %d, and %d the other way round, want %d", test.terms, test.with, got, mirrored, test.want)
			}
		}
	}
}

// TestSumsOfManyMagnitudes shows that many numbers of increasing magnitude don't add up to a number
// with many digits.
func TestSumsOfManyMagnitudes(t *testing.T) {
	hurry(t)
	const n = 20_000
	var up, down Sum
	for i := range n {
		up = up.Plus(Of(resource.MustParse(fmt.Sprint("1e", i))))
		down = down.Plus(Of(resource.MustParse(fmt.Sprint("1e", n-1-i))))
	}
	for _, sum := range []Sum{up, down} {
		if digits := digitsOf(sum.total); digits > 350+2*far {
			t.Errorf("%.0f digits", digits)
		}
		for with, want := range map[string]int{
			fmt.Sprint("1e", n-1): 1, fmt.Sprint("1.1e", n-1): 1, fmt.Sprint("1.12e", n-1): -1, fmt.Sprint("1e", n): -1, "-1": 1,
		} {
			if got := sum.Compare(Of(resource.MustParse(with))); got != want {
				t.Errorf("against %s: got %d, want %d", with, got, want)
			}
		}
	}
}

// TestSumsOfLongNumbers shows that the digits that are cut off still count.
func TestSumsOfLongNumbers(t *testing.T) {
	for _, digit := range []string{"1", "-1"} {
		var long Sum
		for exponent := 5000; exponent > 3000; exponent -= 80 {
			long = long.Plus(Of(resource.MustParse(fmt.Sprint(digit, "e", exponent))))
		}
		var few Sum
		for _, exponent := range []string{"e5000", "e4920"} {
			few = few.Plus(Of(resource.MustParse(digit + exponent)))
		}
		want := few.total.Sign()
		if got := long.Compare(few); got != want {
			t.Errorf("%s: got %d, want %d", digit, got, want)
		}
		if long.rest != want || digitsOf(long.total) > 4*far {
			t.Errorf("%s: got rest %d and %.0f digits, want rest %d", digit, long.rest, digitsOf(long.total), want)
		}
	}
}
