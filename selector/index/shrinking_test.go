package index

import (
	"runtime"
	"testing"
)

// TestShrinkingMap holds that a map from which most has been deleted gives memory back, and keeps
// what is left.
func TestShrinkingMap(t *testing.T) {
	heap := func() uint64 {
		runtime.GC()
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	const n, kept = 200_000, 10
	var m shrinkingMap[int, int]
	before := heap()
	for i := range n {
		m.put(i, i)
	}
	full := heap() - before
	for i := kept; i < n; i++ {
		m.remove(i)
	}
	if left := max(heap(), before) - before; left > full/10 {
		t.Errorf("%d bytes with %d entries, %d with %d", full, n, left, kept)
	}
	for i := range kept {
		if value, ok := m.entries[i]; !ok || value != i {
			t.Errorf("entry %d: %d, %t", i, value, ok)
		}
	}
	if len(m.entries) != kept {
		t.Errorf("%d entries, want %d", len(m.entries), kept)
	}
}
