package index

import (
	"hash/maphash"
	"math"
	"slices"
	"strings"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

// anchors finds selectors by a label that they need. Each selector has one anchor: a
// requirement with In, which puts it into the bucket of each of its values, or one with another
// operator that needs the label, which puts it into the bucket of the key. As labels have one
// value for a key, no query meets a selector twice.
type anchors struct {
	keys shrinkingMap[string, *keyBuckets]
	// none has the selectors that need no label.
	none bucket
	seed maphash.Seed
	used bool
}

// firstReview is the length of a bucket that is worth the look for better anchors.
const firstReview = 64

// fewBuckets is how many buckets sixteen labels have: that of the value and that of the key of each,
// and the one for selectors without an anchor.
const fewBuckets = 2*16 + 1

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

// only returns the bit of the only value of a requirement, and no bit if there are several.
func (a *anchors) only(r selector.Requirement) (bit uint64) {
	for value := range r.All() {
		if bit != 0 {
			return 0
		}
		bit = a.bit(value)
	}
	return bit
}

// add puts the selector in a slot into the buckets of its anchor. If the fullest of them has
// doubled, it passes on the selectors for which there is a much better anchor by now: each look
// at a candidate is paid for by an addition.
func (a *anchors) add(all []registered, slot uint32) {
	if !a.used {
		a.seed, a.used = maphash.MakeSeed(), true
	}
	best, _ := a.choose(all[slot].selector, math.MaxInt)
	a.anchor(all, slot, best)
	fullest := all[slot].places[0].bucket
	for _, p := range all[slot].places[1:] {
		if len(p.bucket.candidates) > len(fullest.candidates) {
			fullest = p.bucket
		}
	}
	if len(fullest.candidates) >= max(fullest.review, firstReview) {
		a.relieve(all, fullest)
		fullest.review = 2 * len(fullest.candidates)
	}
}

// relieve moves candidates of a bucket to anchors of half the cost. Backwards, so that what takes
// the place of a moved one has been looked at.
func (a *anchors) relieve(all []registered, b *bucket) {
	for _, c := range slices.Backward(b.candidates) {
		if better, ok := a.choose(all[c.slot].selector, len(b.candidates)/2+1); ok {
			a.remove(all, c.slot)
			a.anchor(all, c.slot, better)
		}
	}
}

// anchor puts the selector in a slot into the buckets of an anchor, or among those without if
// that is the zero Requirement.
func (a *anchors) anchor(all []registered, slot uint32, best selector.Requirement) {
	r := &all[slot]
	needs, requirements := uint64(0), 0
	for other := range r.selector.Requirements() {
		requirements++
		if other.Operator() == selector.In && !other.Equal(best) {
			needs |= a.only(other)
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

// choose returns the requirement of a selector that makes the cheapest anchor as things stand,
// by [anchors.cost], if it costs less than limit. Requirements that an absent label can meet
// make none.
func (a *anchors) choose(s selector.Selector, limit int) (best selector.Requirement, ok bool) {
	for r := range s.Requirements() {
		if r.Operator() == selector.NotIn || r.Operator() == selector.DoesNotExist {
			continue
		}
		if cost := a.cost(r, limit); cost < limit {
			best, ok, limit = r, true, cost
		}
	}
	return best, ok
}

// cost returns the length of the fullest bucket of an anchor, and one more for each bucket, or
// limit if it is no less.
func (a *anchors) cost(r selector.Requirement, limit int) int {
	k := a.keys.entries[r.Key()]
	if r.Operator() != selector.In {
		if k == nil || k.exists == nil {
			return min(1, limit)
		}
		return min(len(k.exists.candidates)+1, limit)
	}
	fullest, buckets := 0, 0
	for value := range r.All() {
		buckets++
		if k != nil {
			if b := k.values.entries[value]; b != nil {
				fullest = max(fullest, len(b.candidates))
			}
		}
		if fullest+buckets >= limit {
			return limit
		}
	}
	return fullest + buckets
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
