package index

import (
	"maps"
	"slices"
)

// trimmed returns a slice with less room if it has far too much.
func trimmed[E any](s []E) []E {
	if cap(s) < 32 || len(s) > cap(s)/4 {
		return s
	}
	return append(make([]E, 0, 2*len(s)), s...)
}

// shrinkingMap is a map that gives its memory back when most of it has been deleted, as maps do
// not. Reading is done on entries.
type shrinkingMap[K comparable, V any] struct {
	entries map[K]V
	// peak is the most entries that the map has had.
	peak int
}

func (m *shrinkingMap[K, V]) put(key K, value V) {
	if m.entries == nil {
		m.entries = make(map[K]V)
	}
	m.entries[key] = value
	m.peak = max(m.peak, len(m.entries))
}

func (m *shrinkingMap[K, V]) remove(key K) {
	delete(m.entries, key)
	if m.peak < 64 || len(m.entries) > m.peak/4 {
		return
	}
	rest := make(map[K]V, len(m.entries))
	maps.Copy(rest, m.entries)
	m.entries, m.peak = rest, len(rest)
}

// without returns a slice without the element at i, with less room if it has far too much.
func without[E any](s []E, i int) []E {
	return trimmed(slices.Delete(s, i, i+1))
}
