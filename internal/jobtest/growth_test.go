package jobtest

import (
	"slices"
	"testing"
)

func TestLinear(t *testing.T) {
	numbers := func(n int) []int {
		var list []int
		for i := range n {
			list = append(list, i)
		}
		return list
	}
	count := 0
	Linear(t, func(n int) func() {
		list := numbers(n)
		return func() {
			seen := map[int]bool{}
			for _, i := range list {
				seen[i] = true
			}
			count += len(seen)
		}
	})
	failed := recorder{TB: t}
	Linear(&failed, func(n int) func() {
		list := numbers(n)
		return func() {
			for i, number := range list {
				if !slices.Contains(list[:i], number) {
					count++
				}
			}
		}
	})
	if !failed.failed {
		t.Error("comparing each with all others passes for linear")
	}
	if count == 0 {
		t.Error("nothing was done")
	}
}

// recorder records failures instead of reporting them.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(string, ...any) { r.failed = true }
