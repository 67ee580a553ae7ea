package index

import (
	"slices"

	"github.com/jobapi/jobapi/selector"
)

const (
	// batchMax is how many candidates are tested at once. The ids of an array container fit.
	batchMax = arrayMax
	// markMax is how many terms can be tested by looking at the pairs of the candidates.
	markMax = 8
)

// plan answers one selector: the label sets of the term that has the fewest are candidates, and
// the other terms are tested on them. It works in blocks of at most one chunk, and so needs no
// memory in proportion to the index but the list of the pairs that a selector names.
type plan struct {
	terms []term
	pairs []*pair // of all terms, one term after the other

	// marks has, by the id of a pair, a bit for each term that is tested by marks and names the
	// pair. want are the bits that a set must find at its pairs.
	marks []uint8
	want  uint8

	ids   [batchMax]uint32
	hits  [batchMax]uint8
	words bitset
	union bitset
}

// term is one requirement: the sets that have one of the pairs, or have none of them. No set
// has two.
type term struct {
	from, to int // in plan.pairs
	count    int // of the sets with one of the pairs
	exclude  bool
	// mark is the bit of a term that is tested by marks, and else 0.
	mark uint8
}

func (p *plan) of(t *term) []*pair { return p.pairs[t.from:t.to] }

// singlePair returns the pair that a selector asks for if it asks for nothing else. This is what
// most selectors are, and needs no plan.
func (l *labelSets) singlePair(s selector.Selector) *pair {
	n := 0
	var only selector.Requirement
	for r := range s.Requirements() {
		if n++; n > 1 || r.Operator() != selector.In {
			return nil
		}
		only = r
	}
	key := l.key(only.Key())
	if key == nil {
		return nil
	}
	var found *pair
	n = 0
	for value := range only.All() {
		if n++; n > 1 {
			return nil
		}
		found = key.values.entries[value]
	}
	return found
}

// prepare makes p the plan for a selector, with the candidates as the first term, or reports
// that no set matches.
func (p *plan) prepare(l *labelSets, s selector.Selector) bool {
	for r := range s.Requirements() {
		t := term{from: len(p.pairs)}
		t.exclude = r.Operator() == selector.NotIn || r.Operator() == selector.DoesNotExist
		if key := l.key(r.Key()); key != nil {
			p.pairs = key.appendPairs(p.pairs, r)
		}
		t.to = len(p.pairs)
		for _, pair := range p.of(&t) {
			t.count += pair.sets.len()
		}
		if t.count > 0 {
			p.terms = append(p.terms, t)
		} else if !t.exclude {
			return false
		}
	}
	slices.SortFunc(p.terms, func(a, b term) int {
		switch {
		case a.exclude == b.exclude:
			return a.count - b.count
		case a.exclude:
			return 1
		default:
			return -1
		}
	})
	if len(p.terms) == 0 || p.terms[0].exclude {
		all := term{from: len(p.pairs), to: len(p.pairs) + 1, count: l.live.sets.len()}
		p.pairs = append(p.pairs, &l.live)
		p.terms = slices.Insert(p.terms, 0, all)
	}
	p.mark(l)
	return p.terms[0].count > 0
}

// appendPairs appends the pairs of the key that the requirement names.
func (k *labelKey) appendPairs(pairs []*pair, r selector.Requirement) []*pair {
	switch r.Operator() {
	case selector.In, selector.NotIn:
		for value := range r.All() {
			if p := k.values.entries[value]; p != nil {
				pairs = append(pairs, p)
			}
		}
	case selector.Exists, selector.DoesNotExist:
		pairs = append(pairs, &k.any)
	case selector.GreaterThan, selector.LessThan:
		bound, _ := r.Number()
		if r.Operator() == selector.GreaterThan {
			pairs = k.numbers.appendAbove(pairs, bound)
		} else {
			pairs = k.numbers.appendBelow(pairs, bound)
		}
	}
	return pairs
}

// mark chooses the terms with so many pairs that looking at the pairs of each candidate is
// cheaper than looking into the posting of each pair.
func (p *plan) mark(l *labelSets) {
	candidates, chunks := p.terms[0].count, l.chunks()
	single := 0 // how many candidates are tested one by one
	for _, pair := range p.of(&p.terms[0]) {
		if n := pair.sets.len(); pair.sets.many == nil || n <= arrayMax*chunks {
			single += n
		}
	}
	next := uint8(1)
	for i := 1; i < len(p.terms) && i <= markMax; i++ {
		t := &p.terms[i]
		n := t.to - t.from
		// The figures are about nanoseconds.
		postings := 4 * n * single
		if single < candidates {
			postings += 20*n*chunks + t.count
		}
		if n <= 4 || postings < 2*n+15*candidates {
			continue
		}
		if len(p.marks) < len(l.pairs) {
			p.marks = append(p.marks, make([]uint8, len(l.pairs)-len(p.marks))...)
		}
		t.mark = next
		next <<= 1
		if !t.exclude {
			p.want |= t.mark
		}
		for _, pair := range p.of(t) {
			p.marks[pair.id] |= t.mark
		}
	}
}

// reset makes p ready for another selector.
func (p *plan) reset() {
	for i := range p.terms {
		if t := &p.terms[i]; t.mark != 0 {
			for _, pair := range p.of(t) {
				p.marks[pair.id] = 0
			}
		}
	}
	clear(p.pairs) // the index may drop them
	p.terms, p.pairs, p.want = p.terms[:0], p.pairs[:0], 0
}
