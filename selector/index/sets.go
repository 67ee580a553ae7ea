package index

import (
	"slices"

	"github.com/jobapi/jobapi/labels"
)

// population says how many objects have a label set, and where they sit.
type population struct {
	// count is 0 in a free set only.
	count uint32
	// benches is the first bench of those beside the first one, plus 1, or 0. In a free set it is
	// the next free set, plus 1.
	benches uint32
}

// place is where the pairs of a label set are: its number of labels, and which block among
// those of that size.
type place struct {
	size, block uint32
}

// labelSets are the distinct label sets of the objects, with the postings of their labels.
// Objects with equal labels share one.
type labelSets struct {
	symbols
	members []population // by id of the set
	places  []place      // by id of the set
	free    uint32       // the first set that is free, plus 1
	blocks  []blocks     // by size
	byHash  hashTable
	seed    uint64   // of the hashes, so that nobody can make sets whose hashes collide
	live    pair     // all ids in use, as if all sets had one pair in common
	shared  []uint64 // a bit for each id: whether the set has more than one object
	sharing int      // how many have

	// new and old are scratch memory for the pairs of one set, comes and goes for those that
	// change.
	new, old    []uint32
	comes, goes []*pair
}

// chunks returns how many chunks have ids.
func (l *labelSets) chunks() int {
	return (len(l.members) + 1<<chunkBits - 1) >> chunkBits
}

// pairsOf returns the ids of the pairs of a set, ascending. They are valid until the sets
// change.
func (l *labelSets) pairsOf(id uint32) []uint32 {
	at := &l.places[id]
	return l.blocks[at.size].block(at.block, at.size)
}

// pairsFor returns the ids of the pairs of labels, ascending, and makes those that are new. They
// are valid until the next call. What is made must go into a set. It is faster if the labels
// have most of the likely pairs.
func (l *labelSets) pairsFor(set labels.Set, likely []uint32) []uint32 {
	for _, id := range likely {
		p := l.pairs[id]
		p.key.likely = p
	}
	ids := l.new[:0]
	for key, value := range set {
		ids = append(ids, l.intern(key, value).id)
	}
	slices.Sort(ids)
	l.new = ids
	return ids
}

// lookup returns the set that has the pairs.
func (l *labelSets) lookup(pairs []uint32) (id uint32, ok bool) {
	cell, ok := l.byHash.find(l.hash(pairs), func(id uint32) bool {
		return slices.Equal(l.pairsOf(id), pairs)
	})
	if !ok {
		return 0, false
	}
	return l.byHash.number(cell), true
}

// add makes a set of the pairs, which is not there yet and has no objects.
func (l *labelSets) add(pairs []uint32) uint32 {
	var id uint32
	if l.free != 0 {
		id = l.free - 1
		l.free = l.members[id].benches
	} else {
		id = uint32(len(l.members))
		l.members = append(l.members, population{})
		l.places = append(l.places, place{})
		if id%64 == 0 {
			l.shared = append(l.shared, 0)
		}
	}
	l.members[id] = population{}
	l.live.sets.insert(id)
	l.store(id, pairs)
	l.post(id, nil, pairs)
	return id
}

// replace makes the set one of other pairs, which is not there yet. Only labels that differ cost
// a change of postings.
func (l *labelSets) replace(id uint32, pairs []uint32) {
	l.old = append(l.old[:0], l.pairsOf(id)...)
	l.discard(id)
	l.store(id, pairs)
	l.post(id, l.old, pairs)
}

// remove takes out a set without objects.
func (l *labelSets) remove(id uint32) {
	l.old = append(l.old[:0], l.pairsOf(id)...)
	l.discard(id)
	l.post(id, l.old, nil)
	l.live.sets.remove(id)
	l.members[id] = population{benches: l.free}
	l.free = id + 1
}

// store writes down the pairs of a set.
func (l *labelSets) store(id uint32, pairs []uint32) {
	at := &l.places[id]
	at.size = uint32(len(pairs))
	for len(pairs) >= len(l.blocks) {
		l.blocks = append(l.blocks, blocks{})
	}
	at.block = l.blocks[at.size].add(pairs)
	l.byHash.insert(l.hash(pairs), id)
}

// discard undoes store.
func (l *labelSets) discard(id uint32) {
	at := &l.places[id]
	l.byHash.remove(l.hash(l.pairsOf(id)), id)
	l.blocks[at.size].remove(at.block, at.size)
}

// post changes the postings from those of a set with the old pairs to those of one with the
// new pairs. Both ascend. What changes its value stays where it is among the sets with its key.
func (l *labelSets) post(id uint32, old, new []uint32) {
	comes, goes := l.beyond(l.comes[:0], new, old), l.beyond(l.goes[:0], old, new)
	for _, p := range comes {
		p.key.comes = true
		p.sets.insert(id)
	}
	for _, p := range goes {
		if p.key.comes {
			p.key.comes = false
		} else {
			p.key.any.sets.remove(id)
		}
		p.sets.remove(id)
		if p.sets.len() == 0 {
			l.drop(p)
		}
	}
	for _, p := range comes {
		if p.key.comes {
			p.key.comes = false
			p.key.any.sets.insert(id)
		}
	}
	clear(comes)
	clear(goes)
	l.comes, l.goes = comes, goes
}

// beyond appends the pairs in ids that others do not have. Both ascend.
func (l *labelSets) beyond(dst []*pair, ids, others []uint32) []*pair {
	for _, id := range ids {
		for len(others) > 0 && others[0] < id {
			others = others[1:]
		}
		if len(others) == 0 || others[0] != id {
			dst = append(dst, l.pairs[id])
		}
	}
	return dst
}

// hash returns a hash of the ids of pairs.
func (l *labelSets) hash(ids []uint32) uint32 {
	hash := l.seed + uint64(len(ids))
	for _, id := range ids {
		hash = (hash ^ uint64(id)) * 0x9e3779b97f4a7c15
		hash ^= hash >> 29
	}
	return uint32(hash >> 32)
}

// share notes whether a set has more than one object.
func (l *labelSets) share(id uint32, shared bool) {
	if shared {
		setBit(l.shared, id)
		l.sharing++
	} else {
		clearBit(l.shared, id)
		l.sharing--
	}
}

// sharedIn returns the bits of [labelSets.shared] for a chunk. It ends where the sets do.
func (l *labelSets) sharedIn(chunk int) []uint64 {
	const words = len(bitset{})
	return l.shared[chunk*words : min((chunk+1)*words, len(l.shared))]
}
