// Package intern gives values numbers: equal values get the same number.
//
// A [Table] finds the number of a value by its hash. [Lists] gives numbers to lists of numbers.
package intern

// Table is a hash table of numbers. It does not know the values that the numbers belong to: its
// user supplies their hashes, and compares them. So it has no pointers, and takes ten to seventeen
// bytes for each number, half of what a Go map would.
//
// It uses open addressing, and its cells are in the order of the hashes. To grow, it reads and
// writes memory from one end to the other.
//
// The zero value is an empty table.
type Table struct {
	// cells have the hash in the upper half and the number plus 1 in the lower one. An empty cell
	// is 0.
	cells []uint64
	used  int
}

func cell(hash, n uint32) uint64 { return uint64(hash)<<32 | uint64(n+1) }

// Len returns how many numbers the table has.
func (t *Table) Len() int { return t.used }

// Find returns the number of a value. equal reports whether a number with the same hash belongs to
// the value.
func (t *Table) Find(hash uint32, equal func(n uint32) bool) (n uint32, ok bool) {
	if t.used == 0 {
		return 0, false
	}
	for i := t.home(hash); t.cells[i] != 0; i = t.next(i) {
		if c := t.cells[i]; uint32(c>>32) == hash && equal(uint32(c)-1) {
			return uint32(c) - 1, true
		}
	}
	return 0, false
}

// Insert adds a number, which must not be in the table.
func (t *Table) Insert(hash, n uint32) {
	if t.used >= len(t.cells)/5*4 {
		t.resize(t.used*5/3 + 16)
	}
	t.used++
	t.place(cell(hash, n))
}

// Replace puts another number in the place of one with the same hash. It does nothing if the
// number is not in the table.
func (t *Table) Replace(hash, old, new uint32) {
	if i, ok := t.search(hash, old); ok {
		t.cells[i] = cell(hash, new)
	}
}

// Remove removes a number. It does nothing if the number is not in the table.
func (t *Table) Remove(hash, n uint32) {
	gap, ok := t.search(hash, n)
	if !ok {
		return
	}
	// Move cells into the gap, so that no search ends there too early.
	for i := t.next(gap); t.cells[i] != 0; i = t.next(i) {
		if t.reaches(t.home(uint32(t.cells[i]>>32)), gap, i) {
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

// reaches reports whether a search that starts at home and ends at i passes gap. Searches
// continue at the first cell after the last one.
func (t *Table) reaches(home, gap, i int) bool {
	if gap < i {
		return home <= gap || home > i
	}
	return home <= gap && home > i
}

// search returns the cell of a number.
func (t *Table) search(hash, n uint32) (i int, ok bool) {
	if t.used == 0 {
		return 0, false
	}
	for i = t.home(hash); t.cells[i] != 0; i = t.next(i) {
		if t.cells[i] == cell(hash, n) {
			return i, true
		}
	}
	return 0, false
}

// home returns the cell where the search for a hash starts.
func (t *Table) home(hash uint32) int {
	return int(uint64(hash) * uint64(len(t.cells)) >> 32)
}

// next returns the cell after i.
func (t *Table) next(i int) int {
	if i++; i < len(t.cells) {
		return i
	}
	return 0
}

// place stores the content of a cell in the first empty cell from its home on.
func (t *Table) place(c uint64) {
	i := t.home(uint32(c >> 32))
	for t.cells[i] != 0 {
		i = t.next(i)
	}
	t.cells[i] = c
}

func (t *Table) resize(size int) {
	old := t.cells
	t.cells = make([]uint64, size)
	for _, c := range old {
		if c != 0 {
			t.place(c)
		}
	}
}
