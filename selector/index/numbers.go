package index

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
)

// runMax is how many numbers are in one run, so that inserting moves little memory.
const runMax = 512

// number is a value of a key that is an integer.
type number struct {
	value int64
	pair  *pair
}

// numbers are the values of one key that are integers, ascending, in runs that are never
// empty. Several values may be the same number, as 5 and 05 are.
type numbers struct {
	runs [][]number
}

// parseNumber reads a value as > and < do. Unlike strconv alone it does not allocate an error
// for most values that are no number.
func parseNumber(value string) (int64, bool) {
	for i := range len(value) {
		if digit := value[i] - '0'; digit > 9 && (i > 0 || value[i] != '+' && value[i] != '-') {
			return 0, false
		}
	}
	if value == "" {
		return 0, false
	}
	n, err := strconv.ParseInt(value, 10, 64)
	return n, err == nil
}

func compareNumbers(a, b number) int {
	if order := cmp.Compare(a.value, b.value); order != 0 {
		return order
	}
	return cmp.Compare(a.pair.id, b.pair.id)
}

// find returns the run and the place in it where n is or belongs.
func (l *numbers) find(n number) (run, place int) {
	run = sort.Search(len(l.runs), func(i int) bool {
		last := l.runs[i][len(l.runs[i])-1]
		return compareNumbers(last, n) >= 0
	})
	run = min(run, len(l.runs)-1)
	place, _ = slices.BinarySearchFunc(l.runs[run], n, compareNumbers)
	return run, place
}

// insert adds a number.
func (l *numbers) insert(n number) {
	if len(l.runs) == 0 {
		l.runs = [][]number{{n}}
		return
	}
	i, place := l.find(n)
	run := slices.Insert(l.runs[i], place, n)
	l.runs[i] = run
	if len(run) > runMax {
		half := len(run) / 2
		l.runs[i] = slices.Clone(run[:half])
		l.runs = slices.Insert(l.runs, i+1, slices.Clone(run[half:]))
	}
}

// remove takes out a number that is there.
func (l *numbers) remove(n number) {
	i, place := l.find(n)
	run := without(l.runs[i], place)
	l.runs[i] = run
	switch {
	case len(run) == 0:
		l.runs = without(l.runs, i)
	case i > 0 && len(l.runs[i-1])+len(run) <= runMax/4:
		l.runs[i-1] = append(l.runs[i-1], run...)
		l.runs = without(l.runs, i)
	}
}

// appendAbove appends the pairs whose number is greater than bound.
func (l *numbers) appendAbove(pairs []*pair, bound int64) []*pair {
	for i := l.from(bound); i < len(l.runs); i++ {
		for _, n := range l.runs[i] {
			if n.value > bound {
				pairs = append(pairs, n.pair)
			}
		}
	}
	return pairs
}

// appendBelow appends the pairs whose number is less than bound.
func (l *numbers) appendBelow(pairs []*pair, bound int64) []*pair {
	for _, run := range l.runs {
		for _, n := range run {
			if n.value >= bound {
				return pairs
			}
			pairs = append(pairs, n.pair)
		}
	}
	return pairs
}

// from returns the first run with a number greater than bound.
func (l *numbers) from(bound int64) int {
	return sort.Search(len(l.runs), func(i int) bool {
		return l.runs[i][len(l.runs[i])-1].value > bound
	})
}
