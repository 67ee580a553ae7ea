package integers

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// TestIndex compares an Index with a scan while it grows and shrinks.
func TestIndex(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	var x Index[int]
	integers := map[int]int64{} // by value
	check := func(bound int64) {
		t.Helper()
		var above, below, wantAbove, wantBelow []int
		last := int64(math.MinInt64)
		ascending := func(value int) {
			if integers[value] < last {
				t.Fatalf("%d comes after %d", integers[value], last)
			}
			last = integers[value]
		}
		x.Above(bound, func(value int) { ascending(value); above = append(above, value) })
		last = math.MinInt64
		x.Below(bound, func(value int) { ascending(value); below = append(below, value) })
		for value, n := range integers {
			if n > bound {
				wantAbove = append(wantAbove, value)
			}
			if n < bound {
				wantBelow = append(wantBelow, value)
			}
		}
		for _, values := range [][]int{above, below, wantAbove, wantBelow} {
			slices.Sort(values)
		}
		if !slices.Equal(above, wantAbove) || !slices.Equal(below, wantBelow) {
			t.Fatalf("%d values above %d and %d below, want %d and %d", len(above), bound, len(below), len(wantAbove), len(wantBelow))
		}
	}
	for _, width := range []int64{5, 300, 100_000} { // many values have the same integer, or few
		next := 0
		for _, size := range []int{10, 4000, 30, 1500, 0} {
			for len(integers) != size {
				if len(integers) < size {
					n := random.Int64N(width) - width/3
					x.Insert(n, next)
					integers[next] = n
					next++
					continue
				}
				for value, n := range integers {
					x.Remove(n+width, value) // is not there
					x.Remove(n, value)
					delete(integers, value)
					break
				}
			}
			for range 20 {
				check(random.Int64N(width) - width/3)
			}
			check(math.MinInt64)
			check(math.MaxInt64)
		}
		if len(x.runs) != 0 {
			t.Errorf("the empty index has %d runs", len(x.runs))
		}
	}
}
