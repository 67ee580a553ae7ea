package selector

import "slices"

// How to search for a value depends on the number of values.
const (
	// maxScanned is the number of values up to which a linear scan is fastest: comparing strings
	// mostly compares lengths. See BenchmarkOverlaps/sets.
	maxScanned = 8
	// maxSearched is the number of values up to which a binary search takes the place of a lookup,
	// which is expensive to make. See BenchmarkParse/in100 and BenchmarkMatches/in5000.
	maxSearched = 128
)

// sortUnique sorts values in place and returns them without duplicates.
func sortUnique(values []string) []string {
	slices.Sort(values)
	return shrink(slices.Compact(values), len(values))
}

// setValues sets the values of r, at least one, and keeps the slice. They are sorted and unique.
func (r *Requirement) setValues(values []string) {
	if len(values) == 1 {
		r.value = values[0]
		return
	}
	// The array may go on with the values of other requirements. Appending must not overwrite
	// them.
	r.values = slices.Clip(values)
	if len(values) > maxSearched {
		r.lookup = newLookup(r.values)
	}
}

// has reports whether value is one of the values of r, which has at least one.
func (r *Requirement) has(value string) bool {
	switch {
	case r.values == nil:
		return value == r.value
	case len(r.values) <= maxScanned:
		return slices.Contains(r.values, value)
	case r.lookup != nil:
		return r.lookup.has(value)
	default:
		_, ok := slices.BinarySearch(r.values, value)
		return ok
	}
}

// count returns the number of values of r, which has at least one.
func (r *Requirement) count() int {
	return max(1, len(r.values))
}

// minShrunk is the capacity up to which unused elements aren't worth a copy.
const minShrunk = 64

// shrink returns list, or a copy if list uses little of the capacity that was allocated for it.
// Without the copy, dropped duplicates would keep their memory as long as the list.
func shrink[E any](list []E, capacity int) []E {
	if isWasteful(len(list), capacity) {
		return slices.Clone(list)
	}
	return list
}

// shrinkValues is shrink for the values of all requirements, which share an array of the given
// capacity.
func shrinkValues(requirements []Requirement, capacity int) {
	used := 0
	for i := range requirements {
		used += len(requirements[i].values)
	}
	if !isWasteful(used, capacity) {
		return
	}
	for i := range requirements {
		requirements[i].values = slices.Clone(requirements[i].values)
	}
}

func isWasteful(length, capacity int) bool {
	return capacity > minShrunk && length < capacity/4
}
