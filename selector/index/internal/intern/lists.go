package intern

import (
	"math/rand/v2"
	"slices"
)

// Lists stores lists of numbers, each list once, and numbers them from 0 on. Numbers of removed
// lists are used again. The zero value is empty.
//
// A list takes the memory of its elements, and some 20 bytes: lists of the same length are stored
// one after the other in one slice.
type Lists struct {
	table Table
	// seed makes hashes unpredictable: an attacker cannot choose lists that collide.
	seed uint64
	// positions is indexed by the number of a list.
	positions []position
	free      []uint32
	// arenas is indexed by the length of the lists in it.
	arenas []arena
}

// position says where a list is: in arenas[length], the block with this number.
type position struct {
	length, block uint32
}

// Len returns how many lists there are.
func (l *Lists) Len() int { return len(l.positions) - len(l.free) }

// End returns a number that is higher than the numbers of all lists.
func (l *Lists) End() int { return len(l.positions) }

// At returns the list with a number. It is valid until the next change of l, and must not be
// modified.
func (l *Lists) At(n uint32) []uint32 {
	p := l.positions[n]
	return l.arenas[p.length].block(p.block, p.length)
}

// Find returns the number of a list.
func (l *Lists) Find(list []uint32) (n uint32, ok bool) {
	return l.table.Find(l.hash(list), func(n uint32) bool { return slices.Equal(l.At(n), list) })
}

// Add adds a list, which must not be in l, and returns its number.
func (l *Lists) Add(list []uint32) (n uint32) {
	if l.seed == 0 {
		l.seed = rand.Uint64() | 1
	}
	if last := len(l.free) - 1; last >= 0 {
		n, l.free = l.free[last], l.free[:last]
	} else {
		n = uint32(len(l.positions))
		l.positions = append(l.positions, position{})
	}
	l.store(n, list)
	return n
}

// Replace gives the number of a list to another list, which must not be in l.
func (l *Lists) Replace(n uint32, list []uint32) {
	l.discard(n)
	l.store(n, list)
}

// Remove removes a list.
func (l *Lists) Remove(n uint32) {
	l.discard(n)
	l.free = append(l.free, n)
}

// Snapshot returns a copy to read with [Lists.At]. It has the lists as they are now.
func (l *Lists) Snapshot() *Lists {
	s := &Lists{positions: slices.Clone(l.positions), arenas: slices.Clone(l.arenas)}
	for i := range s.arenas {
		s.arenas[i].elements = slices.Clone(s.arenas[i].elements)
	}
	return s
}

func (l *Lists) store(n uint32, list []uint32) {
	for len(list) >= len(l.arenas) {
		l.arenas = append(l.arenas, arena{})
	}
	l.positions[n] = position{uint32(len(list)), l.arenas[len(list)].add(list)}
	l.table.Insert(l.hash(list), n)
}

func (l *Lists) discard(n uint32) {
	p := l.positions[n]
	l.table.Remove(l.hash(l.At(n)), n)
	l.arenas[p.length].remove(p.block, p.length)
}

func (l *Lists) hash(list []uint32) uint32 {
	hash := l.seed + uint64(len(list))
	for _, n := range list {
		hash = (hash ^ uint64(n)) * 0x9e3779b97f4a7c15
		hash ^= hash >> 29
	}
	return uint32(hash >> 32)
}

// arena has blocks of the same length, one after the other. The first element of a free block is
// the next free block plus 1.
type arena struct {
	elements []uint32
	used     int
	free     uint32 // the first free block plus 1, or 0
}

func (a *arena) block(block, length uint32) []uint32 {
	start := int(block) * int(length)
	return a.elements[start : start+int(length)]
}

// add stores a list in a block. Empty lists need no memory: they all get block 0.
func (a *arena) add(list []uint32) (block uint32) {
	if len(list) == 0 {
		return 0
	}
	a.used++
	if a.free == 0 {
		a.elements = append(a.elements, list...)
		return uint32(len(a.elements)/len(list)) - 1
	}
	block = a.free - 1
	elements := a.block(block, uint32(len(list)))
	a.free = elements[0]
	copy(elements, list)
	return block
}

func (a *arena) remove(block, length uint32) {
	if length == 0 {
		return
	}
	if a.used--; a.used == 0 {
		*a = arena{}
		return
	}
	a.block(block, length)[0] = a.free
	a.free = block + 1
}
