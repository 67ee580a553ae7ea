package bitmap

import (
	"math/bits"
	"slices"
)

// Bits is a set of ids with one bit for each id, set or not. A method that takes a Bitmap needs
// all ids of the Bitmap to be below 64*len(b).
type Bits []uint64

// Reset makes b empty, with room for the ids below n.
func (b *Bits) Reset(n int) {
	b.resize(n)
	clear(*b)
}

// Copy makes b a copy of m, with room for the ids below n. It does what Reset and Or do, without
// clearing first what it overwrites.
func (b *Bits) Copy(m *Bitmap, n int) {
	b.resize(n)
	if m.large == nil {
		clear(*b)
		orSorted(*b, m.small)
		return
	}
	for chunk := range m.large.containers {
		c, words := &m.large.containers[chunk], b.chunk(chunk)
		if c.bits != nil {
			copy(words, c.bits[:])
			continue
		}
		clear(words)
		orSorted(words, c.array)
	}
	clear((*b)[min(len(*b), len(m.large.containers)*chunkWords):])
}

// resize makes room for the ids below n. The bits are undefined.
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
func (b Bits) Or(m *Bitmap) {
	if m.large == nil {
		orSorted(b, m.small)
		return
	}
	for chunk := range m.large.containers {
		c, words := &m.large.containers[chunk], b.chunk(chunk)
		if c.bits == nil {
			orSorted(words, c.array)
			continue
		}
		for i, word := range c.bits[:len(words)] {
			words[i] |= word
		}
	}
}

// And removes the ids that m does not have.
func (b Bits) And(m *Bitmap) {
	if m.large == nil {
		andSorted(b, m.small)
		return
	}
	for chunk := range m.large.containers {
		c, words := &m.large.containers[chunk], b.chunk(chunk)
		if c.bits == nil {
			andSorted(words, c.array)
			continue
		}
		for i, word := range c.bits[:len(words)] {
			words[i] &= word
		}
	}
	clear(b[min(len(b), len(m.large.containers)*chunkWords):])
}

// AndNot removes the ids that m has.
func (b Bits) AndNot(m *Bitmap) {
	if m.large == nil {
		andNotSorted(b, m.small)
		return
	}
	for chunk := range m.large.containers {
		c, words := &m.large.containers[chunk], b.chunk(chunk)
		if c.bits == nil {
			andNotSorted(words, c.array)
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

// chunk returns the words of a chunk. The last chunk may have fewer words than the others.
func (b Bits) chunk(chunk int) Bits {
	start := min(chunk*chunkWords, len(b))
	return b[start:min(start+chunkWords, len(b))]
}

func orSorted[T uint16 | uint32](words Bits, ids []T) {
	for _, id := range ids {
		words[id/64] |= 1 << (id % 64)
	}
}

func andNotSorted[T uint16 | uint32](words Bits, ids []T) {
	for _, id := range ids {
		words[id/64] &^= 1 << (id % 64)
	}
}

func andSorted[T uint16 | uint32](words Bits, ids []T) {
	next := 0 // the first word that has not been combined
	for i := 0; i < len(ids); {
		word, mask := int(ids[i]/64), uint64(0)
		for ; i < len(ids) && int(ids[i]/64) == word; i++ {
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
