package index

import "hash/maphash"

// benchSize is how many objects sit on a bench.
const benchSize = 4

// onBench is a bit of the seats on benches.
const onBench = 1 << 31

// seats have the objects of the label sets. The first of each set sits at the number of the set,
// so that listing many sets reads memory from one end to the other. The others sit on benches. A
// seat is a number: that of the set, or onBench and a place in others.
type seats[ID comparable] struct {
	first   []ID // by id of the set
	others  []ID // benchSize for each bench
	benches []bench
	free    uint32 // the first bench that is free, plus 1
}

// bench is a part of the list of a set. All benches of a set are full but the first of the list.
type bench struct {
	set  uint32
	next uint32 // plus 1; in a free bench, the next free one
}

// at returns the object on a seat.
func (s *seats[ID]) at(seat uint32) *ID {
	if seat&onBench == 0 {
		return &s.first[seat]
	}
	return &s.others[seat&^onBench]
}

// setOf returns the label set of the object on a seat.
func (s *seats[ID]) setOf(seat uint32) uint32 {
	if seat&onBench == 0 {
		return seat
	}
	return s.benches[seat&^onBench/benchSize].set
}

// addBench puts a bench before those of a set, and returns it plus 1.
func (s *seats[ID]) addBench(set, next uint32) uint32 {
	if s.free == 0 {
		s.benches = append(s.benches, bench{set: set, next: next})
		s.others = append(s.others, make([]ID, benchSize)...)
		return uint32(len(s.benches))
	}
	added := s.free
	s.free = s.benches[added-1].next
	s.benches[added-1] = bench{set: set, next: next}
	return added
}

// dropBench takes out the first bench of a set, and returns the next.
func (s *seats[ID]) dropBench(dropped uint32) uint32 {
	next := s.benches[dropped-1].next
	s.benches[dropped-1].next = s.free
	s.free = dropped
	return next
}

// appendOthers appends the objects of a set but the first.
func (s *seats[ID]) appendOthers(dst []ID, m population) []ID {
	n := (m.count-2)%benchSize + 1
	for b := m.benches; b != 0; b = s.benches[b-1].next {
		dst = append(dst, s.others[(b-1)*benchSize:][:n]...)
		n = benchSize
	}
	return dst
}

func (x *Objects[ID]) hash(id ID) uint32 {
	return uint32(maphash.Comparable(x.seed, id) >> 32)
}

// find returns the cell of an object.
func (x *Objects[ID]) find(hash uint32, id ID) (cell int, ok bool) {
	return x.byID.find(hash, func(seat uint32) bool { return *x.seats.at(seat) == id })
}

// join adds an object to a label set, and returns its seat.
func (x *Objects[ID]) join(id ID, set uint32) uint32 {
	m := &x.sets.members[set]
	m.count++
	switch m.count {
	case 1:
		if int(set) == len(x.seats.first) {
			x.seats.first = append(x.seats.first, id)
		} else {
			x.seats.first[set] = id
		}
		return set
	case 2:
		x.sets.share(set, true)
	}
	n := (m.count - 2) % benchSize
	if n == 0 {
		m.benches = x.seats.addBench(set, m.benches)
	}
	at := (m.benches-1)*benchSize + n
	x.seats.others[at] = id
	return onBench | at
}

// leave takes an object out of its label set. The one that joined last takes its seat; if it was
// the only one, the set goes, too.
func (x *Objects[ID]) leave(seat uint32) {
	set := x.seats.setOf(seat)
	m := &x.sets.members[set]
	m.count--
	var none ID
	switch m.count {
	case 0:
		x.seats.first[set] = none
		x.sets.remove(set)
		return
	case 1:
		x.sets.share(set, false)
	}
	n := (m.count - 1) % benchSize
	last := onBench | (m.benches-1)*benchSize + n
	if moved := *x.seats.at(last); seat != last {
		if cell, ok := x.find(x.hash(moved), moved); ok { // as it is, but for IDs such as NaN
			x.byID.renumber(cell, seat)
		}
		*x.seats.at(seat) = moved
	}
	*x.seats.at(last) = none
	if n == 0 {
		m.benches = x.seats.dropBench(m.benches)
	}
}
