package selector

import "math/bits"

// lookup finds a value among many, faster than a map does: it hashes the end of a value only,
// where numbered and generated names differ. Values that differ elsewhere go to a map.
type lookup struct {
	values []string
	slots  []uint32 // open addressing: 0 for free, else one more than an index of values
	shift  uint8
	all    map[string]struct{} // instead of the slots
}

// newLookup returns a lookup for values, which it keeps and nobody may change.
func newLookup(values []string) *lookup {
	const probes = 16 // in a row, before the hash counts as bad
	size := bits.Len(uint(2*len(values) - 1))
	l := &lookup{values: values, slots: make([]uint32, 1<<size), shift: uint8(64 - size)}
	mask := uint64(len(l.slots) - 1)
	for i, value := range values {
		at, left := hash(value)>>l.shift, probes
		for ; l.slots[at] != 0 && left > 0; left-- {
			at = (at + 1) & mask
		}
		if left == 0 {
			return mapLookup(values)
		}
		l.slots[at] = uint32(i) + 1
	}
	return l
}

func mapLookup(values []string) *lookup {
	l := &lookup{all: make(map[string]struct{}, len(values))}
	for _, value := range values {
		l.all[value] = struct{}{}
	}
	return l
}

// has reports whether value is one of them.
func (l *lookup) has(value string) bool {
	if l.all != nil {
		_, ok := l.all[value]
		return ok
	}
	mask := uint64(len(l.slots) - 1)
	for at := hash(value) >> l.shift; ; at = (at + 1) & mask {
		i := l.slots[at&mask]
		if i == 0 {
			return false
		}
		if l.values[i-1] == value {
			return true
		}
	}
}

// hash mixes the length and the last eight bytes of a value.
func hash(s string) uint64 {
	n := len(s)
	var tail uint64
	switch {
	case n >= 8:
		tail = fourBytes(s[n-8:]) | fourBytes(s[n-4:])<<32
	case n >= 4: // some bytes count twice
		tail = fourBytes(s) | fourBytes(s[n-4:])<<32
	default:
		for i := range n {
			tail = tail<<8 | uint64(s[i])
		}
	}
	const odd = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
	tail = (tail ^ uint64(n)) * odd
	return (tail ^ tail>>32) * odd
}

// fourBytes returns the first four bytes of s as a number. The compiler makes it one load.
func fourBytes(s string) uint64 {
	_ = s[3]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
}
