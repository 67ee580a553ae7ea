package main

import (
	"maps"
	"slices"
)

// overlaps returns a finding for each Job with a selector of its own whose pods another
// controller of the namespace selects as well, or the other way round. With possible, also
// for selectors that could match the same labels.
//
// Each such Job is compared with each controller of its namespace, 64 pairs in a step, and
// controllers that no selector tells apart count as one. That is about a nanosecond a pair,
// however many overlap. An index finds few pairs sooner, but selectors such as !a, !b, !c
// overlap all over, and then what it finds is every pair.
func overlaps(controllers []*controller, possible bool) []finding {
	byNamespace := map[string][]*controller{}
	concerned := map[string]bool{}
	for _, c := range controllers {
		byNamespace[c.namespace] = append(byNamespace[c.namespace], c)
		if c.manual != nil {
			concerned[c.namespace] = true
		}
	}
	var findings []finding
	for _, name := range slices.Sorted(maps.Keys(concerned)) {
		findings = append(findings, newNamespace(byNamespace[name]).findings(possible)...)
	}
	return findings
}

func (n *namespace) findings(possible bool) []finding {
	if possible {
		for number, s := range n.selectors {
			n.index.Set(number, s.Selector)
		}
	}
	var findings []finding
	for jobs := range slices.Chunk(n.manual, blockSize) {
		for i, row := range n.overlapping(jobs) {
			g := n.groups[jobs[i]]
			findings = n.tell(findings, errorSeverity, g, row, message)
			if possible {
				findings = n.tell(findings, warningSeverity, g, n.possible(g.selector, row), possibleMessage)
			}
		}
	}
	return findings
}

// tell appends a finding for each Job with a selector of its own in g that is not the only one
// in the groups of a row.
func (n *namespace) tell(findings []finding, s severity, g *group, row []uint64, message func(c, other *controller, more int) string) []finding {
	found := n.partnersIn(row)
	for _, i := range g.members {
		c := n.controllers[i]
		if c.manual == nil {
			continue
		}
		if other, more := n.others(i, row, found); other >= 0 {
			f := c.manual.about(s, overlap, "spec.selector", message(c, n.controllers[other], more))
			f.Own = true
			findings = append(findings, f)
		}
	}
	return findings
}

// overlapping returns for each of some groups of Jobs the groups that they overlap with: those
// whose pods they select, and those that select their pods, themselves among them. A row has
// a bit for each group.
func (n *namespace) overlapping(jobs []int) [][]uint64 {
	rows := make([][]uint64, len(jobs))
	var pods block
	for i, job := range jobs {
		rows[i] = make([]uint64, len(n.blocks))
		pods.add(i, n.groups[job].labels)
	}
	for at, b := range n.blocks {
		for i, job := range jobs {
			rows[i][at] = b.matching(n.selectors[n.groups[job].selector])
		}
		var selecting [blockSize]uint64
		for i, g := range n.groups[at*blockSize : min((at+1)*blockSize, len(n.groups))] {
			if g.selector >= 0 {
				selecting[i] = pods.matching(n.selectors[g.selector])
			}
		}
		if selecting == [blockSize]uint64{} {
			continue
		}
		transpose(&selecting)
		for i := range jobs {
			rows[i][at] |= selecting[i]
		}
	}
	return rows
}

// possible returns the groups with selectors that some labels satisfy together with the one of
// this number, but for those in the row real.
func (n *namespace) possible(number int, real []uint64) []uint64 {
	row := make([]uint64, len(real))
	for other := range n.index.Overlapping(n.selectors[number].Selector) {
		for _, g := range n.choosers[other] {
			row[g/blockSize] |= 1 << (g % blockSize)
		}
	}
	for i, word := range real {
		row[i] &^= word
	}
	return row
}
