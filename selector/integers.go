package selector

import (
	"iter"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/jobapi/jobapi/labels"
)

// An integer has several spellings, which are different label values: 5, 05, 005 and so on, up
// to the maximum length of a value.
const maxDigits = labels.MaxNameLength

// countSpellings returns the number of spellings of an integer that isn't negative.
func countSpellings(number int64) int {
	var buffer [maxDigits]byte
	return maxDigits + 1 - len(strconv.AppendInt(buffer[:0], number, 10))
}

// fewerThan reports whether a numeric domain has fewer than n values.
func (d *domain) fewerThan(n int) bool {
	// Even the integers with the most digits have many spellings, so the number of integers
	// alone usually answers the question. It may not fit into 64 bits.
	const minSpellings = uint64(maxDigits + 1 - len("9223372036854775807"))
	high, low := bits.Mul64(uint64(d.hi-d.lo)+1, minSpellings)
	if high > 0 || low >= uint64(n+len(d.values)) {
		return false
	}
	count := -len(d.values)
	for number := d.lo; ; number++ {
		count += countSpellings(number)
		if count >= n || number == d.hi {
			return count < n
		}
	}
}

// spellings returns the values of a numeric domain, by integer and then by length.
func (d *domain) spellings() iter.Seq[string] {
	return func(yield func(string) bool) {
		for number := d.lo; ; number++ {
			for zeros := range countSpellings(number) {
				value := strings.Repeat("0", zeros) + strconv.FormatInt(number, 10)
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

// narrow narrows the bounds of d to what a numeric requirement allows. It reports whether an
// integer is left.
func (d *domain) narrow(r *Requirement) bool {
	if r.op == LessThan {
		d.hi = min(d.hi, r.number-1) // can't overflow: r.number isn't negative
		return d.lo <= d.hi
	}
	if r.number == math.MaxInt64 {
		return false
	}
	d.lo = max(d.lo, r.number+1)
	return d.lo <= d.hi
}

// inRange reports whether value is an integer within the bounds of d.
func (d *domain) inRange(value string) bool {
	number, ok := labels.ParseInteger(value)
	return ok && d.lo <= number && number <= d.hi
}

// tighten brings a numeric domain into its canonical form. It drops excluded values that are out
// of bounds, and moves the bounds inwards past integers whose spellings are all excluded.
func (d domain) tighten() domain {
	excluded := slices.DeleteFunc(slices.Clone(d.values), func(value string) bool { return !d.inRange(value) })
	if len(excluded) == 0 {
		d.values = nil
		return d
	}
	counts := make(map[int64]int, len(excluded)) // of the excluded spellings
	for _, value := range excluded {
		number, _ := labels.ParseInteger(value)
		counts[number]++
	}
	for counts[d.lo] == countSpellings(d.lo) {
		if d.lo == d.hi {
			return domain{}
		}
		d.lo++
	}
	for counts[d.hi] == countSpellings(d.hi) {
		d.hi--
	}
	d.values = slices.DeleteFunc(excluded, func(value string) bool { return !d.inRange(value) })
	return d
}
