package selector

import "slices"

// normalize sorts requirements in place and drops duplicates. It returns nil for none, so that
// there is one form of the selector without requirements.
func normalize(requirements []Requirement) []Requirement {
	for i := 1; i < len(requirements); i++ {
		if compare(&requirements[i-1], &requirements[i]) >= 0 {
			slices.SortFunc(requirements, func(a, b Requirement) int { return compare(&a, &b) })
			unique := slices.CompactFunc(requirements, func(a, b Requirement) bool { return compare(&a, &b) == 0 })
			return trimmed(unique, len(requirements))
		}
	}
	if len(requirements) == 0 {
		return nil
	}
	return requirements
}

// sorted returns a copy of requirements that is sorted and has no duplicates. Few of them, as
// most selectors have, are sorted by moving numbers, since a Requirement is large.
func sorted(requirements []Requirement) []Requirement {
	var order [16]uint8
	if len(requirements) > len(order) {
		return normalize(slices.Clone(requirements))
	}
	n := 0
	for i := range requirements {
		at, duplicate := n, false
		for at > 0 {
			c := compare(&requirements[order[at-1]], &requirements[i])
			if c <= 0 {
				duplicate = c == 0
				break
			}
			at--
		}
		if duplicate {
			continue
		}
		copy(order[at+1:n+1], order[at:n])
		order[at] = uint8(i)
		n++
	}
	if n == 0 {
		return nil
	}
	own := make([]Requirement, n)
	for i, from := range order[:n] {
		own[i] = requirements[from]
	}
	return own
}

// sortValues sorts values in place and returns them without duplicates. Many values that have a
// few bytes behind a common prefix, as numbered names do, are sorted as integers that hold
// those bytes and a position.
func sortValues(values []string) []string {
	const fewest, most, room = 16, 128, 7
	if len(values) < fewest || len(values) > most {
		slices.Sort(values)
		return slices.Compact(values)
	}
	var keys [most]uint64
	if !shortKeys(keys[:len(values)], values, room) {
		slices.Sort(values)
		return slices.Compact(values)
	}
	var old [most]string
	copy(old[:], values)
	slices.Sort(keys[:len(values)])
	unique := values[:0]
	for i, key := range keys[:len(values)] {
		if i == 0 || key>>8 != keys[i-1]>>8 {
			unique = append(unique, old[uint8(key)])
		}
	}
	return unique
}

// shortKeys writes for each value the bytes behind the common prefix and, as the last byte, its
// position. It reports false if some value has more than room bytes there.
func shortKeys(keys []uint64, values []string, room int) bool {
	prefix := commonPrefix(values)
	for i, value := range values {
		rest := value[prefix:]
		if len(rest) > room {
			return false
		}
		key := uint64(0)
		for j := range len(rest) {
			key = key<<8 | uint64(rest[j])
		}
		// A missing byte is less than any other, as the end of a string is.
		keys[i] = key<<(8*(room+1-len(rest))) | uint64(i)
	}
	return true
}

// commonPrefix returns the length of what all values begin with.
func commonPrefix(values []string) int {
	n := len(values[0])
	for _, value := range values[1:] {
		n = min(n, len(value))
		for value[:n] != values[0][:n] {
			n--
		}
	}
	return n
}
