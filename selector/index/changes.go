package index

import (
	"iter"
	"slices"
	"strconv"

	"github.com/jobapi/jobapi/labels"
)

// Change says what a change of labels means to a selector.
type Change uint8

const (
	// Started is the change for a selector that matches the new labels only.
	Started Change = iota
	// Stopped is the change for a selector that matches the old labels only.
	Stopped
	// Kept is the change for a selector that matches both.
	Kept
)

// String returns the name of the change.
func (c Change) String() string {
	switch c {
	case Started:
		return "Started"
	case Stopped:
		return "Stopped"
	case Kept:
		return "Kept"
	default:
		return "Change(" + strconv.Itoa(int(c)) + ")"
	}
}

// Changes returns the selectors that match the old or the new labels of an object, each once and
// in no particular order, and what the change means to it. nil is no labels, so a selector that
// matches everything is Kept whatever the labels are; for an object that is created or deleted see
// [Selectors.Matching]. The labels are read during the call; each range over the sequence shows
// the selectors as they are when it begins.
//
// It takes the time of two times [Selectors.Matching], and to sort the results.
func (x *Selectors[ID]) Changes(old, new labels.Set) iter.Seq2[ID, Change] {
	old, new = old.Clone(), new.Clone()
	return func(yield func(ID, Change) bool) {
		ids, changes := x.changes(old, new)
		for i, id := range ids {
			if !yield(id, changes[i]) {
				return
			}
		}
	}
}

// changes merges the slots of both queries.
func (x *Selectors[ID]) changes(old, new labels.Set) (ids []ID, changes []Change) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	before, after := x.matchingSlots(old), x.matchingSlots(new)
	ids = make([]ID, 0, max(len(before), len(after)))
	changes = make([]Change, 0, cap(ids))
	for len(before) > 0 || len(after) > 0 {
		var slot uint32
		var change Change
		switch {
		case len(before) == 0 || len(after) > 0 && after[0] < before[0]:
			slot, change, after = after[0], Started, after[1:]
		case len(after) == 0 || before[0] < after[0]:
			slot, change, before = before[0], Stopped, before[1:]
		default:
			slot, change, before, after = before[0], Kept, before[1:], after[1:]
		}
		for _, id := range x.ids[slot] {
			ids, changes = append(ids, id), append(changes, change)
		}
	}
	return ids, changes
}

// matchingSlots returns the slots of the selectors that match labels, ascending.
func (x *Selectors[ID]) matchingSlots(set labels.Set) []uint32 {
	var slots []uint32
	var room [fewBuckets]*bucket
	buckets, present := x.anchors.lookup(room[:0], set)
	for _, b := range buckets {
		for i := range b.candidates {
			if c := &b.candidates[i]; c.matches(x.registered, set, present) {
				slots = append(slots, c.slot)
			}
		}
	}
	slices.Sort(slots)
	return slots
}
