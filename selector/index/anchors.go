package index

import (
	"math"
	"slices"
	"strings"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
	"github.com/jobapi/jobapi/selector/index/internal/shrink"
)

// anchors finds selectors by a label that they need.
//
// Each selector has an anchor: one of its requirements that an absent label cannot meet. An anchor
// with In puts the selector into the bucket of each of its values. An anchor with another operator
// puts it into the bucket of the key. A selector without an anchor is in the bucket unanchored. A
// label set has one value for a key, so no query finds a selector twice.
//
// The best anchor is the one whose buckets have the fewest other selectors.
type anchors struct {
	slots      []anchored // by slot
	keys       shrink.Map[string, *keyBuckets]
	unanchored bucket
}

// anchored is a selector, with its positions in the buckets of its anchor.
type anchored struct {
	selector  selector.Selector
	positions []position
}

// position is the place of a selector in a bucket.
type position struct {
	bucket *bucket
	at     uint32 // an index into bucket.entries
}

// keyBuckets has the buckets of a key.
type keyBuckets struct {
	key    string
	values shrink.Map[string, *bucket]
	// exists has the selectors whose anchor has another operator than In, or is nil.
	exists *bucket
}

// bucket has the selectors that are found by one label or one key.
type bucket struct {
	key     *keyBuckets // nil for anchors.unanchored
	value   string
	entries []bucketEntry
	// review is the length at which the entries are reviewed next.
	review int
}

// bucketEntry is a selector in a bucket: slots[slot].positions[nth] leads back to the entry.
type bucketEntry struct {
	slot, nth uint32
}

// firstReview is the smallest length of a bucket that is reviewed.
const firstReview = 64

// match calls found with the slot of each selector that matches the labels.
func (x *anchors) match(set labels.Set, found func(slot uint32)) {
	try := func(b *bucket) {
		for _, e := range b.entries {
			if x.slots[e.slot].selector.Matches(set) {
				found(e.slot)
			}
		}
	}
	for key, value := range set {
		k := x.keys.Entries[key]
		if k == nil {
			continue
		}
		if b := k.values.Entries[value]; b != nil {
			try(b)
		}
		if k.exists != nil {
			try(k.exists)
		}
	}
	try(&x.unanchored)
}

// add adds a selector under a slot.
//
// If the fullest of its buckets has doubled since the last review, add looks for better anchors for
// the selectors in it. The time of a review is in proportion to the additions since the last one.
func (x *anchors) add(slot uint32, s selector.Selector) {
	if missing := int(slot) + 1 - len(x.slots); missing > 0 {
		x.slots = append(x.slots, make([]anchored, missing)...)
	}
	x.slots[slot].selector = s
	best, ok := x.choose(s, math.MaxInt)
	x.place(slot, best, ok)

	fullest := x.slots[slot].positions[0].bucket
	for _, p := range x.slots[slot].positions[1:] {
		if len(p.bucket.entries) > len(fullest.entries) {
			fullest = p.bucket
		}
	}
	if len(fullest.entries) >= max(fullest.review, firstReview) {
		x.reanchor(fullest)
		fullest.review = 2 * len(fullest.entries)
	}
}

// remove removes the selector of a slot.
func (x *anchors) remove(slot uint32) {
	x.displace(slot)
	x.slots[slot] = anchored{}
}

// reanchor moves each selector of a bucket that has an anchor of half the cost. It goes backwards,
// since the last entry of a bucket takes the place of an entry that leaves.
func (x *anchors) reanchor(b *bucket) {
	for _, e := range slices.Backward(b.entries) {
		if better, ok := x.choose(x.slots[e.slot].selector, len(b.entries)/2+1); ok {
			x.displace(e.slot)
			x.place(e.slot, better, true)
		}
	}
}

// choose returns the requirement that makes the cheapest anchor for a selector, if it costs less
// than limit.
func (x *anchors) choose(s selector.Selector, limit int) (best selector.Requirement, ok bool) {
	for r := range s.Requirements() {
		if r.Operator() == selector.NotIn || r.Operator() == selector.DoesNotExist {
			continue
		}
		if cost := x.cost(r, limit); cost < limit {
			best, ok, limit = r, true, cost
		}
	}
	return best, ok
}

// cost returns what an anchor costs: the length of its fullest bucket, and 1 for each bucket. It
// returns limit if the cost is not lower.
func (x *anchors) cost(anchor selector.Requirement, limit int) int {
	k := x.keys.Entries[anchor.Key()]
	if anchor.Operator() != selector.In {
		if k == nil || k.exists == nil {
			return min(1, limit)
		}
		return min(len(k.exists.entries)+1, limit)
	}
	fullest, buckets := 0, 0
	for value := range anchor.All() {
		buckets++
		if k != nil {
			if b := k.values.Entries[value]; b != nil {
				fullest = max(fullest, len(b.entries))
			}
		}
		if fullest+buckets >= limit {
			return limit
		}
	}
	return fullest + buckets
}

// place puts the selector of a slot into the buckets of an anchor, or into unanchored if ok is
// false.
func (x *anchors) place(slot uint32, anchor selector.Requirement, ok bool) {
	var positions []position
	put := func(b *bucket) {
		b.entries = append(b.entries, bucketEntry{slot: slot, nth: uint32(len(positions))})
		positions = append(positions, position{bucket: b, at: uint32(len(b.entries) - 1)})
	}
	switch {
	case !ok:
		put(&x.unanchored)
	case anchor.Operator() == selector.In:
		k := x.key(anchor.Key())
		for value := range anchor.All() {
			put(k.bucket(value))
		}
	default:
		k := x.key(anchor.Key())
		if k.exists == nil {
			k.exists = &bucket{key: k}
		}
		put(k.exists)
	}
	x.slots[slot].positions = positions
}

// displace takes the selector of a slot out of its buckets, and removes the buckets that are empty
// then.
func (x *anchors) displace(slot uint32) {
	for _, p := range x.slots[slot].positions {
		b := p.bucket
		last := b.entries[len(b.entries)-1]
		b.entries[p.at] = last
		x.slots[last.slot].positions[last.nth].at = p.at
		b.entries = shrink.Slice(b.entries[:len(b.entries)-1])
		if len(b.entries) == 0 && b.key != nil {
			x.removeBucket(b)
		}
	}
	x.slots[slot].positions = nil
}

// key returns the buckets of a key. It copies the key, which may be a part of a long text.
func (x *anchors) key(key string) *keyBuckets {
	k := x.keys.Entries[key]
	if k == nil {
		k = &keyBuckets{key: strings.Clone(key)}
		x.keys.Put(k.key, k)
	}
	return k
}

// bucket returns the bucket of a value.
func (k *keyBuckets) bucket(value string) *bucket {
	b := k.values.Entries[value]
	if b == nil {
		b = &bucket{key: k, value: strings.Clone(value)}
		k.values.Put(b.value, b)
	}
	return b
}

func (x *anchors) removeBucket(b *bucket) {
	k := b.key
	if b == k.exists {
		k.exists = nil
	} else {
		k.values.Delete(b.value)
	}
	if k.exists == nil && len(k.values.Entries) == 0 {
		x.keys.Delete(k.key)
	}
}
