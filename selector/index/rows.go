package index

import (
	"strings"

	"github.com/jobapi/jobapi/selector"
)

// rows finds the selectors that overlap a given one. Keys do not depend on each other, so two
// selectors overlap if they do on each key. For each key there is the row of the selectors that
// allow a list of values only, and for each value the row of those that list it: what can overlap
// app=web is what lists web, and what has no list for app. Those sets, one for each key, are
// combined 64 selectors at a time.
type rows struct {
	// all are the selectors, which are satisfiable.
	all  row
	keys shrinkingMap[string, *keyRows]
}

type keyRows struct {
	// listed are the selectors with a list of values for the key, lists those of each value.
	listed row
	lists  shrinkingMap[string, *row]
	// excepting are those that exclude a list of values and say no more about the key,
	// exceptions those of each value.
	excepting  row
	exceptions shrinkingMap[string, *row]
	// odd are those that say anything but one list or one list of exceptions.
	odd row
}

// restriction is what a selector says about one key: one requirement with In or NotIn, or
// something odd.
type restriction struct {
	key string
	// op is that of the first requirement. Of several those with In come first.
	op selector.Operator
	// values are those of the first requirement, if it has In or NotIn.
	values []string
	odd    bool
}

// restrictionsOf returns the restrictions of a selector by key.
func restrictionsOf(s selector.Selector) []restriction {
	var all []restriction
	for r := range s.Requirements() {
		if n := len(all); n > 0 && all[n-1].key == r.Key() {
			all[n-1].odd = true
			continue
		}
		next := restriction{key: r.Key(), op: r.Operator()}
		if next.op == selector.In || next.op == selector.NotIn {
			next.values = r.Values()
		} else {
			next.odd = true
		}
		all = append(all, next)
	}
	return all
}

func (x *rows) add(slot uint32, restrictions []restriction) {
	x.all.add(slot)
	for i := range restrictions {
		r := &restrictions[i]
		k := x.keys.entries[r.key]
		if k == nil {
			k = &keyRows{}
			x.keys.put(strings.Clone(r.key), k)
		}
		if r.odd {
			k.odd.add(slot)
		}
		if whole, each := k.of(r); whole != nil {
			whole.add(slot)
			for _, value := range r.values {
				listing := each.entries[value]
				if listing == nil {
					listing = &row{}
					each.put(strings.Clone(value), listing)
				}
				listing.add(slot)
			}
		}
	}
}

func (x *rows) remove(slot uint32, restrictions []restriction) {
	x.all.remove(slot)
	for i := range restrictions {
		r := &restrictions[i]
		k := x.keys.entries[r.key]
		if r.odd {
			k.odd.remove(slot)
		}
		if whole, each := k.of(r); whole != nil {
			whole.remove(slot)
			for _, value := range r.values {
				listing := each.entries[value]
				if listing.remove(slot); listing.count == 0 {
					each.remove(value)
				}
			}
		}
		if k.listed.count+k.excepting.count+k.odd.count == 0 {
			x.keys.remove(r.key)
		}
	}
}

// of returns the rows that a restriction with values stands in: the one for the key, and those
// by value.
func (k *keyRows) of(r *restriction) (whole *row, each *shrinkingMap[string, *row]) {
	switch {
	case r.op == selector.In:
		return &k.listed, &k.lists
	case r.op == selector.NotIn && !r.odd:
		return &k.excepting, &k.exceptions
	default:
		return nil, nil
	}
}
