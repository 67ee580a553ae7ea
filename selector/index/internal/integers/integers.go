// Package integers keeps values in the order of an integer, to answer > and <.
package integers

import (
	"slices"
	"sort"

	"github.com/jobapi/jobapi/selector/index/internal/shrink"
)

// runMax is the greatest length of a run.
const runMax = 512

// Index has values, each with an integer, in ascending order of the integers. Several values may
// have the same integer, as the texts 5 and 05 do. The zero value is empty.
//
// The order is cut into runs, which are never empty. So to insert or remove a value moves a few
// kilobytes at most.
type Index[V comparable] struct {
	runs [][]entry[V]
}

type entry[V comparable] struct {
	n     int64
	value V
}

// Insert adds a value.
func (x *Index[V]) Insert(n int64, value V) {
	if len(x.runs) == 0 {
		x.runs = [][]entry[V]{{{n, value}}}
		return
	}
	i := min(x.run(n), len(x.runs)-1)
	run := slices.Insert(x.runs[i], lowerBound(x.runs[i], n), entry[V]{n, value})
	x.runs[i] = run
	if len(run) > runMax {
		half := len(run) / 2
		x.runs[i] = slices.Clone(run[:half])
		x.runs = slices.Insert(x.runs, i+1, slices.Clone(run[half:]))
	}
}

// Remove removes a value. It does nothing if the value is not there with this integer.
func (x *Index[V]) Remove(n int64, value V) {
	for i := x.run(n); i < len(x.runs) && x.runs[i][0].n <= n; i++ {
		at := slices.Index(x.runs[i], entry[V]{n, value})
		if at < 0 {
			continue
		}
		run := shrink.Delete(x.runs[i], at)
		x.runs[i] = run
		switch {
		case len(run) == 0:
			x.runs = shrink.Delete(x.runs, i)
		case i > 0 && len(x.runs[i-1])+len(run) <= runMax/4:
			x.runs[i-1] = append(x.runs[i-1], run...)
			x.runs = shrink.Delete(x.runs, i)
		}
		return
	}
}

// Above calls yield with the values whose integer is greater than n.
func (x *Index[V]) Above(n int64, yield func(V)) {
	for i := x.run(n); i < len(x.runs); i++ {
		for _, e := range x.runs[i] {
			if e.n > n {
				yield(e.value)
			}
		}
	}
}

// Below calls yield with the values whose integer is less than n.
func (x *Index[V]) Below(n int64, yield func(V)) {
	for _, run := range x.runs {
		for _, e := range run {
			if e.n >= n {
				return
			}
			yield(e.value)
		}
	}
}

// run returns the first run that ends with an integer of at least n.
func (x *Index[V]) run(n int64) int {
	return sort.Search(len(x.runs), func(i int) bool {
		return x.runs[i][len(x.runs[i])-1].n >= n
	})
}

// lowerBound returns the first position in a run with an integer of at least n.
func lowerBound[V comparable](run []entry[V], n int64) int {
	return sort.Search(len(run), func(i int) bool { return run[i].n >= n })
}
