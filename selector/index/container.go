package index

import (
	"math/bits"
	"slices"
)

// container has the ids of one chunk, as a sorted list of their low bits or as bits.
type container struct {
	n     int
	array []uint16
	bits  *bitset
}

// bitset has one bit for each id of a chunk.
type bitset [1 << chunkBits / 64]uint64

// intersect sets b to what three have in common.
func (b *bitset) intersect(x, y, z *bitset) {
	to, xs, ys, zs := b[:], x[:], y[:], z[:] // once, or else each step looks whether they are nil
	for i := range to {
		to[i] = xs[i] & ys[i] & zs[i]
	}
}

// flag is posting.flag for ids of the chunk.
func (c *container) flag(ids []uint32, hits []uint8) {
	hits = hits[:len(ids)]
	if words := c.bits; words != nil {
		for i, id := range ids {
			low := uint16(id)
			hits[i] |= uint8(words[low/64] >> (low % 64) & 1)
		}
		return
	}
	for i, id := range ids {
		low := uint16(id)
		if at := position(c.array, low); at < len(c.array) && c.array[at] == low {
			hits[i] = 1
		}
	}
}

func (c *container) insert(low uint16) {
	if c.bits == nil && c.n == arrayMax {
		c.bits = &bitset{}
		for _, low := range c.array {
			c.bits[low/64] |= 1 << (low % 64)
		}
		c.array = nil
	}
	if c.bits != nil {
		c.bits[low/64] |= 1 << (low % 64)
	} else {
		c.array = slices.Insert(c.array, position(c.array, low), low)
	}
	c.n++
}

func (c *container) remove(low uint16) {
	c.n--
	if c.bits == nil {
		c.array = without(c.array, position(c.array, low))
		return
	}
	c.bits[low/64] &^= 1 << (low % 64)
	if c.n < arrayMin {
		c.array = c.list()
		c.bits = nil
	}
}

// list returns the low bits of all ids, ascending.
func (c *container) list() []uint16 {
	if c.bits == nil {
		return c.array
	}
	list := make([]uint16, 0, c.n)
	for i, word := range c.bits {
		for ; word != 0; word &= word - 1 {
			list = append(list, uint16(i*64+bits.TrailingZeros64(word)))
		}
	}
	return list
}
