package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/jobapi/jobapi/selector/index"
)

// overlaps returns a finding for each Job with a selector of its own whose pods another
// controller of the namespace selects as well, or the other way round. With possible, also
// for selectors that could match the same labels.
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
	for _, namespace := range slices.Sorted(maps.Keys(concerned)) {
		findings = append(findings, newNamespace(byNamespace[namespace]).findings(possible)...)
	}
	return findings
}

// namespace is the controllers of one namespace, by their number in the order of the input.
type namespace struct {
	controllers []*controller
	known       map[identity][]int // numbers of the objects that stand in the input several times
	pods        index.Objects[int]
	// Equal selectors are one, with a number of its own.
	selectors index.Selectors[int]
	distinct  map[string]int
	choosers  [][]int // the controllers that have a selector, by its number
	real      stamps
	apart     stamps
}

func newNamespace(controllers []*controller) *namespace {
	n := &namespace{
		controllers: controllers,
		known:       map[identity][]int{},
		distinct:    map[string]int{},
		real:        make(stamps, len(controllers)),
		apart:       make(stamps, len(controllers)),
	}
	for i, c := range controllers {
		n.pods.Set(i, c.template)
		if c.name != "" {
			n.known[c.identity] = append(n.known[c.identity], i)
		}
		if c.selector == nil {
			continue
		}
		text := c.selector.String()
		number, ok := n.distinct[text]
		if !ok {
			number = len(n.choosers)
			n.distinct[text] = number
			n.choosers = append(n.choosers, nil)
			n.selectors.Set(number, *c.selector)
		}
		n.choosers[number] = append(n.choosers[number], i)
	}
	return n
}

// group is Jobs with equal selectors whose pods the same selectors select: what they overlap
// with is the same.
type group struct {
	jobs      []int
	selectors []int // that select their pods, by number
}

func (n *namespace) groups() []group {
	sets := map[string]int{}   // numbers of sets of selectors, by what is in them
	byPods := map[string]int{} // the same, by the labels that they select
	numbers := map[[2]int]int{}
	var groups []group
	var contents [][]int
	for i, c := range n.controllers {
		if c.manual == nil {
			continue
		}
		pods := c.template.String()
		set, ok := byPods[pods]
		if !ok {
			selecting := slices.Sorted(n.selectors.Matching(c.template))
			text := fmt.Sprint(selecting)
			if set, ok = sets[text]; !ok {
				set = len(contents)
				sets[text] = set
				contents = append(contents, selecting)
			}
			byPods[pods] = set
		}
		key := [2]int{n.distinct[c.selector.String()], set}
		number, ok := numbers[key]
		if !ok {
			number = len(groups)
			numbers[key] = number
			groups = append(groups, group{selectors: contents[set]})
		}
		groups[number].jobs = append(groups[number].jobs, i)
	}
	return groups
}

func (n *namespace) findings(possible bool) []finding {
	var findings []finding
	for number, g := range n.groups() {
		stamp := number + 1
		c := n.controllers[g.jobs[0]]
		// Those whose pods they select, and those that select their pods, themselves among them.
		real := n.gather(n.real, stamp, n.pods.Select(*c.selector), n.choosing(slices.Values(g.selectors)))
		for _, i := range g.jobs {
			if first, more := n.others(i, real); first >= 0 {
				findings = append(findings, n.controllers[i].overlap(errorSeverity, message(n.controllers[i], n.controllers[first], more)))
			}
		}
		if !possible {
			continue
		}
		apart := n.gather(n.apart, stamp, func(yield func(int) bool) {
			for id := range n.choosing(n.selectors.Overlapping(*c.selector)) {
				if n.real[id] != stamp && !yield(id) {
					return
				}
			}
		})
		for _, i := range g.jobs {
			if first, more := n.others(i, apart); first >= 0 {
				findings = append(findings, n.controllers[i].overlap(warningSeverity, possibleMessage(c, n.controllers[first], more)))
			}
		}
	}
	return findings
}

// choosing returns the controllers that have the selectors of these numbers.
func (n *namespace) choosing(selectors iter.Seq[int]) iter.Seq[int] {
	return func(yield func(int) bool) {
		for number := range selectors {
			for _, id := range n.choosers[number] {
				if !yield(id) {
					return
				}
			}
		}
	}
}

// overlap returns a finding at the selector of a Job.
func (c *controller) overlap(s severity, message string) finding {
	f := c.manual.about(s, overlap, "spec.selector", message)
	f.Own = true
	return f
}
