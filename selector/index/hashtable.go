package index

// hashTable finds numbers by the hash of what they stand for. It has no pointers, and takes
// half the memory of a map. It is open addressing in the order of the hashes: growing reads and
// writes memory from one end to the other.
type hashTable struct {
	// cells have the hash in the upper half and the number plus 1 in the lower one.
	cells []uint64
	used  int
}

// home returns the cell where the search for a hash begins.
func (t *hashTable) home(hash uint32) int {
	return int(uint64(hash) * uint64(len(t.cells)) >> 32)
}

// next returns the cell after i.
func (t *hashTable) next(i int) int {
	if i++; i < len(t.cells) {
		return i
	}
	return 0
}

// find returns the cell of the number with the hash that is the same. It is valid until a number
// is inserted or removed.
func (t *hashTable) find(hash uint32, same func(n uint32) bool) (cell int, ok bool) {
	if t.used == 0 {
		return 0, false
	}
	for i := t.home(hash); t.cells[i] != 0; i = t.next(i) {
		if cell := t.cells[i]; uint32(cell>>32) == hash && same(uint32(cell)-1) {
			return i, true
		}
	}
	return 0, false
}

// number returns the number in a cell.
func (t *hashTable) number(cell int) uint32 { return uint32(t.cells[cell]) - 1 }

// renumber puts another number with the same hash into a cell.
func (t *hashTable) renumber(cell int, n uint32) {
	t.cells[cell] = t.cells[cell]>>32<<32 | uint64(n+1)
}

// insert adds a number that is not there.
func (t *hashTable) insert(hash, n uint32) {
	if t.used >= len(t.cells)/5*4 {
		t.resize(t.used*5/3 + 16)
	}
	t.used++
	t.place(uint64(hash)<<32 | uint64(n+1))
}

// place puts a cell into the first one that is empty.
func (t *hashTable) place(cell uint64) {
	i := t.home(uint32(cell >> 32))
	for t.cells[i] != 0 {
		i = t.next(i)
	}
	t.cells[i] = cell
}

// remove takes out a number that is there, and closes the gap.
func (t *hashTable) remove(hash, n uint32) {
	gap := t.home(hash)
	for t.cells[gap] != uint64(hash)<<32|uint64(n+1) {
		gap = t.next(gap)
	}
	for i := t.next(gap); t.cells[i] != 0; i = t.next(i) {
		// A cell may fill the gap unless its search begins behind it.
		home := t.home(uint32(t.cells[i] >> 32))
		behind := home > gap && home <= i
		if i < gap {
			behind = home > gap || home <= i
		}
		if !behind {
			t.cells[gap] = t.cells[i]
			gap = i
		}
	}
	t.cells[gap] = 0
	t.used--
	if len(t.cells) > 64 && t.used < len(t.cells)/5 {
		t.resize(t.used * 2)
	}
}

// resize makes a table of about size cells.
func (t *hashTable) resize(size int) {
	old := t.cells
	t.cells = make([]uint64, size)
	for _, cell := range old {
		if cell != 0 {
			t.place(cell)
		}
	}
}
