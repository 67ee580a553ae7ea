package bitmap

import (
	"slices"

	"github.com/jobapi/jobapi/selector/index/internal/shrink"
)

// A container is an array up to arrayMax ids, and becomes one again below arrayMin. Arrays of
// 4096 ids would not take more memory than bits, but combining 65,536 bits is faster than looking
// at so many ids one by one.
const (
	arrayMax = 1024
	arrayMin = arrayMax / 2
)

// container has the low 16 bits of the ids of one chunk.
type container struct {
	// array is sorted. It is empty if bits is not nil.
	array []uint16
	bits  *[chunkWords]uint64
	// count is the number of ids in bits.
	count int
}

func (c *container) contains(low uint16) bool {
	if c.bits != nil {
		return c.bits[low/64]&(1<<(low%64)) != 0
	}
	_, found := slices.BinarySearch(c.array, low)
	return found
}

// add reports whether the id is new.
func (c *container) add(low uint16) bool {
	if c.bits == nil {
		at, found := slices.BinarySearch(c.array, low)
		switch {
		case found:
			return false
		case len(c.array) < arrayMax:
			c.array = slices.Insert(c.array, at, low)
			return true
		}
		c.bits = &[chunkWords]uint64{}
		orSorted(c.bits[:], c.array, 0)
		c.array, c.count = nil, arrayMax
	}
	if c.contains(low) {
		return false
	}
	c.bits[low/64] |= 1 << (low % 64)
	c.count++
	return true
}

// remove reports whether the id was there.
func (c *container) remove(low uint16) bool {
	if c.bits == nil {
		at, found := slices.BinarySearch(c.array, low)
		if found {
			c.array = shrink.Delete(c.array, at)
		}
		return found
	}
	if !c.contains(low) {
		return false
	}
	c.bits[low/64] &^= 1 << (low % 64)
	if c.count--; c.count < arrayMin {
		c.array = appendBits(make([]uint16, 0, arrayMin), c.bits[:], 0)
		c.bits, c.count = nil, 0
	}
	return true
}

// appendTo appends the ids to a slice. base is the lowest id of the chunk.
func (c *container) appendTo(ids []uint32, base uint32) []uint32 {
	if c.bits != nil {
		return appendBits(ids, c.bits[:], base)
	}
	for _, low := range c.array {
		ids = append(ids, base|uint32(low))
	}
	return ids
}
