package main

import "iter"

// stamps holds for each controller the stamp of the last gathering that it was in.
type stamps []int

// gathering is a set of controllers, as far as it is to be told.
type gathering struct {
	stamps        stamps
	stamp         int
	count         int
	first, second int // the first, and the first that is another object than that; -1 if none
}

// gather collects controllers from sequences.
func (n *namespace) gather(s stamps, stamp int, sequences ...iter.Seq[int]) gathering {
	g := gathering{stamps: s, stamp: stamp, first: -1, second: -1}
	for _, sequence := range sequences {
		for id := range sequence {
			if s[id] == stamp {
				continue
			}
			s[id] = stamp
			g.count++
			switch {
			case g.first < 0:
				g.first = id
			case id < g.first:
				if !n.same(id, g.first) {
					g.second = g.first
				}
				g.first = id
			case (g.second < 0 || id < g.second) && !n.same(id, g.first):
				g.second = id
			}
		}
	}
	return g
}

// same reports whether two numbers stand for the same object.
func (n *namespace) same(a, b int) bool {
	return a == b || n.controllers[a].name != "" && n.controllers[a].identity == n.controllers[b].identity
}

// others returns the first controller of a gathering that is another object than i, and how
// many more there are; -1 if there is none.
func (n *namespace) others(i int, g gathering) (first, more int) {
	first = g.first
	if first >= 0 && n.same(i, first) {
		first = g.second
	}
	if first < 0 {
		return -1, 0
	}
	more = g.count - 1
	same := n.known[n.controllers[i].identity]
	if n.controllers[i].name == "" {
		same = []int{i}
	}
	for _, id := range same {
		if g.stamps[id] == g.stamp {
			more--
		}
	}
	return first, more
}
