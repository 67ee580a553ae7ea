package index

import (
	"math/bits"
	"slices"

	"github.com/jobapi/jobapi/selector/index/internal/bitmap"
)

// members has the IDs of the objects of each label set.
//
// The first object of each label set is in the slice first. The other objects are in a linked list
// of blocks. A slot is the place of one object: for the first object of a label set, the number of
// the set; for another object, inBlock and an index into rest.
//
// Blocks hold four objects, because a list of single objects jumps through memory: it makes the
// query of BenchmarkObjectsReplicas/broad ten times slower, and breaks its budget.
type members[ID comparable] struct {
	groups []group // by label set
	first  []ID    // by label set
	rest   []ID    // blockSize for each block
	blocks []block
	free   uint32 // the first free block plus 1, or 0
	// shared has the label sets with several objects. It lets a count of label sets in bits skip
	// their groups, which makes BenchmarkObjects/broad/jobapi-count twenty times faster. Its budget
	// breaks otherwise.
	shared bitmap.Bits
}

const (
	blockSize = 4
	inBlock   = 1 << 31
)

// group says how many objects a label set has, and which block is the first one plus 1. All
// blocks of a group are full except the first.
type group struct {
	count, block uint32
}

// block links a block to the next one of its group plus 1, or to the next free block plus 1.
type block struct {
	set, next uint32
}

// at returns the ID in a slot.
func (m *members[ID]) at(slot uint32) *ID {
	if slot&inBlock == 0 {
		return &m.first[slot]
	}
	return &m.rest[slot&^inBlock]
}

// set returns the label set of a slot.
func (m *members[ID]) set(slot uint32) uint32 {
	if slot&inBlock == 0 {
		return slot
	}
	return m.blocks[slot&^inBlock/blockSize].set
}

// add adds an object to a label set.
func (m *members[ID]) add(set uint32, id ID) (slot uint32) {
	if missing := int(set) + 1 - len(m.groups); missing > 0 {
		m.groups = append(m.groups, make([]group, missing)...)
		m.first = append(m.first, make([]ID, missing)...)
		m.shared.Grow(len(m.first))
	}
	g := &m.groups[set]
	g.count++
	if g.count == 1 {
		m.first[set] = id
		return set
	}
	m.shared.Add(set)
	if g.inFirstBlock() == 1 {
		g.block = m.addBlock(set, g.block)
	}
	slot = g.last(set)
	*m.at(slot) = id
	return slot
}

// remove removes the object in a slot. The last object of the label set moves into the slot, and
// remove returns its former slot. That is slot itself if it was the last.
func (m *members[ID]) remove(slot uint32) (last uint32) {
	var none ID
	set := m.set(slot)
	g := &m.groups[set]
	last = g.last(set)
	*m.at(slot) = *m.at(last)
	*m.at(last) = none
	if g.count > 1 && g.inFirstBlock() == 1 {
		g.block = m.removeBlock(g.block)
	}
	if g.count--; g.count == 1 {
		m.shared.Remove(set)
	}
	return last
}

// inFirstBlock returns how many objects of a group are in its first block, if it has one.
func (g *group) inFirstBlock() uint32 { return (g.count-2)%blockSize + 1 }

// last returns the slot of the last object of a group.
func (g *group) last(set uint32) uint32 {
	if g.count == 1 {
		return set
	}
	return inBlock | (g.block-1)*blockSize + g.inFirstBlock() - 1
}

// addBlock puts a block before the blocks of a label set, and returns it plus 1.
func (m *members[ID]) addBlock(set, next uint32) uint32 {
	if m.free == 0 {
		m.blocks = append(m.blocks, block{set: set, next: next})
		m.rest = append(m.rest, make([]ID, blockSize)...)
		return uint32(len(m.blocks))
	}
	added := m.free
	m.free = m.blocks[added-1].next
	m.blocks[added-1] = block{set: set, next: next}
	return added
}

// removeBlock removes the first block of a label set, and returns the next one plus 1.
func (m *members[ID]) removeBlock(removed uint32) uint32 {
	next := m.blocks[removed-1].next
	m.blocks[removed-1].next = m.free
	m.free = removed
	return next
}

// appendSets appends the objects of label sets to dst.
func (m *members[ID]) appendSets(dst []ID, sets []uint32) []ID {
	n := len(dst)
	dst = slices.Grow(dst, len(sets))[:n+len(sets)]
	to, first, shared := dst[n:], m.first, m.shared
	several := uint64(0) // not 0 if one of the sets, or of its neighbors, has several objects
	for i, set := range sets {
		to[i] = first[set]
		several |= shared[set/64]
	}
	if several == 0 {
		return dst
	}
	for _, set := range sets {
		if m.groups[set].count > 1 {
			dst = m.appendRest(dst, set)
		}
	}
	return dst
}

// appendBits appends the objects of label sets, whose numbers start at from, to dst.
func (m *members[ID]) appendBits(dst []ID, from uint32, sets bitmap.Bits) []ID {
	shared := m.shared[from/64:][:len(sets)]
	several := uint64(0) // not 0 if one of the sets has several objects
	for i, word := range sets {
		if word == 0 {
			continue
		}
		several |= word & shared[i]
		first := m.first[int(from)+i*64:]
		for ; word != 0; word &= word - 1 {
			dst = append(dst, first[bits.TrailingZeros64(word)])
		}
	}
	if several == 0 {
		return dst
	}
	for i, word := range sets {
		for word &= shared[i]; word != 0; word &= word - 1 {
			dst = m.appendRest(dst, from+uint32(i*64+bits.TrailingZeros64(word)))
		}
	}
	return dst
}

// appendRest appends the objects of a label set except the first.
func (m *members[ID]) appendRest(dst []ID, set uint32) []ID {
	g := m.groups[set]
	n := g.inFirstBlock()
	for b := g.block; b != 0; b = m.blocks[b-1].next {
		dst = append(dst, m.rest[(b-1)*blockSize:][:n]...)
		n = blockSize
	}
	return dst
}

// countSets returns how many objects label sets have.
func (m *members[ID]) countSets(sets []uint32) int {
	n := 0
	for _, set := range sets {
		n += int(m.groups[set].count)
	}
	return n
}

// countBits returns how many objects label sets have, whose numbers start at from.
func (m *members[ID]) countBits(from uint32, sets bitmap.Bits) int {
	n := 0
	shared := m.shared[from/64:][:len(sets)]
	for i, word := range sets {
		if word == 0 {
			continue
		}
		n += bits.OnesCount64(word)
		for word &= shared[i]; word != 0; word &= word - 1 {
			n += int(m.groups[int(from)+i*64+bits.TrailingZeros64(word)].count) - 1
		}
	}
	return n
}
