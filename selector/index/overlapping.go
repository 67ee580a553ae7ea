package index

import (
	"iter"
	"math/bits"

	"github.com/jobapi/jobapi/selector"
)

// Overlapping returns the IDs of the selectors that could match the same valid labels as s,
// exactly those for which [selector.Selector.Overlaps] reports true, in no particular order and
// each once. One that is unsatisfiable overlaps nothing, not even itself. Each range over the
// sequence shows the selectors as they are when it begins.
//
// It takes time in proportion to the result, and a bit of every selector for each requirement of
// s, and calls [selector.Selector.Overlaps] where lists of values do not tell. The first call
// looks at all selectors, and from then on every Set and Delete keeps what the next ones need: a
// few words and bits for each selector.
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
	for x.rows == nil {
		x.mu.RUnlock()
		x.makeRows()
		x.mu.RLock()
	}
	var o overlap
	x.rows.find(&o, restrictionsOf(s))
	var ids []ID
	for _, slot := range o.few {
		if x.registered[slot].selector.Overlaps(s) {
			ids = append(ids, x.ids[slot]...)
		}
	}
	for i, word := range o.candidates {
		for sure := word &^ o.unsureOf(i); word != 0; word &= word - 1 {
			slot := 64*i + bits.TrailingZeros64(word)
			if sure&word&-word != 0 || x.registered[slot].selector.Overlaps(s) {
				ids = append(ids, x.ids[slot]...)
			}
		}
	}
	return ids
}

// unsureOf returns the bits of the candidates in word i that rows cannot tell about.
func (o *overlap) unsureOf(i int) uint64 {
	if i < len(o.unsure) {
		return o.unsure[i]
	}
	return 0
}

// makeRows makes the rows if there are none.
func (x *Selectors[ID]) makeRows() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.rows != nil {
		return
	}
	x.rows = &rows{}
	for slot, r := range x.registered {
		if len(x.ids[slot]) > 0 && r.selector.Satisfiable() {
			x.rows.add(uint32(slot), restrictionsOf(r.selector))
		}
	}
}

// Overlaps returns all pairs of selectors that could match the same valid labels, those for
// which [selector.Selector.Overlaps] reports true: each pair once, in any order, and no selector
// with itself. Each range over the sequence shows the selectors as they are when it begins, of
// which it holds a copy.
//
// It takes time in proportion to the pairs, and a few bits for every two selectors, and calls
// [selector.Selector.Overlaps] where lists of values do not tell.
func (x *Selectors[ID]) Overlaps() iter.Seq2[ID, ID] {
	return func(yield func(ID, ID) bool) {
		groups := x.groups()
		// Each selector is compared with those before it.
		var before rows
		var o overlap
		for i := range groups {
			b := &groups[i]
			if !b.pairs(yield) {
				return
			}
			restrictions := restrictionsOf(b.selector)
			before.find(&o, restrictions)
			for _, j := range o.few {
				if a := &groups[j]; a.selector.Overlaps(b.selector) && !a.pairsWith(b, yield) {
					return
				}
			}
			for w, word := range o.candidates {
				for sure := word &^ o.unsureOf(w); word != 0; word &= word - 1 {
					a := &groups[64*w+bits.TrailingZeros64(word)]
					if sure&word&-word == 0 && !a.selector.Overlaps(b.selector) {
						continue
					}
					if !a.pairsWith(b, yield) {
						return
					}
				}
			}
			before.add(uint32(i), restrictions)
		}
	}
}

// group is a copy of a selector and of the IDs that it is registered under.
type group[ID comparable] struct {
	selector selector.Selector
	ids      []ID
}

// pairs shows the pairs of the IDs of a group. It reports whether to go on.
func (g *group[ID]) pairs(yield func(ID, ID) bool) bool {
	for i, b := range g.ids {
		for _, a := range g.ids[:i] {
			if !yield(a, b) {
				return false
			}
		}
	}
	return true
}

// pairsWith shows the pairs of an ID of each group. It reports whether to go on.
func (g *group[ID]) pairsWith(other *group[ID], yield func(ID, ID) bool) bool {
	for _, a := range g.ids {
		for _, b := range other.ids {
			if !yield(a, b) {
				return false
			}
		}
	}
	return true
}

// groups returns the selectors that can overlap others. Those that have a list of values for one
// key, the one for which most have, come first: among themselves, only those with a value in
// common need to be looked at.
func (x *Selectors[ID]) groups() []group[ID] {
	x.mu.RLock()
	ids := make([]ID, 0, len(x.members.entries))
	all := make([]group[ID], 0, len(x.ids))
	for slot, r := range x.registered {
		if len(x.ids[slot]) > 0 {
			from := len(ids)
			ids = append(ids, x.ids[slot]...)
			all = append(all, group[ID]{r.selector, ids[from:]})
		}
	}
	x.mu.RUnlock()

	key := commonKey(all)
	sorted := make([]group[ID], 0, len(all))
	for _, first := range []bool{true, false} {
		for i := range all {
			if s := all[i].selector; lists(s, key) == first && s.Satisfiable() {
				sorted = append(sorted, all[i])
			}
		}
	}
	return sorted
}

// commonKey returns the key for which most selectors have a list of values.
func commonKey[ID comparable](groups []group[ID]) (key string) {
	times := map[string]int{}
	for i := range groups {
		for r := range groups[i].selector.Requirements() {
			if r.Operator() == selector.In {
				times[r.Key()]++
			}
		}
	}
	for candidate, n := range times {
		if n > times[key] {
			key = candidate
		}
	}
	return key
}

// lists reports whether a selector has a list of values for a key.
func lists(s selector.Selector, key string) bool {
	for r := range s.Requirements() {
		if r.Operator() == selector.In && r.Key() == key {
			return true
		}
	}
	return false
}
