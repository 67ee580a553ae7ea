package selector

import "slices"

// smallRoom is how many elements may lie unused without a second allocation to get rid of them.
const smallRoom = 64

// trimmed returns list, of which room had been made for so many elements, or a copy if it needs
// so little of that room that keeping it would be a waste: duplicates that were dropped would
// stay in memory as long as the list.
func trimmed[E any](list []E, room int) []E {
	if room > smallRoom && len(list) < room/4 {
		return slices.Clone(list)
	}
	return list
}

// trimValues does that for the values of all requirements together, which share the room.
func trimValues(requirements []Requirement, room int) {
	if room <= smallRoom {
		return
	}
	used := 0
	for i := range requirements {
		used += len(requirements[i].values)
	}
	if used >= room/4 {
		return
	}
	values := make([]string, 0, used)
	for i := range requirements {
		if r := &requirements[i]; r.values != nil {
			first := len(values)
			values = append(values, r.values...)
			r.setValues(values[first:])
		}
	}
}
