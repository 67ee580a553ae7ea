package bitmap

import (
	"iter"
	"math/bits"
	"slices"
)

// Bits is a set of ids with one bit for each id, set or not.
//
// A method that combines Bits with a Bitmap takes a part of the Bitmap: the ids from first on, as far
// as b has room. Bit i is for the id first+i, and first is a multiple of [Chunk]. So a query can
// combine Bitmaps piece by piece, in memory that stays in the cache of the processor.
type Bits []uint64

// Chunk is the number of ids in a chunk of a Bitmap.
const Chunk = 1 << chunkBits

// Reset makes b empty, with room for n ids.
func (b *Bits) Reset(n int) {
	b.resize(n)
	clear(*b)
}

// Copy makes b a copy of m, with room for n ids from first on. Unlike Reset and Or, it does not clear
// what it overwrites.
func (b *Bits) Copy(m *Bitmap, first uint32, n int) {
	b.resize(n)
	if m.large == nil {
		clear(*b)
		b.Or(m, first)
		return
	}
	for i, words := range b.chunks() {
		if c := m.large.container(first, i); c.bits != nil {
			copy(words, c.bits[:])
		} else {
			clear(words)
			orSorted(words, c.array, 0)
		}
	}
}

// resize makes room for n ids. The bits are undefined.
func (b *Bits) resize(n int) {
	words := (n + 63) / 64
	*b = slices.Grow((*b)[:0], words)[:words]
}

// Grow makes room for the ids below n.
func (b *Bits) Grow(n int) {
	if missing := (n+63)/64 - len(*b); missing > 0 {
		*b = append(*b, make(Bits, missing)...)
	}
}

// Has reports whether the id is in the set.
func (b Bits) Has(id uint32) bool {
	return b[id/64]&(1<<(id%64)) != 0
}

// Add adds an id.
func (b Bits) Add(id uint32) { b[id/64] |= 1 << (id % 64) }

// Remove removes an id.
func (b Bits) Remove(id uint32) { b[id/64] &^= 1 << (id % 64) }

// Or adds the ids of m.
func (b Bits) Or(m *Bitmap, first uint32) {
	if m.large == nil {
		orSorted(b, m.from(first), first)
		return
	}
	for i, words := range b.chunks() {
		c := m.large.container(first, i)
		if c.bits == nil {
			orSorted(words, c.array, 0)
			continue
		}
		for i, word := range c.bits[:len(words)] {
			words[i] |= word
		}
	}
}

// And removes the ids that m does not have.
func (b Bits) And(m *Bitmap, first uint32) {
	if m.large == nil {
		andSorted(b, m.from(first), first)
		return
	}
	for i, words := range b.chunks() {
		c := m.large.container(first, i)
		if c.bits == nil {
			andSorted(words, c.array, 0)
			continue
		}
		for i, word := range c.bits[:len(words)] {
			words[i] &= word
		}
	}
}

// AndNot removes the ids that m has.
func (b Bits) AndNot(m *Bitmap, first uint32) {
	if m.large == nil {
		andNotSorted(b, m.from(first), first)
		return
	}
	for i, words := range b.chunks() {
		c := m.large.container(first, i)
		if c.bits == nil {
			andNotSorted(words, c.array, 0)
			continue
		}
		for i, word := range c.bits[:len(words)] {
			words[i] &^= word
		}
	}
}

// AndBits removes the ids that other does not have. Both have the same length.
func (b Bits) AndBits(other Bits) {
	for i, word := range other[:len(b)] {
		b[i] &= word
	}
}

// AndNotBits removes the ids that other has. Both have the same length.
func (b Bits) AndNotBits(other Bits) {
	for i, word := range other[:len(b)] {
		b[i] &^= word
	}
}

// chunks returns the words of each chunk. The last chunk may have fewer words than the others.
func (b Bits) chunks() iter.Seq2[int, Bits] {
	return func(yield func(int, Bits) bool) {
		for i := 0; len(b) > 0; i++ {
			n := min(chunkWords, len(b))
			if !yield(i, b[:n]) {
				return
			}
			b = b[n:]
		}
	}
}

// The following functions combine words with sorted ids, each less first. They ignore the ids that
// words have no room for.

func orSorted[T uint16 | uint32](words Bits, ids []T, first T) {
	for _, id := range ids {
		id -= first
		if int(id/64) >= len(words) {
			return
		}
		words[id/64] |= 1 << (id % 64)
	}
}

func andNotSorted[T uint16 | uint32](words Bits, ids []T, first T) {
	for _, id := range ids {
		id -= first
		if int(id/64) >= len(words) {
			return
		}
		words[id/64] &^= 1 << (id % 64)
	}
}

func andSorted[T uint16 | uint32](words Bits, ids []T, first T) {
	next := 0 // the first word that has not been combined
	for i := 0; i < len(ids); {
		word, mask := int((ids[i]-first)/64), uint64(0)
		if word >= len(words) {
			break
		}
		for ; i < len(ids) && int((ids[i]-first)/64) == word; i++ {
			mask |= 1 << (ids[i] % 64)
		}
		clear(words[next:word])
		words[word] &= mask
		next = word + 1
	}
	clear(words[next:])
}

// appendBits appends the ids of words to a slice, each plus base.
func appendBits[T uint16 | uint32](ids []T, words []uint64, base T) []T {
	for i, word := range words {
		for ; word != 0; word &= word - 1 {
			ids = append(ids, base+T(i*64+bits.TrailingZeros64(word)))
		}
	}
	return ids
}
