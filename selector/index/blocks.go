package index

// blocks are lists of ids that all have the same length, one after the other.
type blocks struct {
	ids  []uint32
	used int
	free uint32 // the first block that is free, plus 1; its first id is the next one
}

// block returns a list. Lists of length 0 have no memory.
func (b *blocks) block(block, size uint32) []uint32 {
	start := int(block) * int(size)
	return b.ids[start : start+int(size)]
}

func (b *blocks) add(ids []uint32) uint32 {
	size := uint32(len(ids))
	if size == 0 {
		return 0
	}
	b.used++
	if b.free != 0 {
		block := b.free - 1
		list := b.block(block, size)
		b.free = list[0]
		copy(list, ids)
		return block
	}
	b.ids = append(b.ids, ids...)
	return uint32(len(b.ids)/len(ids)) - 1
}

func (b *blocks) remove(block, size uint32) {
	if size == 0 {
		return
	}
	b.used--
	if b.used == 0 {
		*b = blocks{}
		return
	}
	b.block(block, size)[0] = b.free
	b.free = block + 1
}
