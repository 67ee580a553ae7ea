package index

import "hash/maphash"

// slot is the place of one object. The objects of a label set are a list.
type slot struct {
	set        uint32
	next, prev uint32 // none at the ends; in a free slot, next is the next free one
}

func (x *Objects[ID]) hash(id ID) uint32 {
	return uint32(maphash.Comparable(x.seed, id) >> 32)
}

// find returns the slot of an object.
func (x *Objects[ID]) find(hash uint32, id ID) (at uint32, ok bool) {
	return x.byID.find(hash, func(at uint32) bool { return x.ids[at] == id })
}

// addSlot makes a slot for a new object.
func (x *Objects[ID]) addSlot(hash uint32, id ID) uint32 {
	var at uint32
	if x.free != 0 {
		at = x.free - 1
		x.free = x.slots[at].next
	} else {
		at = uint32(len(x.ids))
		var zero ID
		x.ids = append(x.ids, zero)
		x.slots = append(x.slots, slot{})
	}
	x.ids[at] = id
	x.byID.insert(hash, at)
	return at
}

// link adds an object to a label set.
func (x *Objects[ID]) link(at, set uint32) {
	m := &x.sets.members[set]
	x.slots[at] = slot{set: set, next: m.first, prev: none}
	if m.first != none {
		x.slots[m.first].prev = at
	}
	m.first = at
	m.count++
	if m.count == 2 {
		x.sets.multi.insert(set)
	}
}

// unlink takes an object out of its label set, and removes the set if that was the last one.
func (x *Objects[ID]) unlink(at uint32) {
	o := x.slots[at]
	m := &x.sets.members[o.set]
	if o.prev != none {
		x.slots[o.prev].next = o.next
	} else {
		m.first = o.next
	}
	if o.next != none {
		x.slots[o.next].prev = o.prev
	}
	m.count--
	switch m.count {
	case 0:
		x.sets.remove(o.set)
	case 1:
		x.sets.multi.remove(o.set)
	}
}
