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

// probes are the slots in which a value can be: the one that its hash names and those behind it.
// Where more are taken the hash counts as bad, so that no list makes looking slow.
const probes = 16

// newLookup returns a lookup for values, which it keeps and nobody may change.
func newLookup(values []string) *lookup {
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
	at := hash(value) >> l.shift
	for range probes {
		i := l.slots[at&mask]
		if i == 0 {
			return false
		}
		if l.values[i-1] == value {
			return true
		}
		at++
	}
	return false
}

// hash mixes the length and the tail of a value.
func hash(s string) uint64 {
	const odd = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
	h := (uint64(tail(s)) ^ uint64(len(s))) * odd
	return (h ^ h>>32) * odd
}
