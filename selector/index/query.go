package index

import (
	"slices"

	"github.com/jobapi/jobapi/selector"
	"github.com/jobapi/jobapi/selector/index/internal/bitmap"
)

// query finds the label sets that a selector matches. Each requirement is a term: the union of the
// posting lists of the labels that the requirement names. The result is the intersection of the
// terms, without those of NotIn and DoesNotExist.
//
// A query starts with the smallest term. If that has few sets, it looks each of them up in the
// posting lists of the other terms. Otherwise it combines all terms as bits, one chunk of 65,536
// label sets after the other.
type query struct {
	terms []term
	lists []*bitmap.Bitmap // of all terms, one term after the other

	// Scratch memory.
	sets        []uint32
	bits, union bitmap.Bits
}

// term is one requirement of a selector.
type term struct {
	from, to int // the term has query.lists[from:to]
	// count is the number of label sets in the lists. No set is in two of them: a key has one value.
	count   int
	exclude bool // whether matching label sets are in none of the lists
}

// run finds the label sets that s matches. It calls either few with all of them, or many with those of
// each chunk. The functions must not keep their arguments.
//
// The bits of one chunk stay in the first cache of the processor. To combine all chunks at once takes
// half as long again in BenchmarkObjects/rare, and comes close to its budget.
func (q *query) run(x *labelSets, s selector.Selector, few func(sets []uint32), many func(first uint32, sets bitmap.Bits)) {
	if !q.plan(x, s) {
		return
	}
	first, others := q.terms[0], q.terms[1:]
	lookups := first.count
	for _, t := range others {
		lookups += first.count * (t.to - t.from)
	}
	end := x.lists.End()
	if lookups > end/128 { // combining 128 label sets takes about as long as one lookup
		// To find each chunk in many lists would take longer than the cache saves.
		chunk := bitmap.Chunk
		if len(q.lists) > 100 {
			chunk = end
		}
		for from := 0; from < end; from += chunk {
			q.combine(uint32(from), min(chunk, end-from))
			many(uint32(from), q.bits)
		}
		return
	}
	q.sets = q.sets[:0]
	for _, list := range q.listsOf(first) {
		q.sets = list.AppendTo(q.sets)
	}
	for _, t := range others {
		lists := q.listsOf(t)
		q.sets = slices.DeleteFunc(q.sets, func(set uint32) bool { return contain(lists, set) == t.exclude })
	}
	few(q.sets)
}

// contain reports whether a label set is in one of the lists.
func contain(lists []*bitmap.Bitmap, set uint32) bool {
	for _, list := range lists {
		if list.Contains(set) {
			return true
		}
	}
	return false
}

// single returns the posting list of the label that a selector such as app=web asks for. It returns
// nil for any other selector.
//
// This answer needs no query. It is what most selectors ask for, and what BenchmarkObjects/selective
// has a tight budget for.
func (x *labelSets) single(s selector.Selector) *bitmap.Bitmap {
	var list *bitmap.Bitmap
	n := 0
	for r := range s.Requirements() {
		if n++; n > 1 || r.Operator() != selector.In {
			return nil
		}
		k := x.key(r.Key())
		if k == nil {
			return nil
		}
		values := 0
		for value := range r.All() {
			if values++; values > 1 {
				return nil
			}
			if l := k.labels.Entries[value]; l != nil {
				list = &l.sets
			}
		}
	}
	return list
}

// plan sets the terms of the query: first the smallest one that does not exclude. It reports whether
// any label set can match.
func (q *query) plan(x *labelSets, s selector.Selector) bool {
	for r := range s.Requirements() {
		t := term{from: len(q.lists)}
		t.exclude = r.Operator() == selector.NotIn || r.Operator() == selector.DoesNotExist
		if k := x.key(r.Key()); k != nil {
			q.addLists(k, r)
		}
		t.to = len(q.lists)
		for _, list := range q.listsOf(t) {
			t.count += list.Len()
		}
		switch {
		case t.count > 0:
			q.terms = append(q.terms, t)
		case !t.exclude:
			return false
		}
	}
	slices.SortFunc(q.terms, func(a, b term) int {
		switch {
		case a.exclude == b.exclude:
			return a.count - b.count
		case a.exclude:
			return 1
		default:
			return -1
		}
	})
	if len(q.terms) == 0 || q.terms[0].exclude {
		all := term{from: len(q.lists), to: len(q.lists) + 1, count: x.all.Len()}
		q.lists = append(q.lists, &x.all)
		q.terms = slices.Insert(q.terms, 0, all)
	}
	return true
}

// addLists appends the posting lists of the labels that a requirement names.
func (q *query) addLists(k *key, r selector.Requirement) {
	add := func(l *label) { q.lists = append(q.lists, &l.sets) }
	switch r.Operator() {
	case selector.In, selector.NotIn:
		for value := range r.All() {
			if l := k.labels.Entries[value]; l != nil {
				add(l)
			}
		}
	case selector.Exists, selector.DoesNotExist:
		q.lists = append(q.lists, &k.sets)
	case selector.GreaterThan:
		bound, _ := r.Number()
		k.integers.Above(bound, add)
	case selector.LessThan:
		bound, _ := r.Number()
		k.integers.Below(bound, add)
	}
}

func (q *query) listsOf(t term) []*bitmap.Bitmap { return q.lists[t.from:t.to] }

// combine sets q.bits to the result for n label sets from first on.
func (q *query) combine(first uint32, n int) {
	for i, t := range q.terms {
		lists := q.listsOf(t)
		switch {
		case i == 0:
			q.bits.Copy(lists[0], first, n)
			for _, list := range lists[1:] {
				q.bits.Or(list, first)
			}
		case t.exclude:
			for _, list := range lists {
				q.bits.AndNot(list, first)
			}
		case len(lists) == 1:
			q.bits.And(lists[0], first)
		default:
			q.union.Copy(lists[0], first, n)
			for _, list := range lists[1:] {
				q.union.Or(list, first)
			}
			q.bits.AndBits(q.union)
		}
	}
}

// reset makes the query ready for another selector. It drops all references into the index.
func (q *query) reset() {
	clear(q.lists)
	q.terms, q.lists = q.terms[:0], q.lists[:0]
}
