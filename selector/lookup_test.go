package selector

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLookup compares with a linear scan, for lists that fill the table to any degree.
func TestLookup(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for n := range 300 {
		var values []string
		for range n {
			values = append(values, fmt.Sprint(r.IntN(2*n)))
		}
		values = sortUnique(values)
		l := newLookup(values)
		for i := range 2*n + 2 {
			value := fmt.Sprint(i)
			if got, want := l.has(value), slices.Contains(values, value); got != want {
				t.Fatalf("%d values: has(%s) is %v, want %v", n, value, got, want)
			}
		}
	}
}
