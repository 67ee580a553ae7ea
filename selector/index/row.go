package index

import (
	"math/bits"
	"slices"
)

// row is a set of slots: sorted while they are few, bits where they are dense.
type row struct {
	count  int
	sparse []uint32
	dense  []uint64
}

func (r *row) add(slot uint32) {
	r.count++
	if r.dense != nil {
		if missing := int(slot/64) + 1 - len(r.dense); missing > 0 {
			r.dense = append(r.dense, make([]uint64, missing)...)
		}
		setBit(r.dense, slot)
		r.thin()
		return
	}
	if n := len(r.sparse); n == 0 || r.sparse[n-1] < slot {
		r.sparse = append(r.sparse, slot)
	} else {
		at, _ := slices.BinarySearch(r.sparse, slot)
		r.sparse = slices.Insert(r.sparse, at, slot)
	}
	// A slot costs half the memory then that it does in the list.
	if last := r.sparse[r.count-1]; r.count >= 64 && int(last) < 16*r.count {
		r.dense = r.appendBits(nil)
		r.sparse = nil
	}
}

func (r *row) remove(slot uint32) {
	r.count--
	if r.dense != nil {
		clearBit(r.dense, slot)
		r.thin()
		return
	}
	at, _ := slices.BinarySearch(r.sparse, slot)
	r.sparse = trimmed(slices.Delete(r.sparse, at, at+1))
}

// thin turns bits into a list if they cost twice the memory.
func (r *row) thin() {
	if len(r.dense) <= r.count {
		return
	}
	r.sparse = make([]uint32, 0, r.count)
	for i, word := range r.dense {
		for ; word != 0; word &= word - 1 {
			r.sparse = append(r.sparse, uint32(64*i+bits.TrailingZeros64(word)))
		}
	}
	r.dense = nil
}

// appendBits appends the row as bits to dst, which is empty.
func (r *row) appendBits(dst []uint64) []uint64 {
	if r.dense != nil || r.count == 0 {
		return append(dst, r.dense...)
	}
	words := int(r.sparse[r.count-1]/64) + 1
	dst = slices.Grow(dst, words)[:words]
	clear(dst)
	for _, slot := range r.sparse {
		setBit(dst, slot)
	}
	return dst
}

func has(words []uint64, slot uint32) bool {
	return int(slot/64) < len(words) && words[slot/64]&(1<<(slot%64)) != 0
}

func setBit(words []uint64, slot uint32)   { words[slot/64] |= 1 << (slot % 64) }
func clearBit(words []uint64, slot uint32) { words[slot/64] &^= 1 << (slot % 64) }

// andNot clears the bits in words that drop has.
func andNot(words, drop []uint64) {
	n := min(len(words), len(drop))
	words, drop = words[:n], drop[:n]
	for i := range words {
		words[i] &^= drop[i]
	}
}

// andNotBut clears the bits in words that drop has and but has not. What but has drop has, too.
func andNotBut(words, drop, but []uint64) {
	n := min(len(words), len(drop), len(but))
	head, dropped, kept := words[:n], drop[:n], but[:n]
	for i := range head {
		head[i] &^= dropped[i] &^ kept[i]
	}
	andNot(words[n:], drop[n:])
}

// or sets the bits in words that more has, and makes words as long.
func or(words, more []uint64) []uint64 {
	n := min(len(words), len(more))
	for i, word := range more[:n] {
		words[i] |= word
	}
	return append(words, more[n:]...)
}
