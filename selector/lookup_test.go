package selector

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// A list can be chosen so that its values fill one slot after the other, and others so that
// their hashes name slots among those.
func craftedValues(n int) (values, missing []string) {
	shift := newLookup(plainValues(n)).shift
	taken := make([]bool, n)
	for i := 0; len(values) < n || len(missing) < n; i++ {
		value := fmt.Sprintf("%08x", i)
		switch at := hash(value) >> shift; {
		case at < uint64(n) && !taken[at]:
			taken[at] = true
			values = append(values, value)
		case at < uint64(n/20) && len(missing) < n:
			missing = append(missing, value)
		}
	}
	return values, missing
}

func plainValues(n int) []string {
	values := make([]string, n)
	for i := range values {
		values[i] = fmt.Sprintf("%08x", 1<<30+i)
	}
	return values
}

// TestLookupIsBounded looks for values that are not there, among values that lie in one row: it
// takes about as long as among others.
func TestLookupIsBounded(t *testing.T) {
	const n = 5000
	values, missing := craftedValues(n)
	crafted, plain := newLookup(values), newLookup(plainValues(n))
	if crafted.all != nil {
		t.Fatal("the values went to a map, and show nothing")
	}
	fastest := func(l *lookup) time.Duration {
		best := time.Hour
		for range 5 {
			start := time.Now()
			for _, value := range missing {
				if l.has(value) {
					t.Fatalf("%s is there", value)
				}
			}
			best = min(best, time.Since(start))
		}
		return best
	}
	// At most 16 slots against one or two. A walk along the row would take thousands.
	if slow, usual := fastest(crafted), fastest(plain); slow > 100*usual {
		t.Errorf("%v for %d values, %v among others", slow, n, usual)
	}
}

// TestLookupFindsAll has lists of which up to as many values as there is room for, and one more,
// belong into one and the same slot.
func TestLookupFindsAll(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	for _, same := range []int{1, 2, probes - 1, probes, probes + 1} {
		for range 20 {
			values := plainValues(100)
			shift := newLookup(values).shift // also with a few values more
			home := random.Uint64() >> shift
			for range same {
				value := fmt.Sprint("x", random.IntN(1<<30))
				for hash(value)>>shift != home {
					value = fmt.Sprint("x", random.IntN(1<<30))
				}
				values = append(values, value)
			}
			random.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
			l := newLookup(values)
			if same > probes && l.all == nil {
				t.Fatalf("room for %d values in %d slots", same, probes)
			}
			for _, value := range values {
				if !l.has(value) {
					t.Fatalf("%s is lost among %q", value, values)
				}
			}
			if l.has("none of them") {
				t.Fatal("a value is there that nobody put there")
			}
		}
	}
}
