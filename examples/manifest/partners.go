package main

import "math/bits"

// partners is what is to be told of the controllers of some groups.
type partners struct {
	count         int
	first, second int // the first, and the first that is another object than that; -1 if none
}

// partnersIn sums up the groups of a row.
func (n *namespace) partnersIn(row []uint64) partners {
	p := partners{first: -1, second: -1}
	for at, word := range row {
		p.count += n.blocks[at].count(word)
		for ; word != 0; word &= word - 1 {
			g := n.groups[at*blockSize+bits.TrailingZeros64(word)]
			if p.second >= 0 && p.second < g.members[0] {
				break // groups are in the order of their first members
			}
			p.see(n, g)
		}
	}
	return p
}

// see takes note of the first members of a group.
func (p *partners) see(n *namespace, g *group) {
	if p.first < 0 {
		p.first, p.second = g.members[0], g.second
		return
	}
	candidate := g.members[0]
	if n.objects[candidate] == n.objects[p.first] {
		candidate = g.second
	}
	if candidate >= 0 && (p.second < 0 || candidate < p.second) {
		p.second = candidate
	}
}

// others returns the first controller of a row that is another object than i, and how many
// more there are; -1 if there is none.
func (n *namespace) others(i int, row []uint64, p partners) (first, more int) {
	first = p.first
	if first >= 0 && n.objects[first] == n.objects[i] {
		first = p.second
	}
	if first < 0 {
		return -1, 0
	}
	more = p.count - 1
	for _, g := range n.copies[n.objects[i]] {
		if row[g/blockSize]>>(g%blockSize)&1 == 1 {
			more--
		}
	}
	return first, more
}
