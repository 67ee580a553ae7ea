package selector

import (
	"iter"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// An integer has as many spellings as label values have room for leading zeros: 5, 05, 005 and
// so on, up to 63 digits.
const maxDigits = 63

// digits returns the number of digits of an integer that is not negative.
func digits(number int64) int {
	n := 1
	for ; number >= 10; number /= 10 {
		n++
	}
	return n
}

// spellings returns the number of label values that spell an integer that is not negative.
func spellings(number int64) int {
	return maxDigits + 1 - digits(number)
}

// spell returns the spelling of number with the given number of leading zeros.
func spell(number int64, zeros int) string {
	return strings.Repeat("0", zeros) + strconv.FormatInt(number, 10)
}

// fewerThan reports whether a numeric domain has fewer than n values.
func (d *domain) fewerThan(n int) bool {
	// Every integer has at least 45 spellings, so a range that is not small has too many.
	fewest := uint64(maxDigits + 1 - 19)
	high, low := bits.Mul64(uint64(d.hi-d.lo)+1, fewest)
	if high > 0 || low >= uint64(n+len(d.values)) {
		return false
	}
	count := -len(d.values)
	for number := d.lo; ; number++ {
		count += spellings(number)
		if count >= n || number == d.hi {
			return count < n
		}
	}
}

// spelled returns the values of a numeric domain: by integer, and shorter spellings first.
func (d *domain) spelled() iter.Seq[string] {
	return func(yield func(string) bool) {
		for number := d.lo; ; number++ {
			for zeros := range spellings(number) {
				value := spell(number, zeros)
				if _, excluded := slices.BinarySearch(d.values, value); !excluded && !yield(value) {
					return
				}
			}
			if number == d.hi {
				return
			}
		}
	}
}

// parseInteger reads an integer of 64 bits in base 10, with or without a sign, as strconv does.
// Unlike strconv it does not allocate for text that is none.
func parseInteger(text string) (number int64, ok bool) {
	digits := text
	negative := false
	if text != "" && (text[0] == '+' || text[0] == '-') {
		negative = text[0] == '-'
		digits = text[1:]
	}
	if digits == "" {
		return 0, false
	}
	const most = 1 << 63 // the magnitude of the least number
	var magnitude uint64
	for i := 0; i < len(digits); i++ {
		digit := uint64(digits[i] - '0')
		if digit > 9 || magnitude > (most-digit)/10 {
			return 0, false
		}
		magnitude = magnitude*10 + digit
	}
	if negative {
		return -int64(magnitude), true
	}
	return int64(magnitude), magnitude < most
}
