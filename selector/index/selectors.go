package index

import (
	"iter"
	"sync"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
	"github.com/jobapi/jobapi/selector/index/internal/shrink"
)

// Selectors finds the selectors that match given labels, and those that overlap. The zero value is
// an empty index, ready to use. Don't copy an index after its first use.
//
// An ID identifies a selector. It can be anything comparable, and is compared like the key of a
// map. Equal selectors are stored once, so many IDs with the same selector cost a query little more
// than one.
//
// An index is safe for concurrent use. Queries wait for changes only. The index keeps selectors
// as they are, with the text that they were parsed from. It uses the memory of deleted selectors
// again, and releases all memory when its last selector is deleted.
type Selectors[ID comparable] struct {
	mu      sync.RWMutex
	members shrink.Map[ID, member]
	// slots finds the slot of a selector by its canonical text.
	slots   shrink.Map[string, uint32]
	anchors anchors // the selectors, by slot
	ids     [][]ID  // by slot; a free slot has no IDs
	free    []uint32
	// overlaps is nil until the first call of Overlapping.
	overlaps *overlapIndex
}

// member is the place of an ID: ids[slot][at].
type member struct {
	slot, at uint32
}

// Set adds a selector, or replaces the selector with the ID.
//
// Set takes time in proportion to the text of the selector. After the first call of
// [Selectors.Overlapping] it also updates what that method needs.
func (x *Selectors[ID]) Set(id ID, s selector.Selector) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if m, exists := x.members.Entries[id]; exists {
		if x.selector(m.slot).Equal(s) {
			return
		}
		x.leave(m)
	}
	slot := x.slot(s)
	x.members.Put(id, member{slot: slot, at: uint32(len(x.ids[slot]))})
	x.ids[slot] = append(x.ids[slot], id)
}

// Delete removes a selector and reports whether it was there. It takes time in proportion to the
// text of the selector.
func (x *Selectors[ID]) Delete(id ID) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	m, ok := x.members.Entries[id]
	if !ok {
		return false
	}
	x.members.Delete(id)
	x.leave(m)
	if len(x.free) == len(x.ids) {
		x.anchors, x.ids, x.free, x.overlaps = anchors{}, nil, nil, nil
	}
	return true
}

// slot returns the slot of a selector. A new selector gets a new slot.
func (x *Selectors[ID]) slot(s selector.Selector) uint32 {
	var room [256]byte
	text, _ := s.AppendText(room[:0]) // the error is always nil
	if slot, ok := x.slots.Entries[string(text)]; ok {
		return slot
	}
	slot := uint32(len(x.ids))
	if last := len(x.free) - 1; last >= 0 {
		slot, x.free = x.free[last], x.free[:last]
	} else {
		x.ids = append(x.ids, nil)
	}
	x.slots.Put(string(text), slot)
	x.anchors.add(slot, s)
	if x.overlaps != nil && s.Satisfiable() {
		x.overlaps.add(slot, restrictionsOf(s))
	}
	return slot
}

// leave takes an ID out of its slot, and frees the slot with its last ID.
func (x *Selectors[ID]) leave(m member) {
	ids := x.ids[m.slot]
	last := len(ids) - 1
	if moved := ids[last]; int(m.at) < last {
		ids[m.at] = moved
		if _, ok := x.members.Entries[moved]; ok { // false for NaN, which equals no key
			x.members.Entries[moved] = m
		}
	}
	var none ID
	ids[last] = none
	x.ids[m.slot] = shrink.Slice(ids[:last])
	if last > 0 {
		return
	}
	s := x.selector(m.slot)
	if x.overlaps != nil && s.Satisfiable() {
		x.overlaps.remove(m.slot, restrictionsOf(s))
	}
	var room [256]byte
	text, _ := s.AppendText(room[:0]) // the error is always nil
	x.slots.Delete(string(text))
	x.anchors.remove(m.slot)
	x.ids[m.slot] = nil
	x.free = append(x.free, m.slot)
}

// selector returns the selector of a slot.
func (x *Selectors[ID]) selector(slot uint32) selector.Selector {
	return x.anchors.slots[slot].selector
}

// Len returns the number of IDs.
func (x *Selectors[ID]) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.members.Entries)
}

// Get returns the selector with the ID, and whether there is one.
func (x *Selectors[ID]) Get(id ID) (selector.Selector, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	m, ok := x.members.Entries[id]
	if !ok {
		return selector.Selector{}, false
	}
	return x.selector(m.slot), true
}

// All returns the IDs and their selectors, in no particular order.
//
// The sequence is a snapshot, taken when iteration starts. The loop body may change the index.
func (x *Selectors[ID]) All() iter.Seq2[ID, selector.Selector] {
	return func(yield func(ID, selector.Selector) bool) {
		for _, e := range x.snapshot() {
			for _, id := range e.ids {
				if !yield(id, e.selector) {
					return
				}
			}
		}
	}
}

// entry is a copy of a selector and of its IDs.
type entry[ID comparable] struct {
	selector selector.Selector
	ids      []ID
}

// snapshot returns the distinct selectors, each with its IDs.
func (x *Selectors[ID]) snapshot() []entry[ID] {
	x.mu.RLock()
	defer x.mu.RUnlock()
	all := make([]ID, 0, len(x.members.Entries))
	entries := make([]entry[ID], 0, len(x.ids)-len(x.free))
	for slot, ids := range x.ids {
		if len(ids) > 0 {
			start := len(all)
			all = append(all, ids...)
			entries = append(entries, entry[ID]{x.selector(uint32(slot)), all[start:]})
		}
	}
	return entries
}

// Matching returns the IDs of the selectors that match the labels, each once and in no particular
// order. It reads the labels during the call only.
//
// The sequence is a snapshot, taken when iteration starts. The loop body may change the index.
//
// Matching takes time in proportion to the labels, to the selectors that are found by one of them,
// of which most match, and to the selectors that match without any label. [Selectors.AppendMatching]
// does the same without allocation.
func (x *Selectors[ID]) Matching(set labels.Set) iter.Seq[ID] {
	set = set.Clone()
	return func(yield func(ID) bool) {
		for _, id := range x.AppendMatching(nil, set) {
			if !yield(id) {
				return
			}
		}
	}
}

// AppendMatching appends the IDs that [Selectors.Matching] returns to dst, and returns the extended
// slice. It does not allocate if dst has enough capacity.
func (x *Selectors[ID]) AppendMatching(dst []ID, set labels.Set) []ID {
	x.mu.RLock()
	defer x.mu.RUnlock()
	x.anchors.match(set, func(slot uint32) { dst = append(dst, x.ids[slot]...) })
	return dst
}
