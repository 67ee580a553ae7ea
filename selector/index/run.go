package index

import (
	"math/bits"
	"slices"
)

// run passes on the sets that match, each once: some as ids, some as the bits of a chunk. The
// functions must neither keep nor change what they get.
func (p *plan) run(l *labelSets, list func(ids []uint32), chunk func(chunk int, words *bitset)) {
	candidates := p.of(&p.terms[0])
	n := 0
	large := 0
	for i, pair := range candidates {
		few := pair.sets.few
		switch {
		case pair.sets.many != nil:
			candidates[large], candidates[i] = candidates[i], candidates[large]
			large++
		case len(p.terms) == 1:
			list(few)
		default:
			if n+len(few) > batchMax {
				list(p.filter(l, p.ids[:n]))
				n = 0
			}
			n += copy(p.ids[n:], few)
		}
	}
	if n > 0 {
		list(p.filter(l, p.ids[:n]))
	}
	if large > 0 {
		for i := range l.chunks() {
			p.runChunk(l, candidates[:large], i, list, chunk)
		}
	}
}

// runChunk is run for one chunk and the candidates that have large postings.
func (p *plan) runChunk(l *labelSets, candidates []*pair, chunk int, list func(ids []uint32), dense func(chunk int, words *bitset)) {
	var c *container
	several := false
	for _, pair := range candidates {
		if other := pair.sets.many.container(chunk); other != nil {
			several = c != nil
			c = other
			if several {
				break
			}
		}
	}
	from := &p.words
	switch {
	case c == nil:
		return
	case several:
		clear(p.words[:])
		for _, pair := range candidates {
			pair.sets.include(chunk, &p.words)
		}
	case c.bits == nil:
		base := uint32(chunk) << chunkBits
		ids := p.ids[:len(c.array)]
		for i, low := range c.array {
			ids[i] = base | uint32(low)
		}
		list(p.filter(l, ids))
		return
	case len(p.terms) == 1:
		dense(chunk, c.bits)
		return
	default:
		from = c.bits
	}
	p.filterChunk(l, chunk, from)
	dense(chunk, &p.words)
}

// filter returns those of the candidates that match the other terms, in the same memory.
func (p *plan) filter(l *labelSets, ids []uint32) []uint32 {
	marked := false
	for i := 1; i < len(p.terms) && len(ids) > 0; i++ {
		t := &p.terms[i]
		if t.mark != 0 {
			marked = true
			continue
		}
		hits := p.hits[:len(ids)]
		clear(hits)
		for _, pair := range p.of(t) {
			pair.sets.flag(ids, hits)
		}
		keep := uint8(1)
		if t.exclude {
			keep = 0
		}
		// Adding instead of branching: which candidates stay cannot be predicted.
		n := 0
		for i, id := range ids {
			ids[n] = id
			n += int(hits[i] ^ keep ^ 1)
		}
		ids = ids[:n]
	}
	if marked {
		ids = slices.DeleteFunc(ids, func(id uint32) bool { return !p.marked(l, id) })
	}
	return ids
}

// filterChunk sets words to those of the candidates that match the other terms. from is not
// changed unless it is words.
func (p *plan) filterChunk(l *labelSets, chunk int, from *bitset) {
	// Terms that are bits already are combined two at a time: each time through the words of a
	// chunk counts.
	var waiting *bitset
	marked := false
	for i := 1; i < len(p.terms); i++ {
		t := &p.terms[i]
		if t.exclude || t.mark != 0 {
			marked = marked || t.mark != 0
			continue
		}
		with := p.bitsOf(t, chunk)
		if waiting == nil && with != &p.union {
			waiting = with
			continue
		}
		if waiting == nil {
			waiting = from
		}
		p.words.intersect(from, waiting, with)
		from, waiting = &p.words, nil
	}
	switch {
	case waiting != nil:
		p.words.intersect(from, from, waiting)
	case from != &p.words:
		p.words = *from
	}
	for i := 1; i < len(p.terms); i++ {
		if t := &p.terms[i]; t.exclude && t.mark == 0 {
			for _, pair := range p.of(t) {
				pair.sets.exclude(chunk, &p.words)
			}
		}
	}
	if !marked {
		return
	}
	for i, word := range p.words {
		base := uint32(chunk)<<chunkBits | uint32(i)*64
		for ; word != 0; word &= word - 1 {
			bit := bits.TrailingZeros64(word)
			if !p.marked(l, base|uint32(bit)) {
				p.words[i] &^= 1 << bit
			}
		}
	}
}

// bitsOf returns the sets of a chunk that have one of the pairs of a term. They are valid until
// the next call, and not to be changed.
func (p *plan) bitsOf(t *term, chunk int) *bitset {
	pairs := p.of(t)
	if len(pairs) == 1 {
		if _, c := pairs[0].sets.container(chunk); c != nil && c.bits != nil {
			return c.bits
		}
	}
	clear(p.union[:])
	for _, pair := range pairs {
		pair.sets.include(chunk, &p.union)
	}
	return &p.union
}

// marked reports whether a set matches the terms that are tested by marks.
func (p *plan) marked(l *labelSets, set uint32) bool {
	var found uint8
	for _, id := range l.pairsOf(set) {
		found |= p.marks[id]
	}
	return found == p.want
}

// forPair makes p the plan for the sets with one pair.
func (p *plan) forPair(pair *pair) {
	p.pairs = append(p.pairs, pair)
	p.terms = append(p.terms, term{to: 1, count: pair.sets.len()})
}

// count runs the plan and returns the number of objects.
func (p *plan) count(l *labelSets) int {
	n := 0
	p.run(l,
		func(ids []uint32) {
			n += len(ids)
			if l.sharing == 0 {
				return
			}
			for _, id := range ids {
				if has(l.shared, id) {
					n += int(l.members[id].count) - 1
				}
			}
		},
		func(chunk int, words *bitset) {
			found, several, shared := 0, uint64(0), l.sharedIn(chunk)
			for i, word := range words[:len(shared)] {
				found += bits.OnesCount64(word)
				several |= word & shared[i]
			}
			n += found
			if several == 0 {
				return
			}
			for i, word := range shared {
				for word &= words[i]; word != 0; word &= word - 1 {
					n += int(l.members[chunk<<chunkBits+i*64+bits.TrailingZeros64(word)].count) - 1
				}
			}
		})
	return n
}
