package bitmap

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// model is a set of ids in the simplest form.
type model map[uint32]bool

func (m model) ids() []uint32 { return slices.Sorted(maps.Keys(m)) }

// end is higher than all ids of the tests. It is not a multiple of the size of a chunk, nor of 64.
const end = 3<<chunkBits + 1234

func newRandom(t *testing.T) *rand.Rand {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// check compares a Bitmap with a model, and its form with its size.
func check(t *testing.T, b *Bitmap, want model) {
	t.Helper()
	if b.Len() != len(want) {
		t.Fatalf("Len() = %d, want %d", b.Len(), len(want))
	}
	if got := b.AppendTo([]uint32{7}); got[0] != 7 || !slices.Equal(got[1:], want.ids()) {
		t.Fatalf("AppendTo: %d ids, want %d others", len(got)-1, len(want))
	}
	if b.large == nil && len(b.small) > smallMax || b.large != nil && b.large.n < smallMin {
		t.Fatalf("large: %t with %d ids", b.large != nil, len(want))
	}
	if b.large == nil {
		return
	}
	for i := range b.large.containers {
		c := &b.large.containers[i]
		if len(c.array) > arrayMax || c.bits != nil && (c.count < arrayMin || len(c.array) > 0) {
			t.Fatalf("chunk %d has an array of %d and %d bits", i, len(c.array), c.count)
		}
	}
}

// TestBitmapRandom compares a Bitmap with a map while it grows through all forms, and shrinks.
func TestBitmapRandom(t *testing.T) {
	random := newRandom(t)
	ranges := map[string]func() uint32{
		"in one chunk":  func() uint32 { return random.Uint32N(3000) },
		"in all chunks": func() uint32 { return random.Uint32N(end) },
		"in a dense chunk and others": func() uint32 {
			if random.IntN(10) > 0 {
				return 2<<chunkBits + random.Uint32N(2000)
			}
			return random.Uint32N(end)
		},
	}
	for name, id := range ranges {
		t.Run(name, func(t *testing.T) {
			var b Bitmap
			want := model{}
			for _, adds := range []int{7, 3, 8, 2, 1} { // of ten operations
				for range 8000 {
					id := id()
					if random.IntN(10) < adds {
						b.Add(id)
						want[id] = true
					} else {
						if ids := b.small; random.IntN(2) == 0 && len(ids) > 0 {
							id = ids[random.IntN(len(ids))]
						}
						b.Remove(id)
						delete(want, id)
					}
					if other := random.Uint32N(end); b.Contains(id) != want[id] || b.Contains(other) != want[other] {
						t.Fatalf("Contains(%d) = %t, Contains(%d) = %t", id, b.Contains(id), other, b.Contains(other))
					}
				}
				check(t, &b, want)
			}
			for _, id := range want.ids() {
				b.Remove(id)
			}
			check(t, &b, model{})
		})
	}
}

// TestBitmapLimits adds and removes ids around the sizes at which the form changes.
func TestBitmapLimits(t *testing.T) {
	var b Bitmap
	want := model{}
	for id := range uint32(smallMax + 3) {
		b.Add(id)
		want[id] = true
		if id >= smallMax-3 {
			check(t, &b, want)
		}
	}
	if b.large == nil || b.large.containers[0].bits == nil {
		t.Fatalf("%d ids of one chunk are not bits", b.Len())
	}
	for id := range uint32(smallMax + 3 - smallMin + 3) {
		b.Remove(id)
		delete(want, id)
		if len(want) <= smallMin+3 {
			check(t, &b, want)
		}
	}
	if b.large != nil {
		t.Fatalf("%d ids are still large", b.Len())
	}
	check(t, &b, want)
}

// samples are Bitmaps of all forms, with their models.
func samples(random *rand.Rand) (bitmaps []*Bitmap, models []model) {
	for _, n := range []int{0, 1, 50, smallMax, 2 * smallMax, 6000} {
		for _, first := range []uint32{0, 1<<chunkBits - 100, 2 << chunkBits} {
			for _, width := range []uint32{300, 4000, end} {
				b, m := &Bitmap{}, model{}
				for range n {
					if id := first + random.Uint32N(width); id < end {
						b.Add(id)
						m[id] = true
					}
				}
				bitmaps, models = append(bitmaps, b), append(models, m)
			}
		}
	}
	return bitmaps, models
}

// TestBits compares each operation of Bits with one of maps, for pairs of samples, and for parts of
// them.
func TestBits(t *testing.T) {
	random := newRandom(t)
	bitmaps, models := samples(random)
	has := make([][]bool, len(models))
	for i, m := range models {
		has[i] = make([]bool, 6*Chunk)
		for id := range m {
			has[i][id] = true
		}
	}
	operations := map[string]struct {
		do   func(b Bits, m *Bitmap, first uint32)
		want func(a, b bool) bool
	}{
		"Or":     {Bits.Or, func(a, b bool) bool { return a || b }},
		"And":    {Bits.And, func(a, b bool) bool { return a && b }},
		"AndNot": {Bits.AndNot, func(a, b bool) bool { return a && !b }},
		"AndBits": {func(b Bits, m *Bitmap, first uint32) {
			var other Bits
			other.Copy(m, first, 64*len(b))
			b.AndBits(other)
		}, func(a, b bool) bool { return a && b }},
		"AndNotBits": {func(b Bits, m *Bitmap, first uint32) {
			var other Bits
			other.Copy(m, first, 64*len(b))
			b.AndNotBits(other)
		}, func(a, b bool) bool { return a && !b }},
	}
	parts := []struct {
		first uint32
		n     int
	}{{0, end}, {0, Chunk}, {Chunk, Chunk}, {Chunk, 2 * Chunk}, {3 * Chunk, end - 3*Chunk}, {4 * Chunk, 100}, {Chunk, 700}}
	bits := Bits{^uint64(0), ^uint64(0)} // Copy overwrites what was there
	for i := range bitmaps {
		for range 3 {
			j, part := random.IntN(len(bitmaps)), parts[random.IntN(len(parts))]
			for name, op := range operations {
				bits.Copy(bitmaps[i], part.first, part.n)
				op.do(bits, bitmaps[j], part.first)
				var want []uint32
				for id := part.first; id < part.first+uint32(64*len(bits)); id++ {
					if op.want(has[i][id], has[j][id]) {
						want = append(want, id)
					}
				}
				if got := appendBits([]uint32(nil), bits, part.first); !slices.Equal(got, want) {
					t.Fatalf("%s of sample %d, with %d ids, and %d, with %d, for %v: %d ids, want %d", name, i, len(models[i]), j, len(models[j]), part, len(got), len(want))
				}
			}
		}
	}
}

func TestBitsIDs(t *testing.T) {
	var b Bits
	b.Grow(1)
	b.Add(63)
	b.Grow(65)
	b.Add(64)
	b.Add(70)
	b.Remove(70)
	b.Grow(3)
	if len(b) != 2 || !b.Has(63) || !b.Has(64) || b.Has(70) || b.Has(0) {
		t.Errorf("bits are %b, want 63 and 64", b)
	}
	if b.Reset(128); len(b) != 2 || b[0] != 0 || b[1] != 0 {
		t.Errorf("after Reset: %b", b)
	}
}
