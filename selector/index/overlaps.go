package index

import (
	"iter"

	"github.com/jobapi/jobapi/selector"
)

// Overlapping returns the IDs of the selectors that overlap s, each once and in no particular order:
// those for which [selector.Selector.Overlaps] reports true. An unsatisfiable selector overlaps
// nothing, not even itself.
//
// The sequence is a snapshot, taken when iteration starts. The loop body may change the index.
//
// Overlapping takes time in proportion to the result, and to a few bits of every selector for each
// requirement of s. It calls [selector.Selector.Overlaps] where lists of values do not decide. The
// first call looks at all selectors. From then on the index keeps what the next call needs, a few
// words for each selector, and Set and Delete update it.
func (x *Selectors[ID]) Overlapping(s selector.Selector) iter.Seq[ID] {
	return func(yield func(ID) bool) {
		for _, id := range x.overlapping(s) {
			if !yield(id) {
				return
			}
		}
	}
}

func (x *Selectors[ID]) overlapping(s selector.Selector) []ID {
	if !s.Satisfiable() {
		return nil
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	for x.overlaps == nil {
		x.mu.RUnlock()
		x.indexOverlaps()
		x.mu.RLock()
	}
	var ids []ID
	var q overlapQuery
	q.run(x.overlaps, restrictionsOf(s), len(x.ids))
	for slot, sure := range q.candidates() {
		if sure || x.selector(slot).Overlaps(s) {
			ids = append(ids, x.ids[slot]...)
		}
	}
	return ids
}

// indexOverlaps creates the index of overlaps if there is none.
func (x *Selectors[ID]) indexOverlaps() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.overlaps != nil {
		return
	}
	x.overlaps = &overlapIndex{}
	for slot, ids := range x.ids {
		if s := x.selector(uint32(slot)); len(ids) > 0 && s.Satisfiable() {
			x.overlaps.add(uint32(slot), restrictionsOf(s))
		}
	}
}

// Overlaps returns the pairs of IDs whose selectors overlap, as [selector.Selector.Overlaps]
// reports. Each pair appears once, in either order. No ID appears with itself.
//
// The sequence is a snapshot, taken when iteration starts. The loop body may change the index.
//
// Overlaps takes time in proportion to the pairs, and to a few bits for every two selectors. It calls
// [selector.Selector.Overlaps] where lists of values do not decide.
func (x *Selectors[ID]) Overlaps() iter.Seq2[ID, ID] {
	return func(yield func(ID, ID) bool) {
		entries := x.snapshot()
		var before overlapIndex // the entries before b
		var q overlapQuery
		for i, b := range entries {
			if !b.selector.Satisfiable() {
				continue
			}
			restrictions := restrictionsOf(b.selector)
			q.run(&before, restrictions, i)
			for slot, sure := range q.candidates() {
				a := &entries[slot]
				if (sure || a.selector.Overlaps(b.selector)) && !yieldPairs(a.ids, b.ids, yield) {
					return
				}
			}
			for j := range b.ids {
				if !yieldPairs(b.ids[:j], b.ids[j:j+1], yield) {
					return
				}
			}
			before.add(uint32(i), restrictions)
		}
	}
}

// yieldPairs yields each pair of an ID in as and an ID in bs. It reports whether to continue.
func yieldPairs[ID any](as, bs []ID, yield func(ID, ID) bool) bool {
	for _, a := range as {
		for _, b := range bs {
			if !yield(a, b) {
				return false
			}
		}
	}
	return true
}
