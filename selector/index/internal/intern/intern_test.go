package intern

import (
	"encoding/binary"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func newRandom(t *testing.T) *rand.Rand {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// TestTable compares a Table with a map. Many values have the same hash.
func TestTable(t *testing.T) {
	random := newRandom(t)
	for name, hash := range map[string]func(value uint64) uint32{
		"few hashes":         func(value uint64) uint32 { return uint32(value%7) * 0x2492_4924 },
		"neighbors":          func(value uint64) uint32 { return uint32(value % 50) },
		"at the end":         func(value uint64) uint32 { return ^uint32(0) - uint32(value%50) },
		"spread over all":    func(value uint64) uint32 { return uint32(value * 0x9e37_79b9_7f4a_7c15 >> 32) },
		"each value its own": func(value uint64) uint32 { return uint32(value) << 20 },
	} {
		t.Run(name, func(t *testing.T) {
			var table Table
			values := map[uint32]uint64{}  // by number
			numbers := map[uint64]uint32{} // by value
			next := uint32(0)
			for i := range 20_000 {
				value := random.Uint64N(400)
				if i/2000%2 == 1 { // few values are left
					value = random.Uint64N(40)
				}
				n, ok := table.Find(hash(value), func(n uint32) bool { return values[n] == value })
				if want, exists := numbers[value]; ok != exists || ok && n != want {
					t.Fatalf("Find: %d, %t, want %d, %t", n, ok, want, exists)
				}
				switch {
				case !ok:
					values[next], numbers[value] = value, next
					table.Insert(hash(value), next)
					next++
				case random.IntN(4) == 0:
					delete(values, n)
					values[next], numbers[value] = value, next
					table.Replace(hash(value), n, next)
					table.Replace(hash(value), n, n+1) // is not there
					next++
				case random.IntN(3) > 0 || value >= 40:
					delete(values, n)
					delete(numbers, value)
					table.Remove(hash(value), n)
					table.Remove(hash(value), n) // is not there
				}
				if table.Len() != len(numbers) {
					t.Fatalf("Len() = %d, want %d", table.Len(), len(numbers))
				}
			}
		})
	}
}

// TestTableShrinks holds that a table gives its memory back.
func TestTableShrinks(t *testing.T) {
	var table Table
	hash := func(n uint32) uint32 { return n * 0x9e37_79b9 }
	const n = 100_000
	for i := range uint32(n) {
		table.Insert(hash(i), i)
	}
	if len(table.cells) > 2*n {
		t.Errorf("%d cells for %d numbers", len(table.cells), n)
	}
	for i := range uint32(n - 10) {
		table.Remove(hash(i), i)
	}
	if len(table.cells) > 100 {
		t.Errorf("%d cells for 10 numbers", len(table.cells))
	}
	for i := uint32(n - 10); i < n; i++ {
		if got, ok := table.Find(hash(i), func(n uint32) bool { return n == i }); !ok || got != i {
			t.Errorf("Find: %d, %t, want %d", got, ok, i)
		}
	}
}

// TestLists compares Lists with a map.
func TestLists(t *testing.T) {
	random := newRandom(t)
	var lists Lists
	text := func(list []uint32) string {
		var b []byte
		for _, n := range list {
			b = binary.LittleEndian.AppendUint32(b, n)
		}
		return string(b)
	}
	want := map[string]uint32{}
	byNumber := map[uint32][]uint32{}
	check := func(l *Lists, byNumber map[uint32][]uint32) {
		t.Helper()
		for n, list := range byNumber {
			if !slices.Equal(l.At(n), list) {
				t.Fatalf("At(%d) = %v, want %v", n, l.At(n), list)
			}
		}
	}
	var old *Lists
	var oldLists map[uint32][]uint32
	for i := range 20_000 {
		list := make([]uint32, random.IntN(6))
		for i := range list {
			list[i] = random.Uint32N(4)
		}
		n, ok := lists.Find(list)
		if number, exists := want[text(list)]; ok != exists || ok && n != number {
			t.Fatalf("Find(%v) = %d, %t, want %d, %t", list, n, ok, number, exists)
		}
		switch {
		case ok && random.IntN(3) > 0:
			lists.Remove(n)
			delete(want, text(list))
			delete(byNumber, n)
		case ok:
		case len(byNumber) > 0 && random.IntN(3) == 0:
			for n, replaced := range byNumber {
				lists.Replace(n, list)
				delete(want, text(replaced))
				want[text(list)], byNumber[n] = n, list
				break
			}
		default:
			n := lists.Add(list)
			if other, exists := byNumber[n]; exists || int(n) >= lists.End() {
				t.Fatalf("Add(%v) = %d, the number of %v; End() = %d", list, n, other, lists.End())
			}
			want[text(list)], byNumber[n] = n, list
		}
		if lists.Len() != len(want) {
			t.Fatalf("Len() = %d, want %d", lists.Len(), len(want))
		}
		if i%500 == 0 {
			check(&lists, byNumber)
			if old != nil {
				check(old, oldLists)
			}
			old, oldLists = lists.Snapshot(), maps.Clone(byNumber)
		}
	}
	for n := range byNumber {
		lists.Remove(n)
	}
	for length, a := range lists.arenas {
		if a.used != 0 || a.elements != nil {
			t.Errorf("%d lists of length %d are left", a.used, length)
		}
	}
}
