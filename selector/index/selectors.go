package index

import (
	"iter"
	"sync"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

// Selectors holds selectors by ID and finds those that match given labels, and those that
// overlap. The zero value is empty and ready. It is safe for concurrent use and must not be
// copied after first use.
//
// Equal selectors are stored once, each with the IDs that it is registered under, so that many
// IDs with the same selector cost a query little more than one. Selectors are kept as they are,
// with the text that they were parsed from. What deleted ones leave is used again.
type Selectors[ID comparable] struct {
	mu      sync.RWMutex
	members shrinkingMap[ID, member]
	// texts has the slot of each selector by its canonical text.
	texts shrinkingMap[string, uint32]
	// registered and ids are by slot: a selector, and who has it. A free slot has no IDs.
	registered []registered
	ids        [][]ID
	free       []uint32
	anchors    anchors
	// rows are there from the first call of Overlapping.
	rows *rows
}

// member is where an ID stands: in ids[slot][at].
type member struct {
	slot, at uint32
}

// registered is a selector and where it is found.
type registered struct {
	selector selector.Selector
	// places are one for each value of its anchor, in their order.
	places []station
}

// Set registers a selector under an ID, in place of the one that was registered under it.
//
// It takes time in proportion to the text of the selector, and from the first
// [Selectors.Overlapping] on also to keep what that needs.
func (x *Selectors[ID]) Set(id ID, s selector.Selector) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if m, replaced := x.members.entries[id]; replaced {
		if x.registered[m.slot].selector.Equal(s) {
			return
		}
		x.leave(m)
	}
	slot := x.slot(s)
	x.members.put(id, member{slot: slot, at: uint32(len(x.ids[slot]))})
	x.ids[slot] = append(x.ids[slot], id)
}

// Delete removes the selector with an ID and reports whether there was one. It takes time in
// proportion to the text of the selector.
func (x *Selectors[ID]) Delete(id ID) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	m, ok := x.members.entries[id]
	if !ok {
		return false
	}
	x.members.remove(id)
	x.leave(m)
	if len(x.free) == len(x.ids) {
		x.registered, x.ids, x.free, x.anchors, x.rows = nil, nil, nil, anchors{}, nil
	}
	return true
}

// slot returns the slot of a selector, which it is put into if it is new.
func (x *Selectors[ID]) slot(s selector.Selector) uint32 {
	var room [256]byte
	text, _ := s.AppendText(room[:0]) // the error is nil, as it says
	if slot, ok := x.texts.entries[string(text)]; ok {
		return slot
	}
	slot := uint32(len(x.ids))
	if last := len(x.free) - 1; last >= 0 {
		slot, x.free = x.free[last], x.free[:last]
	} else {
		x.ids = append(x.ids, nil)
		x.registered = append(x.registered, registered{})
	}
	x.texts.put(string(text), slot)
	x.registered[slot].selector = s
	x.anchors.add(x.registered, slot)
	if x.rows != nil && s.Satisfiable() {
		x.rows.add(slot, restrictionsOf(s))
	}
	return slot
}

// leave takes an ID out of its slot, and frees that if it was the last.
func (x *Selectors[ID]) leave(m member) {
	ids := x.ids[m.slot]
	last := len(ids) - 1
	if int(m.at) < last {
		ids[m.at] = ids[last]
		if _, ok := x.members.entries[ids[last]]; ok { // as it is, but for IDs such as NaN
			x.members.entries[ids[last]] = m
		}
	}
	var none ID
	ids[last] = none
	x.ids[m.slot] = trimmed(ids[:last])
	if last > 0 {
		return
	}
	s := x.registered[m.slot].selector
	if x.rows != nil && s.Satisfiable() {
		x.rows.remove(m.slot, restrictionsOf(s))
	}
	var room [256]byte
	text, _ := s.AppendText(room[:0])
	x.texts.remove(string(text))
	x.anchors.remove(x.registered, m.slot)
	x.registered[m.slot], x.ids[m.slot] = registered{}, nil
	x.free = append(x.free, m.slot)
}

// Len returns the number of selectors.
func (x *Selectors[ID]) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.members.entries)
}

// Unindexed returns the number of selectors that no index can help with: those without a
// requirement that needs a label to be there. Every query tries them all.
func (x *Selectors[ID]) Unindexed() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	n := 0
	for _, c := range x.anchors.none.candidates {
		n += len(x.ids[c.slot])
	}
	return n
}

// Matching returns the IDs of the selectors that match the labels, in no particular order and
// each once. The labels are read during the call; each range over the sequence shows the
// selectors as they are when it begins.
//
// It takes time in proportion to the labels and to the selectors that are found by one of them,
// of which most match, and those that are [Selectors.Unindexed]. For a result without allocation
// see [Selectors.AppendMatching].
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

// AppendMatching appends what [Selectors.Matching] returns to dst, and returns it. It does not
// allocate if dst has room, and set has no more than sixteen labels.
func (x *Selectors[ID]) AppendMatching(dst []ID, set labels.Set) []ID {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var room [fewBuckets]*bucket
	buckets, present := x.anchors.lookup(room[:0], set)
	for _, b := range buckets {
		for i := range b.candidates {
			c := &b.candidates[i]
			if c.matches(x.registered, set, present) {
				dst = append(dst, x.ids[c.slot]...)
			}
		}
	}
	return dst
}
