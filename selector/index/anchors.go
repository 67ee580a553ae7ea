package index

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

// anchors finds selectors by a label that they need. Each selector has one anchor: a
// requirement with In, which puts it into the bucket of each of its values, or else one with
// another operator that needs the label, which puts it into the bucket of the key. As labels
// have one value for a key, no query meets a selector twice.
type anchors struct {
	keys shrinkingMap[string, *keyBuckets]
	// none has the selectors that need no label.
	none bucket
	seed maphash.Seed
	used bool
}

type keyBuckets struct {
	key    string
	values shrinkingMap[string, *bucket]
	// exists has the selectors that need the key with whatever value.
	exists *bucket
}

// bucket has the selectors that are found by one label, or one key.
type bucket struct {
	key        *keyBuckets
	value      string
	candidates []candidate
	// review is the length at which other anchors are considered for the candidates.
	review int
}

// firstReview is the length of a bucket that is worth the look for better anchors.
const firstReview = 64

// candidate is a selector in a bucket.
type candidate struct {
	// needs has a bit for each value that the selector needs besides its anchor, and the bit
	// verify, or is 0 if the anchor is all that there is to match.
	needs uint64
	slot  uint32
	// nth is the number of the candidate's place among those of the selector.
	nth uint32
}

// verify is a bit of [candidate.needs] that no value has.
const verify = 1

// station is where a candidate stands.
type station struct {
	bucket *bucket
	at     uint32
}

// matches reports whether the candidate's selector matches labels that the bucket was found by.
// Comparing bits rules out most of those that do not, without a look at the selector.
func (c *candidate) matches(all []registered, set labels.Set, present uint64) bool {
	return c.needs == 0 || c.needs&^present == 0 && all[c.slot].selector.Matches(set)
}

// lookup appends the buckets for labels, and returns the bits of all values with them.
func (a *anchors) lookup(buckets []*bucket, set labels.Set) (found []*bucket, present uint64) {
	if !a.used {
		return buckets, 0
	}
	present = verify
	for key, value := range set {
		present |= a.bit(value)
		k := a.keys.entries[key]
		if k == nil {
			continue
		}
		if b := k.values.entries[value]; b != nil {
			buckets = append(buckets, b)
		}
		if k.exists != nil {
			buckets = append(buckets, k.exists)
		}
	}
	return append(buckets, &a.none), present
}

// bit returns one of 63 bits for a value.
func (a *anchors) bit(value string) uint64 {
	return 2 << (maphash.String(a.seed, value) % 63)
}

// add puts the selector in a slot into the buckets of its anchor. A bucket that has doubled
// passes on the selectors for which there is a much better anchor by now: each look at a
// candidate is paid for by an addition.
func (a *anchors) add(all []registered, slot uint32) {
	if !a.used {
		a.seed, a.used = maphash.MakeSeed(), true
	}
	a.anchor(all, slot)
	for _, p := range all[slot].places {
		if b := p.bucket; len(b.candidates) >= max(b.review, firstReview) {
			a.relieve(all, b)
			// Places have changed if the selector itself has moved.
			b.review = 2 * len(b.candidates)
		}
	}
}

// relieve moves candidates of a bucket to better anchors. Backwards, so that what takes the
// place of a moved one has been looked at.
func (a *anchors) relieve(all []registered, b *bucket) {
	if b.key == nil || b == b.key.exists {
		return
	}
	for _, c := range slices.Backward(b.candidates) {
		if _, cost := a.choose(all[c.slot].selector); 2*cost <= len(b.candidates) {
			a.remove(all, c.slot)
			a.anchor(all, c.slot)
		}
	}
}

// anchor puts the selector in a slot into the buckets of the anchor that is best now.
func (a *anchors) anchor(all []registered, slot uint32) {
	r := &all[slot]
	best, _ := a.choose(r.selector)
	needs, requirements := uint64(0), 0
	for other := range r.selector.Requirements() {
		requirements++
		if other.Operator() == selector.In && !other.Equal(best) {
			if values := other.Values(); len(values) == 1 {
				needs |= a.bit(values[0])
			}
		}
	}
	anchored := best.Key() != ""
	whole := anchored && (best.Operator() == selector.In || best.Operator() == selector.Exists)
	if requirements > 1 || requirements == 1 && !whole {
		needs |= verify
	}
	switch {
	case !anchored:
		r.places = []station{a.none.add(candidate{needs: needs, slot: slot})}
	case best.Operator() == selector.In:
		values := best.Values()
		r.places = make([]station, len(values))
		k := a.key(best.Key())
		for i, value := range values {
			r.places[i] = k.bucket(value).add(candidate{needs: needs, slot: slot, nth: uint32(i)})
		}
	default:
		k := a.key(best.Key())
		if k.exists == nil {
			k.exists = &bucket{key: k}
		}
		r.places = []station{k.exists.add(candidate{needs: needs, slot: slot})}
	}
}

// choose returns the best anchor of a selector as things stand, or a zero Requirement if it has
// none, and what it costs: the length of the fullest bucket, which queries go through, and the
// number of buckets.
func (a *anchors) choose(s selector.Selector) (best selector.Requirement, cost int) {
	for r := range s.Requirements() {
		switch r.Operator() {
		case selector.In:
			if c := a.cost(r); best.Key() == "" || best.Operator() != selector.In || c < cost {
				best, cost = r, c
			}
		case selector.Exists, selector.GreaterThan, selector.LessThan:
			if best.Key() == "" {
				best = r
			}
		}
	}
	return best, cost
}

func (a *anchors) cost(r selector.Requirement) int {
	values := r.Values()
	fullest := 0
	if k := a.keys.entries[r.Key()]; k != nil {
		for _, value := range values {
			if b := k.values.entries[value]; b != nil {
				fullest = max(fullest, len(b.candidates))
			}
		}
	}
	return fullest + len(values)
}

// remove takes the selector in a slot out of its buckets, and the buckets that are empty then
// out of the index.
func (a *anchors) remove(all []registered, slot uint32) {
	for _, p := range all[slot].places {
		p.bucket.remove(all, p.at)
		k := p.bucket.key
		if k == nil || len(p.bucket.candidates) > 0 {
			continue
		}
		if p.bucket == k.exists {
			k.exists = nil
		} else {
			k.values.remove(p.bucket.value)
		}
		if k.exists == nil && len(k.values.entries) == 0 {
			a.keys.remove(k.key)
		}
	}
	all[slot].places = nil
}

// key returns the buckets of a key, which is copied: it may be a part of a long text.
func (a *anchors) key(key string) *keyBuckets {
	k := a.keys.entries[key]
	if k == nil {
		k = &keyBuckets{key: strings.Clone(key)}
		a.keys.put(k.key, k)
	}
	return k
}

func (k *keyBuckets) bucket(value string) *bucket {
	b := k.values.entries[value]
	if b == nil {
		b = &bucket{key: k, value: strings.Clone(value)}
		k.values.put(b.value, b)
	}
	return b
}

func (b *bucket) add(c candidate) station {
	b.candidates = append(b.candidates, c)
	return station{bucket: b, at: uint32(len(b.candidates) - 1)}
}

// remove puts the last candidate in the place of one.
func (b *bucket) remove(all []registered, at uint32) {
	last := b.candidates[len(b.candidates)-1]
	b.candidates[at] = last
	all[last.slot].places[last.nth].at = at
	b.candidates = trimmed(b.candidates[:len(b.candidates)-1])
}
