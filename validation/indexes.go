package validation

import (
	"fmt"
	"strings"
)

// A list of indexes is text such as "0,2-3,5-7". An indexRange is one of its parts, 5 or 5-7.
type indexRange struct{ first, last int32 }

// countIndexes returns the number of indexes in a list. The list must be in ascending order,
// and every index below completions. The empty list has no indexes.
func countIndexes(text string, completions int32) (total int32, err error) {
	l := listIndexes(text, completions)
	previous := int32(-1)
	for l.next() {
		if l.fault != "" {
			return 0, fmt.Errorf("%s %s", l.quotedPart(), l.fault)
		}
		if l.current.first <= previous {
			return 0, fmt.Errorf("%s must be above %d: indexes must be in ascending order, without duplicates", l.quotedPart(), previous)
		}
		// This can't overflow: total is at most completions.
		total += l.current.last - l.current.first + 1
		previous = l.current.last
	}
	return total, nil
}

// commonIndex returns an index that is in both lists. It skips invalid parts. In a list that
// isn't in ascending order it may miss a common index.
func commonIndex(completed, failed string, completions int32) (index int32, found bool) {
	a, b := listIndexes(completed, completions), listIndexes(failed, completions)
	more := a.nextValid() && b.nextValid()
	for more {
		if a.current.first <= b.current.last && b.current.first <= a.current.last {
			return max(a.current.first, b.current.first), true
		}
		if a.current.first <= b.current.first {
			more = a.nextValid()
		} else {
			more = b.nextValid()
		}
	}
	return 0, false
}

// indexList iterates over the parts of a list of indexes.
type indexList struct {
	rest        string
	more        bool
	completions int32

	// Set by next:
	part    string
	current indexRange // the value of part
	fault   string     // or why it has none
}

func listIndexes(text string, completions int32) indexList {
	return indexList{rest: text, more: text != "", completions: completions}
}

func (l *indexList) next() bool {
	if !l.more {
		return false
	}
	l.part, l.rest, l.more = strings.Cut(l.rest, ",")
	l.current, l.fault = parseIndexRange(l.part, l.completions)
	return true
}

func (l *indexList) nextValid() bool {
	for l.next() {
		if l.fault == "" {
			return true
		}
	}
	return false
}

// quotedPart returns the current part for an error, at a readable length.
func (l *indexList) quotedPart() string {
	const maxLength = 40
	if len(l.part) > maxLength {
		return fmt.Sprintf("%q...", l.part[:maxLength])
	}
	return fmt.Sprintf("%q", l.part)
}

func parseIndexRange(part string, completions int32) (r indexRange, fault string) {
	first, last, isRange := strings.Cut(part, "-")
	if r.first, fault = parseIndex(first, completions); fault != "" || !isRange {
		r.last = r.first
		return r, fault
	}
	if r.last, fault = parseIndex(last, completions); fault != "" {
		return r, fault
	}
	if r.first >= r.last {
		return r, "must start with the smaller index"
	}
	return r, ""
}

// parseIndex parses a decimal number. Like kube-apiserver it accepts a plus sign and leading
// zeros.
func parseIndex(text string, completions int32) (index int32, fault string) {
	digits := strings.TrimPrefix(text, "+")
	if digits == "" {
		return 0, faultSyntax
	}
	n := int64(0)
	for i := range len(digits) {
		c := digits[i]
		if c < '0' || c > '9' {
			return 0, faultSyntax
		}
		// n stays above completions once it is, so it can't overflow.
		if n < int64(completions) {
			n = n*10 + int64(c-'0')
		}
	}
	if n >= int64(completions) {
		return 0, "must be below spec.completions"
	}
	return int32(n), ""
}

const faultSyntax = "must be an index or a range of indexes, such as 3 or 5-7"
