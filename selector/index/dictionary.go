package index

import (
	"strings"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector/index/internal/bitmap"
	"github.com/jobapi/jobapi/selector/index/internal/integers"
	"github.com/jobapi/jobapi/selector/index/internal/shrink"
)

// dictionary has the labels of the label sets. Each label has a number, and a posting list: the
// numbers of the label sets that have it. The dictionary drops a label with its last label set, and
// a key with its last label.
type dictionary struct {
	keys   shrink.Map[string, *key]
	labels []*label // by number; nil if the number is free
	free   []uint32
}

// key is a label key. Its name never changes.
type key struct {
	name   string
	labels shrink.Map[string, *label] // by value
	// sets are the label sets with the key, whatever the value.
	sets bitmap.Bitmap
	// integers has the labels whose value is an integer.
	integers integers.Index[*label]
}

// label is a key with one value. Both never change, so a snapshot may read them without a lock.
type label struct {
	key    *key
	value  string
	number uint32
	// sets are the label sets with the label.
	sets bitmap.Bitmap
}

// key returns a key, or nil.
func (d *dictionary) key(name string) *key { return d.keys.Entries[name] }

// intern returns a label, and adds it if it is new. It copies the strings, since they may be parts
// of long texts.
func (d *dictionary) intern(name, value string) *label {
	k := d.key(name)
	if k == nil {
		k = &key{name: strings.Clone(name)}
		d.keys.Put(k.name, k)
	}
	if l := k.labels.Entries[value]; l != nil {
		return l
	}
	l := &label{key: k, value: strings.Clone(value)}
	if last := len(d.free) - 1; last >= 0 {
		l.number = d.free[last]
		d.free = shrink.Delete(d.free, last)
		d.labels[l.number] = l
	} else {
		l.number = uint32(len(d.labels))
		d.labels = append(d.labels, l)
	}
	k.labels.Put(l.value, l)
	if n, ok := labels.ParseInteger(value); ok {
		k.integers.Insert(n, l)
	}
	return l
}

// remove removes a label that no label set has.
func (d *dictionary) remove(l *label) {
	k := l.key
	if n, ok := labels.ParseInteger(l.value); ok {
		k.integers.Remove(n, l)
	}
	k.labels.Delete(l.value)
	d.labels[l.number] = nil
	d.free = append(d.free, l.number)
	if len(k.labels.Entries) == 0 {
		d.keys.Delete(k.name)
	}
}
