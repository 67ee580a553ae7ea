package index

import (
	"slices"

	"github.com/jobapi/jobapi/selector"
)

// overlap is the result of a query of rows, and room for the next.
type overlap struct {
	// few are, if there are not many, all that can overlap; rows cannot tell about any of them.
	few []uint32
	// candidates has otherwise a bit for each selector that overlaps, as far as rows can tell.
	candidates []uint64
	// unsure has a bit for those of them, and others, for which they cannot. It may be shorter.
	unsure []uint64
	union  []uint64
}

// find sets o to what overlaps a satisfiable selector with the given restrictions.
func (x *rows) find(o *overlap, restrictions []restriction) {
	o.few, o.candidates, o.unsure = o.few[:0], o.candidates[:0], o.unsure[:0]
	for i := range restrictions {
		if r := &restrictions[i]; r.op == selector.In && x.findFew(o, r) {
			return
		}
	}
	o.candidates = x.all.appendBits(o.candidates)
	for i := range restrictions {
		r := &restrictions[i]
		k := x.keys.entries[r.key]
		if k == nil {
			continue
		}
		if r.op == selector.In && k.listed.count > 0 {
			o.restrict(k, r.values)
		}
		o.doubt(&k.odd)
		switch {
		case r.odd:
			o.doubt(&k.listed)
			o.doubt(&k.excepting)
		case r.op == selector.In:
			for _, value := range r.values {
				o.doubt(k.exceptions.entries[value])
			}
		default: // two lists of exceptions always leave the label that is absent
			for _, value := range r.values {
				o.doubt(k.lists.entries[value])
			}
		}
	}
}

// findFew sets o.few if every selector has a list for the key of r, which has one, too, and so
// few list the same values that comparing them is less work than combining rows.
func (x *rows) findFew(o *overlap, r *restriction) bool {
	k := x.keys.entries[r.key]
	if k == nil || k.listed.count < x.all.count {
		return false
	}
	room := 8 + x.all.count/512
	for _, value := range r.values {
		if listing := k.lists.entries[value]; listing != nil {
			if room -= listing.count; room < 0 || listing.dense != nil {
				o.few = o.few[:0]
				return false
			}
			o.few = append(o.few, listing.sparse...)
		}
	}
	if len(r.values) > 1 {
		slices.Sort(o.few)
		o.few = slices.Compact(o.few)
	}
	return true
}

// restrict drops the candidates that have a list for a key without any of the values.
func (o *overlap) restrict(k *keyRows, values []string) {
	var room [4]*row
	dense := room[:0]
	o.few = o.few[:0]
	for _, value := range values {
		listing := k.lists.entries[value]
		switch {
		case listing == nil:
		case listing.dense != nil:
			dense = append(dense, listing)
		default:
			for _, slot := range listing.sparse {
				if has(o.candidates, slot) {
					o.few = append(o.few, slot)
				}
			}
		}
	}
	switch {
	case k.listed.dense == nil:
		// Few have a list, so that those to be kept are few, too.
		for _, listing := range dense {
			for _, slot := range k.listed.sparse {
				if has(listing.dense, slot) && has(o.candidates, slot) {
					o.few = append(o.few, slot)
				}
			}
		}
		for _, slot := range k.listed.sparse {
			clearBit(o.candidates, slot)
		}
	case len(dense) == 0:
		andNot(o.candidates, k.listed.dense)
	case len(dense) == 1:
		andNotBut(o.candidates, k.listed.dense, dense[0].dense)
	default:
		o.union = append(o.union[:0], dense[0].dense...)
		for _, listing := range dense[1:] {
			o.union = or(o.union, listing.dense)
		}
		andNotBut(o.candidates, k.listed.dense, o.union)
	}
	for _, slot := range o.few {
		setBit(o.candidates, slot)
	}
	o.few = o.few[:0]
}

// doubt adds a row, if there is one, to those that rows cannot tell about.
func (o *overlap) doubt(r *row) {
	if r == nil || r.count == 0 {
		return
	}
	if missing := len(o.candidates) - len(o.unsure); missing > 0 {
		o.unsure = slices.Grow(o.unsure, missing)[:len(o.candidates)]
		clear(o.unsure[len(o.candidates)-missing:])
	}
	if r.dense != nil {
		o.unsure = or(o.unsure, r.dense)
		return
	}
	for _, slot := range r.sparse {
		setBit(o.unsure, slot)
	}
}
