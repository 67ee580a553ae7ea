package index

import (
	"iter"
	"math/bits"
	"strings"

	"github.com/jobapi/jobapi/selector"
	"github.com/jobapi/jobapi/selector/index/internal/bitmap"
	"github.com/jobapi/jobapi/selector/index/internal/shrink"
)

// overlapIndex finds the selectors that overlap a given one.
//
// Two selectors overlap if they overlap on every key. For each key, the index has the selectors
// with an In requirement, and for each value those that list it. So app=web can overlap the
// selectors that list web, and the selectors that have no In requirement for app. A query combines
// such sets, one for each key, 64 selectors at a time.
type overlapIndex struct {
	all  bitmap.Bitmap // the slots of the satisfiable selectors
	keys shrink.Map[string, *keyOverlaps]
}

// keyOverlaps has the selectors that name a key.
type keyOverlaps struct {
	in      valueLists    // selectors with an In requirement
	notIn   valueLists    // selectors with one NotIn requirement and no other
	unclear bitmap.Bitmap // selectors with several requirements or another operator
}

// valueLists has the selectors that list values.
type valueLists struct {
	all    bitmap.Bitmap
	values shrink.Map[string, *bitmap.Bitmap] // the selectors that list a value
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

// add adds a satisfiable selector.
func (x *overlapIndex) add(slot uint32, restrictions []restriction) {
	x.all.Add(slot)
	for _, r := range restrictions {
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

// remove removes a satisfiable selector.
func (x *overlapIndex) remove(slot uint32, restrictions []restriction) {
	x.all.Remove(slot)
	for _, r := range restrictions {
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

// overlapQuery finds the selectors that overlap a given one, as far as lists of values tell.
type overlapQuery struct {
	// possible has the selectors that do overlap or can overlap.
	possible bitmap.Bits
	// unsure has the selectors for which lists of values do not decide. Only those that are also
	// in possible matter.
	unsure  bitmap.Bits
	scratch bitmap.Bits
}

// run finds the selectors that overlap a satisfiable selector. All slots are below end.
func (q *overlapQuery) run(x *overlapIndex, restrictions []restriction, end int) {
	q.possible.Copy(&x.all, 0, end)
	q.unsure.Reset(end)
	for _, r := range restrictions {
		k := x.keys.Entries[r.key]
		if k == nil {
			continue
		}
		q.unsure.Or(&k.unclear, 0)
		switch {
		case r.op == selector.In:
			q.exclude(&k.in, r.values)
			q.markUnsure(&k.notIn, r.values)
		case !r.unclear: // NotIn. It overlaps any other NotIn: both match if the label is absent.
			q.markUnsure(&k.in, r.values)
		}
		if r.unclear {
			q.unsure.Or(&k.in.all, 0)
			q.unsure.Or(&k.notIn.all, 0)
		}
	}
}

// exclude removes the selectors that list none of the values.
func (q *overlapQuery) exclude(lists *valueLists, values []string) {
	q.scratch.Copy(&lists.all, 0, 64*len(q.possible))
	for _, value := range values {
		if list := lists.values.Entries[value]; list != nil {
			q.scratch.AndNot(list, 0)
		}
	}
	q.possible.AndNotBits(q.scratch)
}

// markUnsure adds the selectors that list one of the values to unsure.
func (q *overlapQuery) markUnsure(lists *valueLists, values []string) {
	for _, value := range values {
		if list := lists.values.Entries[value]; list != nil {
			q.unsure.Or(list, 0)
		}
	}
}

// candidates returns the selectors that are possible, and whether they surely overlap.
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
