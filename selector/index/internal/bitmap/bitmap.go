// Package bitmap has sets of ids. An id is a small number, such as the position of an entry in a
// slice.
//
// A [Bitmap] is a set that is kept, such as a posting list. Its form follows its size:
//
//   - Up to 1024 ids are one sorted slice.
//   - More ids are divided into chunks of 65,536, as in a Roaring bitmap. Each chunk has a
//     container: a sorted slice of the low 16 bits of its ids, or a bit for every id of the chunk.
//
// So a Bitmap takes at most four bytes for each id and, beyond 1024 ids, some 40 bytes for each
// chunk. To add or remove an id moves a few kilobytes at most, no matter how large the set is.
//
// [Bits] is a plain bit set. A query uses it as scratch memory to combine Bitmaps, 64 ids at a
// time.
package bitmap

import (
	"slices"

	"github.com/jobapi/jobapi/selector/index/internal/shrink"
)

const (
	// A Bitmap is one slice up to smallMax ids. It becomes one again below smallMin: the gap keeps
	// a set at the limit from changing its form with every call.
	smallMax = 1024
	smallMin = smallMax / 2

	// A chunk has the ids that differ in their low chunkBits only.
	chunkBits  = 16
	chunkWords = 1 << chunkBits / 64
)

// Bitmap is a set of ids. The zero value is empty and ready to use.
type Bitmap struct {
	small []uint32
	// large is nil while the ids are in small.
	large *large
}

// large has the ids of a Bitmap in containers, one for each chunk.
type large struct {
	n          int
	containers []container
}

// Len returns the number of ids.
func (b *Bitmap) Len() int {
	if b.large != nil {
		return b.large.n
	}
	return len(b.small)
}

// Small returns the ids, in ascending order, if they are one slice. It must not be modified, and is
// valid until the next change.
func (b *Bitmap) Small() (ids []uint32, ok bool) { return b.small, b.large == nil }

// Contains reports whether the id is in the set.
func (b *Bitmap) Contains(id uint32) bool {
	if b.large == nil {
		_, found := slices.BinarySearch(b.small, id)
		return found
	}
	chunk := int(id >> chunkBits)
	return chunk < len(b.large.containers) && b.large.containers[chunk].contains(uint16(id))
}

// Add adds an id. It does nothing if the set has the id.
func (b *Bitmap) Add(id uint32) {
	if b.large == nil {
		at, found := slices.BinarySearch(b.small, id)
		switch {
		case found:
			return
		case len(b.small) < smallMax:
			b.small = slices.Insert(b.small, at, id)
			return
		}
		b.large = &large{}
		for _, id := range b.small {
			b.large.add(id)
		}
		b.small = nil
	}
	b.large.add(id)
}

// Remove removes an id. It does nothing if the set does not have the id.
func (b *Bitmap) Remove(id uint32) {
	if b.large == nil {
		if at, found := slices.BinarySearch(b.small, id); found {
			b.small = shrink.Delete(b.small, at)
		}
		return
	}
	b.large.remove(id)
	if b.large.n < smallMin {
		b.small = b.AppendTo(make([]uint32, 0, smallMin))
		b.large = nil
	}
}

// AppendTo appends the ids to a slice, in ascending order.
func (b *Bitmap) AppendTo(ids []uint32) []uint32 {
	if b.large == nil {
		return append(ids, b.small...)
	}
	for chunk := range b.large.containers {
		ids = b.large.containers[chunk].appendTo(ids, uint32(chunk)<<chunkBits)
	}
	return ids
}

// from returns the ids from first on. The Bitmap must not be large.
func (b *Bitmap) from(first uint32) []uint32 {
	at, _ := slices.BinarySearch(b.small, first)
	return b.small[at:]
}

// container returns the container of the nth chunk from the one of first on. A chunk without ids may
// have no container of its own.
func (l *large) container(first uint32, nth int) *container {
	chunk := int(first>>chunkBits) + nth
	if chunk >= len(l.containers) {
		return &noIDs
	}
	return &l.containers[chunk]
}

var noIDs container

func (l *large) add(id uint32) {
	chunk := int(id >> chunkBits)
	if missing := chunk + 1 - len(l.containers); missing > 0 {
		l.containers = append(l.containers, make([]container, missing)...)
	}
	if l.containers[chunk].add(uint16(id)) {
		l.n++
	}
}

func (l *large) remove(id uint32) {
	chunk := int(id >> chunkBits)
	if chunk < len(l.containers) && l.containers[chunk].remove(uint16(id)) {
		l.n--
	}
}
