package index

import (
	"iter"
	"slices"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector/index/internal/bitmap"
	"github.com/jobapi/jobapi/selector/index/internal/intern"
)

// labelSets has the distinct label sets of the objects, and the posting lists of their labels.
//
// A label set has a number, and is stored as the sorted numbers of its labels.
type labelSets struct {
	dictionary
	lists intern.Lists
	// all has the number of every label set.
	all bitmap.Bitmap

	new, old []uint32 // scratch memory of intern and post
}

// intern returns the sorted numbers of labels, which are valid until the next call. It adds new
// labels to the dictionary, so the caller must store a label set with the result.
//
// known are label numbers that the result probably has: for an object that is in the index, those
// of its present labels. Comparing with them is faster than a search in the dictionary. Without
// known, BenchmarkObjectsUpdate takes more than twice as long, and breaks its budget.
func (x *labelSets) intern(set labels.Set, known []uint32) []uint32 {
	if len(known) > maxKnown {
		known = nil
	}
	x.new = x.new[:0]
	for name, value := range set {
		n, ok := x.among(known, name, value)
		if !ok {
			n = x.dictionary.intern(name, value).number
		}
		x.new = append(x.new, n)
	}
	slices.Sort(x.new)
	return x.new
}

// maxKnown limits the comparison with known labels, which takes quadratic time.
const maxKnown = 32

// among returns the number of a label that is one of known.
func (x *labelSets) among(known []uint32, name, value string) (n uint32, ok bool) {
	for _, n := range known {
		if l := x.labels[n]; l.value == value && l.key.name == name {
			return n, true
		}
	}
	return 0, false
}

// find returns the label set with these label numbers.
func (x *labelSets) find(numbers []uint32) (set uint32, ok bool) { return x.lists.Find(numbers) }

// add adds a label set, which must be new.
func (x *labelSets) add(numbers []uint32) (set uint32) {
	set = x.lists.Add(numbers)
	x.all.Add(set)
	x.post(set, nil, numbers)
	return set
}

// replace changes the labels of a label set. No other label set may have the new labels.
//
// It updates the posting lists of the labels that differ, and no others. To add a label set and
// remove the old one takes three times as long in BenchmarkObjectsUpdate, and breaks its budget.
func (x *labelSets) replace(set uint32, numbers []uint32) {
	x.old = append(x.old[:0], x.lists.At(set)...)
	x.lists.Replace(set, numbers)
	x.post(set, x.old, numbers)
}

// remove removes a label set.
func (x *labelSets) remove(set uint32) {
	x.old = append(x.old[:0], x.lists.At(set)...)
	x.lists.Remove(set)
	x.all.Remove(set)
	x.post(set, x.old, nil)
}

// post updates the posting lists of a label set whose labels change from old to new.
//
// The order matters. A key can lose one label and gain another; its posting list must have the label
// set in the end.
func (x *labelSets) post(set uint32, old, new []uint32) {
	for n := range difference(old, new) {
		l := x.labels[n]
		l.key.sets.Remove(set)
		l.sets.Remove(set)
		if l.sets.Len() == 0 {
			x.dictionary.remove(l)
		}
	}
	for n := range difference(new, old) {
		l := x.labels[n]
		l.key.sets.Add(set)
		l.sets.Add(set)
	}
}

// difference returns the numbers in a that are not in b. Both are sorted.
func difference(a, b []uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for _, n := range a {
			for len(b) > 0 && b[0] < n {
				b = b[1:]
			}
			if (len(b) == 0 || b[0] != n) && !yield(n) {
				return
			}
		}
	}
}

// newSet returns a new map with the labels that have the numbers. all has the labels by number.
func newSet(numbers []uint32, all []*label) labels.Set {
	set := make(labels.Set, len(numbers))
	for _, n := range numbers {
		set[all[n].key.name] = all[n].value
	}
	return set
}
