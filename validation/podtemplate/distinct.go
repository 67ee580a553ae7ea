package podtemplate

import "slices"

// distinct tells values that come again from those that come for the first time. The first
// few cost no memory; many, as in hostile input, cost no more time than a map does.
type distinct[T comparable] struct {
	few  [8]T
	n    int
	many map[T]struct{}
}

// repeats reports whether it has seen value before, and remembers it.
func (d *distinct[T]) repeats(value T) bool {
	if d.many == nil {
		if slices.Contains(d.few[:d.n], value) {
			return true
		}
		if d.n < len(d.few) {
			d.few[d.n] = value
			d.n++
			return false
		}
		d.many = make(map[T]struct{}, 2*len(d.few))
		for _, seen := range d.few {
			d.many[seen] = struct{}{}
		}
	}
	_, again := d.many[value]
	d.many[value] = struct{}{}
	return again
}
