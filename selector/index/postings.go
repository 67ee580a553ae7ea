package index

import (
	"slices"
)

const (
	// fewMax is how many ids a posting holds in one list. Beyond it, inserting would move too
	// much memory. It goes back to a list below fewMin.
	fewMax = 1024
	fewMin = fewMax / 2
	// arrayMax is how many ids a container holds in a list. Beyond it, combining all bits of a
	// chunk is faster than looking at each id. It goes back to a list below arrayMin.
	arrayMax = 1024
	arrayMin = arrayMax / 2
	// chunkBits is how many low bits of an id are its place within a chunk.
	chunkBits = 16
)

// posting is a set of ids of label sets. It is a sorted list while it has few ids, and beyond
// that one container for each chunk of 65,536 ids. Inserting and removing takes the time to
// move a few kilobytes at most, however large it is.
type posting struct {
	few  []uint32
	many *chunked
}

// chunked is a large posting.
type chunked struct {
	n int
	// containers has one for each chunk; nil is one without ids.
	containers []*container
}

// position returns how many of the sorted values are less than value.
func position[T uint16 | uint32](values []T, value T) int {
	start, n := 0, len(values)
	for n > 0 {
		half := (n + 1) / 2
		if values[start+half-1] < value {
			start += half
		}
		n -= half
	}
	return start
}

// len returns the number of ids.
func (p *posting) len() int {
	if p.many != nil {
		return p.many.n
	}
	return len(p.few)
}

// insert adds an id that is not there.
func (p *posting) insert(id uint32) {
	if p.many == nil {
		if len(p.few) < fewMax {
			p.few = slices.Insert(p.few, position(p.few, id), id)
			return
		}
		p.many = &chunked{}
		for _, id := range p.few {
			p.many.insert(id)
		}
		p.few = nil
	}
	p.many.insert(id)
}

// remove takes out an id that is there.
func (p *posting) remove(id uint32) {
	if p.many == nil {
		p.few = without(p.few, position(p.few, id))
		return
	}
	p.many.remove(id)
	if p.many.n < fewMin {
		p.few = p.many.appendTo(make([]uint32, 0, fewMin))
		p.many = nil
	}
}

// flag sets the hits of those ids that are in the posting. The ids need no order, but it is
// faster if those of a chunk follow each other.
func (p *posting) flag(ids []uint32, hits []uint8) {
	if p.many == nil {
		for i, id := range ids {
			if at := position(p.few, id); at < len(p.few) && p.few[at] == id {
				hits[i] = 1
			}
		}
		return
	}
	for start := 0; start < len(ids); {
		chunk := ids[start] >> chunkBits
		end := start + 1
		for end < len(ids) && ids[end]>>chunkBits == chunk {
			end++
		}
		if c := p.many.container(int(chunk)); c != nil {
			c.flag(ids[start:end], hits[start:end])
		}
		start = end
	}
}

// container returns what the posting has of a chunk: ids, or a container, or nothing.
func (p *posting) container(chunk int) (ids []uint32, c *container) {
	if p.many != nil {
		return nil, p.many.container(chunk)
	}
	ids = p.few[position(p.few, uint32(chunk)<<chunkBits):]
	end := 0
	for end < len(ids) && int(ids[end]>>chunkBits) == chunk {
		end++
	}
	return ids[:end], nil
}

// include sets the bits of the posting's ids of a chunk.
func (p *posting) include(chunk int, words *bitset) {
	ids, c := p.container(chunk)
	for _, id := range ids {
		words[uint16(id)/64] |= 1 << (id % 64)
	}
	switch {
	case c == nil:
	case c.bits == nil:
		for _, low := range c.array {
			words[low/64] |= 1 << (low % 64)
		}
	default:
		for i, word := range c.bits {
			words[i] |= word
		}
	}
}

// exclude clears the bits of the posting's ids of a chunk.
func (p *posting) exclude(chunk int, words *bitset) {
	ids, c := p.container(chunk)
	for _, id := range ids {
		words[uint16(id)/64] &^= 1 << (id % 64)
	}
	switch {
	case c == nil:
	case c.bits == nil:
		for _, low := range c.array {
			words[low/64] &^= 1 << (low % 64)
		}
	default:
		for i, word := range c.bits {
			words[i] &^= word
		}
	}
}

// container returns the container of a chunk, or nil.
func (m *chunked) container(chunk int) *container {
	if chunk >= len(m.containers) {
		return nil
	}
	return m.containers[chunk]
}

func (m *chunked) insert(id uint32) {
	chunk := int(id >> chunkBits)
	for chunk >= len(m.containers) {
		m.containers = append(m.containers, nil)
	}
	if m.containers[chunk] == nil {
		m.containers[chunk] = &container{}
	}
	m.containers[chunk].insert(uint16(id))
	m.n++
}

func (m *chunked) remove(id uint32) {
	chunk := id >> chunkBits
	c := m.containers[chunk]
	c.remove(uint16(id))
	m.n--
	if c.n == 0 {
		m.containers[chunk] = nil
	}
}

// appendTo appends all ids, ascending.
func (m *chunked) appendTo(ids []uint32) []uint32 {
	for chunk, c := range m.containers {
		if c == nil {
			continue
		}
		base := uint32(chunk) << chunkBits
		for _, low := range c.list() {
			ids = append(ids, base|uint32(low))
		}
	}
	return ids
}
