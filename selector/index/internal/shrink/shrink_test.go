package shrink

import (
	"runtime"
	"testing"
)

// TestMap holds that a map from which most has been deleted gives memory back, and keeps
// what is left.
func TestMap(t *testing.T) {
	heap := func() uint64 {
		runtime.GC()
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	const n, kept = 200_000, 10
	var m Map[int, int]
	before := heap()
	for i := range n {
		m.Put(i, i)
	}
	full := heap() - before
	for i := kept; i < n; i++ {
		m.Delete(i)
	}
	if left := max(heap(), before) - before; left > full/10 {
		t.Errorf("%d bytes with %d entries, %d with %d", full, n, left, kept)
	}
	for i := range kept {
		if value, ok := m.Entries[i]; !ok || value != i {
			t.Errorf("entry %d: %d, %t", i, value, ok)
		}
	}
	if len(m.Entries) != kept {
		t.Errorf("%d entries, want %d", len(m.Entries), kept)
	}
}

// TestDelete deletes all elements of a slice, which shrinks in between.
func TestDelete(t *testing.T) {
	s := make([]int, 1000)
	for i := range s {
		s[i] = i
	}
	for n := len(s); n > 0; n-- {
		if s = Delete(s, 0); len(s) != n-1 || n > 1 && (s[0] != 1000-n+1 || s[n-2] != 999) {
			t.Fatalf("%d elements after %d deletions", len(s), 1000-n+1)
		}
		if cap(s) > 32 && cap(s) > 4*len(s)+4 {
			t.Fatalf("capacity %d for %d elements", cap(s), len(s))
		}
	}
}
