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

// Changes returns the IDs of the selectors that match the old or the new labels of an object, each
// once and in no particular order, and what the change means to each. It reads the labels during
// the call only.
//
// A nil set has no labels, so a selector that matches everything is Kept. For an object that is
// created or deleted use [Selectors.Matching].
//
// The sequence is a snapshot, taken when iteration starts. The loop body may change the index.
//
// Changes takes twice the time of [Selectors.Matching], and the time to sort the result.
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

// changes merges the slots that match the old labels with those that match the new labels.
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

// matchingSlots returns the slots of the selectors that match the labels, in ascending order.
func (x *Selectors[ID]) matchingSlots(set labels.Set) []uint32 {
	var slots []uint32
	x.anchors.match(set, func(slot uint32) { slots = append(slots, slot) })
	slices.Sort(slots)
	return slots
}
