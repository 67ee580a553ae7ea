// Package shrink has slices and maps that give memory back.
//
// Neither a Go slice nor a Go map does that by itself when elements are deleted. An index lives as
// long as its program, so it must not keep the memory of its largest moment.
package shrink

import (
	"maps"
	"slices"
)

// Delete removes the element at i, and shrinks the slice as [Slice] does.
func Delete[E any](s []E, i int) []E {
	return Slice(slices.Delete(s, i, i+1))
}

// Slice returns s, or a copy with less capacity if three quarters of it are unused.
func Slice[E any](s []E) []E {
	if cap(s) < 32 || len(s) > cap(s)/4 {
		return s
	}
	return append(make([]E, 0, 2*len(s)), s...)
}

// Map is a map that shrinks when three quarters of its entries have been deleted. The zero value
// is empty. Read Entries like any map, and change it with Put and Delete only.
type Map[K comparable, V any] struct {
	Entries map[K]V
	// peak is the largest number of entries since Entries was made.
	peak int
}

// Put sets the value of a key.
func (m *Map[K, V]) Put(key K, value V) {
	if m.Entries == nil {
		m.Entries = make(map[K]V)
	}
	m.Entries[key] = value
	m.peak = max(m.peak, len(m.Entries))
}

// Delete removes a key.
func (m *Map[K, V]) Delete(key K) {
	delete(m.Entries, key)
	if m.peak < 64 || len(m.Entries) > m.peak/4 {
		return
	}
	rest := make(map[K]V, len(m.Entries))
	maps.Copy(rest, m.Entries)
	m.Entries, m.peak = rest, len(rest)
}
