package index

import (
	"hash/maphash"
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

// Objects finds the objects that a selector selects, as [selector.Selector.Matches] says of
// their labels, without looking at the others. The zero value is an empty index, ready to use.
// An index must not be copied after its first use.
//
// Objects are known by their IDs, which can be anything comparable: a name, a UID, a number, a
// pointer. IDs are compared as the keys of a map are.
//
// Cost: an update changes the lists of the labels that differ, each in a time that does not
// grow with the number of objects. A query costs time in proportion to the objects of its most
// selective requirement, or, for requirements that many objects meet, to all objects divided
// by 64. Equal sets of labels are stored once. The memory of deleted objects and of labels that
// nothing has any more is used again, and that of an empty index is given back.
//
// An index is safe for concurrent use. Queries wait for changes only. The index copies what
// it keeps: no map and no text of the caller stays in memory.
type Objects[ID comparable] struct {
	mu   sync.RWMutex
	seed maphash.Seed
	sets labelSets
	// seats have the objects, and byID finds them there, but for those that do not equal
	// themselves.
	seats seats[ID]
	byID  hashTable
	n     int

	plans sync.Pool // of *plan
}

// Set adds an object with its labels, or replaces the labels that it had. The labels can be
// anything, also what Kubernetes would not store; nil is no labels. They are read during the
// call only.
func (x *Objects[ID]) Set(id ID, set labels.Set) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.seats.first == nil {
		x.seed, x.sets.seed = maphash.MakeSeed(), rand.Uint64()
	}
	hash := x.hash(id)
	cell, exists := x.find(hash, id)
	if !exists {
		pairs := x.sets.pairsFor(set, nil)
		to, found := x.sets.lookup(pairs)
		if !found {
			to = x.sets.add(pairs)
		}
		x.n++
		if seat := x.join(id, to); *x.seats.at(seat) == id {
			x.byID.insert(hash, seat)
		}
		return
	}
	seat := x.byID.number(cell)
	from := x.seats.setOf(seat)
	pairs := x.sets.pairsFor(set, x.sets.pairsOf(from))
	to, found := x.sets.lookup(pairs)
	switch {
	case found && from == to:
		return
	case found:
	case x.sets.members[from].count == 1:
		x.sets.replace(from, pairs)
		return
	default:
		to = x.sets.add(pairs)
	}
	x.leave(seat)
	x.byID.renumber(cell, x.join(id, to))
}

// Delete takes an object out of the index and reports whether it was there.
func (x *Objects[ID]) Delete(id ID) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.n == 0 {
		return false
	}
	hash := x.hash(id)
	cell, ok := x.find(hash, id)
	if !ok {
		return false
	}
	seat := x.byID.number(cell)
	x.byID.remove(hash, seat)
	x.leave(seat)
	if x.n--; x.n == 0 {
		x.sets, x.seats, x.byID = labelSets{}, seats[ID]{}, hashTable{}
	}
	return true
}

// Len returns the number of objects.
func (x *Objects[ID]) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.n
}

// Select returns the objects that the selector selects, each once, in no particular order. What
// is returned is as it is when a range over it begins: the body of the loop may change the
// index.
func (x *Objects[ID]) Select(s selector.Selector) iter.Seq[ID] {
	return func(yield func(ID) bool) {
		for _, id := range x.AppendSelect(nil, s) {
			if !yield(id) {
				return
			}
		}
	}
}

// AppendSelect appends the objects that the selector selects to dst, each once, in no particular
// order, and returns the longer slice.
func (x *Objects[ID]) AppendSelect(dst []ID, s selector.Selector) []ID {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if pair := x.sets.singlePair(s); pair != nil && pair.sets.many == nil {
		return x.appendList(dst, pair.sets.few)
	}
	p := x.plan()
	if p.prepare(&x.sets, s) {
		p.run(&x.sets,
			func(ids []uint32) { dst = x.appendList(dst, ids) },
			func(chunk int, words *bitset) { dst = x.appendChunk(dst, chunk, words) })
	}
	x.release(p)
	return dst
}

// Count returns how many objects the selector selects. It does not visit them, only the
// different sets of labels of those that share theirs with others.
func (x *Objects[ID]) Count(s selector.Selector) int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	p := x.plan()
	n := 0
	if p.prepare(&x.sets, s) {
		n = p.count(&x.sets)
	}
	x.release(p)
	return n
}

// Values returns the values that the label with the key has, ascending, and how many objects
// have each. What is returned is as it is when a range over it begins: the body of the loop may
// change the index.
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

// values returns the values of a key, in any order.
func (x *Objects[ID]) values(key string) []valueCount {
	x.mu.RLock()
	defer x.mu.RUnlock()
	k := x.sets.key(key)
	if k == nil {
		return nil
	}
	values := make([]valueCount, 0, len(k.values.entries))
	p := x.plan()
	for value, pair := range k.values.entries {
		p.forPair(pair)
		values = append(values, valueCount{value, p.count(&x.sets)})
		p.reset()
	}
	x.release(p)
	return values
}

// plan returns a plan to be released.
func (x *Objects[ID]) plan() *plan {
	if p, ok := x.plans.Get().(*plan); ok {
		return p
	}
	return new(plan)
}

// release makes a plan ready for another query.
func (x *Objects[ID]) release(p *plan) {
	p.reset()
	x.plans.Put(p)
}

// appendList appends the objects of label sets.
func (x *Objects[ID]) appendList(dst []ID, sets []uint32) []ID {
	n := len(dst)
	dst = slices.Grow(dst, len(sets))[:n+len(sets)]
	to, first, shared := dst[n:][:len(sets)], x.seats.first, x.sets.shared
	several := uint64(0) // tells of the neighbours, too: a shift for each would cost more
	for i, set := range sets {
		to[i] = first[set]
		several |= shared[set/64]
	}
	if several == 0 {
		return dst
	}
	for _, set := range sets {
		if has(shared, set) {
			dst = x.seats.appendOthers(dst, x.sets.members[set])
		}
	}
	return dst
}

// appendChunk appends the objects of the label sets of a chunk.
func (x *Objects[ID]) appendChunk(dst []ID, chunk int, words *bitset) []ID {
	first, shared := x.seats.first[chunk<<chunkBits:], x.sets.sharedIn(chunk)
	several := uint64(0)
	for i, word := range words[:len(shared)] {
		if word == 0 {
			continue
		}
		several |= word & shared[i]
		sets := first[i*64:]
		for ; word != 0; word &= word - 1 {
			dst = append(dst, sets[bits.TrailingZeros64(word)])
		}
	}
	if several == 0 {
		return dst
	}
	for i, word := range shared {
		for word &= words[i]; word != 0; word &= word - 1 {
			set := chunk<<chunkBits + i*64 + bits.TrailingZeros64(word)
			dst = x.seats.appendOthers(dst, x.sets.members[set])
		}
	}
	return dst
}
