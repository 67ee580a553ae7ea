package index

import (
	"strings"

	"github.com/jobapi/jobapi/labels"
)

// keyBuckets are the buckets of one key.
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
