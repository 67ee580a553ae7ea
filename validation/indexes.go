package validation

import (
	"fmt"
	"strings"
)

// indexRange is a part of a list of indexes, 5 or 5-7 of 0,2-3,5-7.
type indexRange struct{ first, last int32 }

// countIndexes returns how many indexes the list text names, none if it is empty. The list
// is in ascending order, and every index below completions.
func countIndexes(text string, completions int32) (total int32, err error) {
	l := listIndexes(text, completions)
	previous := int32(-1)
	for l.next() {
		if l.fault != "" {
			return 0, fmt.Errorf("%s %s", l.quoted(), l.fault)
		}
		if l.at.first <= previous {
			return 0, fmt.Errorf("%s must come after %d: indexes ascend, and none stands there twice", l.quoted(), previous)
		}
		// No overflow: ranges that ascend below completions have no more indexes than that.
		total += l.at.last - l.at.first + 1
		previous = l.at.last
	}
	return total, nil
}

// commonIndex returns an index that both lists name. It passes over what is no index or
// range; for lists that do not ascend it may miss what they share.
func commonIndex(completed, failed string, completions int32) (index int32, found bool) {
	a, b := listIndexes(completed, completions), listIndexes(failed, completions)
	more := a.nextGood() && b.nextGood()
	for more {
		if a.at.first <= b.at.last && b.at.first <= a.at.last {
			return max(a.at.first, b.at.first), true
		}
		if a.at.first <= b.at.first {
			more = a.nextGood()
		} else {
			more = b.nextGood()
		}
	}
	return 0, false
}

// indexList walks through a list of indexes part by part.
type indexList struct {
	rest        string
	more        bool
	completions int32

	part  string     // where the list is now
	at    indexRange // what part says
	fault string     // or what is wrong with it
}

func listIndexes(text string, completions int32) indexList {
	return indexList{rest: text, more: text != "", completions: completions}
}

func (l *indexList) next() bool {
	if !l.more {
		return false
	}
	l.part, l.rest, l.more = strings.Cut(l.rest, ",")
	l.at, l.fault = parseIndexRange(l.part, l.completions)
	return true
}

func (l *indexList) nextGood() bool {
	for l.next() {
		if l.fault == "" {
			return true
		}
	}
	return false
}

// quoted returns the current part for an error, which stays readable if the part does not.
func (l *indexList) quoted() string {
	const most = 40
	if len(l.part) > most {
		return fmt.Sprintf("%q...", l.part[:most])
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
		return r, "must have the smaller index first"
	}
	return r, ""
}

// parseIndex reads a decimal number. Like kube-apiserver it lets a plus sign and leading
// zeros pass.
func parseIndex(text string, completions int32) (index int32, fault string) {
	digits := strings.TrimPrefix(text, "+")
	if digits == "" {
		return 0, notIndexes
	}
	n := int64(0)
	for i := range len(digits) {
		c := digits[i]
		if c < '0' || c > '9' {
			return 0, notIndexes
		}
		// Once it is too large it stays so, and cannot overflow.
		if n < int64(completions) {
			n = n*10 + int64(c-'0')
		}
	}
	if n >= int64(completions) {
		return 0, "must be below spec.completions"
	}
	return int32(n), ""
}

const notIndexes = "must be an index or a range of them, such as 3 or 5-7"
