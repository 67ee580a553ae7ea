package index

import (
	"iter"
	"math/bits"
	"strings"

	"github.com/jobapi/jobapi/selector"
	"github.com/jobapi/jobapi/selector/index/internal/bitmap"
	"github.com/jobapi/jobapi/selector/index/internal/shrink"
)

// Overlapping returns the IDs of the selectors that overlap s, each once and in no particular order:
// those for which [selector.Selector.Overlaps] reports true. An unsatisfiable selector overlaps
// nothing, not even itself.
//
// The sequence is a snapshot, taken when iteration starts. The loop body may change the index.
//
// Overlapping takes time in proportion to the result, and a few bits of every selector for each
// requirement of s. It calls [selector.Selector.Overlaps] where lists of values do not decide. The
// first call looks at all selectors. From then on, every Set and Delete updates what the next call
// needs: a few words for each selector.
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
	x.mu.RLock()
	defer x.mu.RUnlock()
	for x.overlaps == nil {
		x.mu.RUnlock()
		x.indexOverlaps()
		x.mu.RLock()
	}
	var ids []ID
	var q overlapQuery
	q.run(x.overlaps, s, len(x.ids))
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
		if len(ids) > 0 {
			x.overlaps.add(uint32(slot), x.selector(uint32(slot)))
		}
	}
}

// Overlaps returns the pairs of IDs whose selectors overlap, as [selector.Selector.Overlaps]
// reports. Each pair appears once, in either order. No ID appears with itself.
//
// The sequence is a snapshot, taken when iteration starts. The loop body may change the index.
//
// Overlaps takes time in proportion to the pairs, and a few bits for every two selectors. It calls
// [selector.Selector.Overlaps] where lists of values do not decide.
func (x *Selectors[ID]) Overlaps() iter.Seq2[ID, ID] {
	return func(yield func(ID, ID) bool) {
		entries := x.snapshot()
		var before overlapIndex // the entries before b
		var q overlapQuery
		for i, b := range entries {
			q.run(&before, b.selector, i)
			for slot, sure := range q.candidates() {
				a := &entries[slot]
				if (sure || a.selector.Overlaps(b.selector)) && !yieldPairs(a.ids, b.ids, yield) {
					return
				}
			}
			if !b.selector.Satisfiable() {
				continue
			}
			for j := range b.ids {
				if !yieldPairs(b.ids[:j], b.ids[j:j+1], yield) {
					return
				}
			}
			before.add(uint32(i), b.selector)
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

// overlapIndex finds the selectors that overlap a given one.
//
// Two selectors overlap if they overlap on every key. For each key, the index has the selectors
// that allow only some values, and for each value the selectors that allow it. So app=web can
// overlap the selectors that allow web, and those that do not restrict app to some values. Such
// sets, one for each key, are combined 64 selectors at a time.
type overlapIndex struct {
	all  bitmap.Bitmap // the slots of the satisfiable selectors
	keys shrink.Map[string, *keyOverlaps]
}

// keyOverlaps has the selectors that name a key.
type keyOverlaps struct {
	// in has the selectors with an In requirement, notIn those with nothing but one NotIn
	// requirement.
	in, notIn valueLists
	// unclear has the selectors with anything but one In or one NotIn requirement.
	unclear bitmap.Bitmap
}

// valueLists has the selectors with a list of values: all of them, and for each value those that
// list it.
type valueLists struct {
	all    bitmap.Bitmap
	values shrink.Map[string, *bitmap.Bitmap]
}

// restriction is what a selector says about one key.
type restriction struct {
	key string
	// op is the operator of the first requirement. In comes before the other operators.
	op selector.Operator
	// values are the values of In and NotIn.
	values []string
	// unclear says that there are several requirements, or an operator other than In and NotIn.
	unclear bool
}

// restrictionsOf returns the restrictions of a selector, one for each key.
func restrictionsOf(s selector.Selector) []restriction {
	var all []restriction
	for r := range s.Requirements() {
		if n := len(all); n > 0 && all[n-1].key == r.Key() {
			all[n-1].unclear = true
			continue
		}
		next := restriction{key: r.Key(), op: r.Operator()}
		if next.op == selector.In || next.op == selector.NotIn {
			next.values = r.Values()
		} else {
			next.unclear = true
		}
		all = append(all, next)
	}
	return all
}

func (x *overlapIndex) add(slot uint32, s selector.Selector) {
	if !s.Satisfiable() {
		return
	}
	x.all.Add(slot)
	for _, r := range restrictionsOf(s) {
		k := x.keys.Entries[r.key]
		if k == nil {
			k = &keyOverlaps{}
			x.keys.Put(strings.Clone(r.key), k)
		}
		if r.unclear {
			k.unclear.Add(slot)
		}
		if lists := k.lists(r); lists != nil {
			lists.add(slot, r.values)
		}
	}
}

func (x *overlapIndex) remove(slot uint32, s selector.Selector) {
	if !s.Satisfiable() {
		return
	}
	x.all.Remove(slot)
	for _, r := range restrictionsOf(s) {
		k := x.keys.Entries[r.key]
		if r.unclear {
			k.unclear.Remove(slot)
		}
		if lists := k.lists(r); lists != nil {
			lists.remove(slot, r.values)
		}
		if k.in.all.Len()+k.notIn.all.Len()+k.unclear.Len() == 0 {
			x.keys.Delete(r.key)
		}
	}
}

// lists returns the lists that a restriction belongs to, or nil.
func (k *keyOverlaps) lists(r restriction) *valueLists {
	switch {
	case r.op == selector.In:
		return &k.in
	case r.op == selector.NotIn && !r.unclear:
		return &k.notIn
	default:
		return nil
	}
}

func (l *valueLists) add(slot uint32, values []string) {
	l.all.Add(slot)
	for _, value := range values {
		list := l.values.Entries[value]
		if list == nil {
			list = &bitmap.Bitmap{}
			l.values.Put(strings.Clone(value), list)
		}
		list.Add(slot)
	}
}

func (l *valueLists) remove(slot uint32, values []string) {
	l.all.Remove(slot)
	for _, value := range values {
		list := l.values.Entries[value]
		if list.Remove(slot); list.Len() == 0 {
			l.values.Delete(value)
		}
	}
}

// overlapQuery finds the selectors that overlap a given one.
type overlapQuery struct {
	// possible are the selectors that can overlap, unsure those, and others, for which lists of
	// values do not decide.
	possible, unsure bitmap.Bits
	scratch          bitmap.Bits
}

// run finds the selectors that overlap s. All slots are below end.
func (q *overlapQuery) run(x *overlapIndex, s selector.Selector, end int) {
	q.unsure.Reset(end)
	if !s.Satisfiable() {
		q.possible.Reset(end)
		return
	}
	q.possible.Copy(&x.all, end)
	for _, r := range restrictionsOf(s) {
		k := x.keys.Entries[r.key]
		if k == nil {
			continue
		}
		q.unsure.Or(&k.unclear)
		switch {
		case r.op == selector.In:
			q.exclude(&k.in, r.values)
			q.doubt(&k.notIn, r.values)
		case !r.unclear: // NotIn. It overlaps any other NotIn: both match if the label is absent.
			q.doubt(&k.in, r.values)
		}
		if r.unclear {
			q.unsure.Or(&k.in.all)
			q.unsure.Or(&k.notIn.all)
		}
	}
}

// exclude removes the selectors that list none of the values.
func (q *overlapQuery) exclude(lists *valueLists, values []string) {
	q.scratch.Copy(&lists.all, 64*len(q.possible))
	for _, value := range values {
		if list := lists.values.Entries[value]; list != nil {
			q.scratch.AndNot(list)
		}
	}
	q.possible.AndNotBits(q.scratch)
}

// doubt marks the selectors that list one of the values as unsure.
func (q *overlapQuery) doubt(lists *valueLists, values []string) {
	for _, value := range values {
		if list := lists.values.Entries[value]; list != nil {
			q.unsure.Or(list)
		}
	}
}

// candidates returns the possible selectors, and whether it is sure that they overlap.
func (q *overlapQuery) candidates() iter.Seq2[uint32, bool] {
	return func(yield func(slot uint32, sure bool) bool) {
		for i, word := range q.possible {
			for ; word != 0; word &= word - 1 {
				bit := word & -word
				if !yield(uint32(i*64+bits.TrailingZeros64(word)), q.unsure[i]&bit == 0) {
					return
				}
			}
		}
	}
}
