package index

import (
	"hash/maphash"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
	"github.com/jobapi/jobapi/selector/index/internal/bitmap"
	"github.com/jobapi/jobapi/selector/index/internal/intern"
)

// Objects finds objects by selector. It gives the answers of [selector.Selector.Matches] without
// looking at every object. The zero value is an empty index, ready to use. Don't copy an index
// after its first use.
//
// An ID identifies an object. It can be anything comparable: a name, a UID, a number, a pointer.
// IDs are compared like the keys of a map.
//
// An index is safe for concurrent use. Queries wait for changes only. The index copies what it
// keeps: it holds no map and no text of the caller. It uses the memory of deleted objects again,
// and releases all memory when its last object is deleted.
type Objects[ID comparable] struct {
	mu      sync.RWMutex
	sets    labelSets
	members members[ID]
	// slots finds the slot of an object by the hash of its ID. It does not have IDs that do not
	// equal themselves, such as NaN: a lookup could not find them.
	slots   intern.Table
	seed    maphash.Seed
	n       int
	queries sync.Pool // of *query
}

// Set adds an object, or replaces its labels. The labels can be anything, including what
// Kubernetes would not store. A nil set has no labels.
//
// Set takes time in proportion to the labels of the object.
func (x *Objects[ID]) Set(id ID, set labels.Set) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.n == 0 {
		x.seed = maphash.MakeSeed()
	}
	hash := x.hash(id)
	slot, exists := x.slot(hash, id)
	if !exists {
		numbers := x.sets.intern(set, nil)
		to, found := x.sets.find(numbers)
		if !found {
			to = x.sets.add(numbers)
		}
		x.n++
		if slot := x.members.add(to, id); *x.members.at(slot) == id {
			x.slots.Insert(hash, slot)
		}
		return
	}
	from := x.members.set(slot)
	numbers := x.sets.intern(set, x.sets.lists.At(from))
	to, found := x.sets.find(numbers)
	switch {
	case found && to == from:
		return
	case !found && x.members.groups[from].count == 1:
		x.sets.replace(from, numbers)
		return
	case !found:
		to = x.sets.add(numbers)
	}
	x.leave(slot)
	x.slots.Replace(hash, slot, x.members.add(to, id))
}

// Delete removes an object and reports whether it was there. It takes time in proportion to the
// labels of the object.
func (x *Objects[ID]) Delete(id ID) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.n == 0 {
		return false
	}
	hash := x.hash(id)
	slot, ok := x.slot(hash, id)
	if !ok {
		return false
	}
	x.slots.Remove(hash, slot)
	x.leave(slot)
	if x.n--; x.n == 0 {
		x.sets, x.members, x.slots = labelSets{}, members[ID]{}, intern.Table{}
	}
	return true
}

// leave takes an object out of its label set, and removes the set with its last object.
func (x *Objects[ID]) leave(slot uint32) {
	set := x.members.set(slot)
	if last := x.members.remove(slot); last != slot {
		moved := *x.members.at(slot)
		x.slots.Replace(x.hash(moved), last, slot)
	}
	if x.members.groups[set].count == 0 {
		x.sets.remove(set)
	}
}

// hash returns the hash of an ID. Only an index with objects has a seed.
func (x *Objects[ID]) hash(id ID) uint32 {
	return uint32(maphash.Comparable(x.seed, id) >> 32)
}

// slot returns the slot of an object.
func (x *Objects[ID]) slot(hash uint32, id ID) (slot uint32, ok bool) {
	return x.slots.Find(hash, func(slot uint32) bool { return *x.members.at(slot) == id })
}

// Len returns the number of objects.
func (x *Objects[ID]) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.n
}

// Get returns the labels of an object, as a map that the caller owns, and whether the object is in
// the index.
func (x *Objects[ID]) Get(id ID) (labels.Set, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.n == 0 {
		return nil, false
	}
	slot, ok := x.slot(x.hash(id), id)
	if !ok {
		return nil, false
	}
	return newSet(x.sets.lists.At(x.members.set(slot)), x.sets.labels), true
}

// All returns the objects and their labels, in no particular order. Each label set is a map that
// the caller owns.
//
// The sequence is a snapshot, taken when iteration starts. The loop body may change the index. The
// snapshot copies the IDs and four bytes for each label of each distinct label set.
func (x *Objects[ID]) All() iter.Seq2[ID, labels.Set] {
	return func(yield func(ID, labels.Set) bool) {
		x.mu.RLock()
		var ids []ID
		sets := x.sets.all.AppendTo(nil)
		ends := make([]int, len(sets)) // of the objects of each set in ids
		for i := range sets {
			ids = x.members.appendSets(ids, sets[i:i+1])
			ends[i] = len(ids)
		}
		lists, all := x.sets.lists.Snapshot(), slices.Clone(x.sets.labels)
		x.mu.RUnlock()

		start := 0
		for i, set := range sets {
			for _, id := range ids[start:ends[i]] {
				if !yield(id, newSet(lists.At(set), all)) {
					return
				}
			}
			start = ends[i]
		}
	}
}

// Select returns the objects that the selector matches, each once and in no particular order.
//
// The sequence is a snapshot, taken when iteration starts. The loop body may change the index.
//
// Select takes time in proportion to the objects of the most selective requirement. If those are
// many, it takes a bit for each distinct label set and requirement instead, and time in proportion
// to the result.
func (x *Objects[ID]) Select(s selector.Selector) iter.Seq[ID] {
	return func(yield func(ID) bool) {
		for _, id := range x.AppendSelect(nil, s) {
			if !yield(id) {
				return
			}
		}
	}
}

// AppendSelect appends the objects that [Objects.Select] returns to dst, and returns the extended
// slice.
func (x *Objects[ID]) AppendSelect(dst []ID, s selector.Selector) []ID {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if list := x.sets.single(s); list != nil {
		if sets, ok := list.Small(); ok {
			return x.members.appendSets(dst, sets)
		}
	}
	q := x.query()
	defer x.release(q)
	q.run(&x.sets, s,
		func(sets []uint32) { dst = x.members.appendSets(dst, sets) },
		func(first uint32, sets bitmap.Bits) { dst = x.members.appendBits(dst, first, sets) })
	return dst
}

// Count returns how many objects the selector matches. It takes the time of [Objects.Select] without
// the result.
func (x *Objects[ID]) Count(s selector.Selector) int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	q := x.query()
	defer x.release(q)
	n := 0
	q.run(&x.sets, s,
		func(sets []uint32) { n += x.members.countSets(sets) },
		func(first uint32, sets bitmap.Bits) { n += x.members.countBits(first, sets) })
	return n
}

// query returns a query. The caller must release it.
func (x *Objects[ID]) query() *query {
	if q, ok := x.queries.Get().(*query); ok {
		return q
	}
	return new(query)
}

// release keeps a query, with its memory, for another selector.
func (x *Objects[ID]) release(q *query) {
	q.reset()
	x.queries.Put(q)
}

// Values returns the values of a label key, in ascending order, and how many objects have each.
//
// The sequence is a snapshot, taken when iteration starts. The loop body may change the index.
//
// Values takes time in proportion to the distinct label sets with the key, and to sort the values.
func (x *Objects[ID]) Values(key string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		values := x.values(key)
		slices.SortFunc(values, func(a, b valueCount) int { return strings.Compare(a.value, b.value) })
		for _, v := range values {
			if !yield(v.value, v.objects) {
				return
			}
		}
	}
}

// valueCount is a value and how many objects have it.
type valueCount struct {
	value   string
	objects int
}

// values returns the values of a key in any order.
func (x *Objects[ID]) values(key string) []valueCount {
	x.mu.RLock()
	defer x.mu.RUnlock()
	k := x.sets.key(key)
	if k == nil {
		return nil
	}
	values := make([]valueCount, 0, len(k.labels.Entries))
	var sets []uint32
	for value, l := range k.labels.Entries {
		sets = l.sets.AppendTo(sets[:0])
		values = append(values, valueCount{value, x.members.countSets(sets)})
	}
	return values
}
