package main

import (
	"encoding/binary"

	"github.com/jobapi/jobapi/selector/index"
)

// namespace is the controllers of one namespace, by their number in the order of the input.
type namespace struct {
	controllers []*controller
	objects     []int   // by controller: the number of the object that it stands for
	copies      [][]int // by object: the groups of the controllers that stand for it
	words       vocabulary
	selectors   []compiled           // the different ones
	index       index.Selectors[int] // of the selectors, for those that ask what is possible
	choosers    [][]int              // by selector: the groups that have it
	groups      []*group
	manual      []int // the groups that are manual
	blocks      []block
}

// group is controllers with equal selectors whose pods no selector tells apart: they overlap
// with the same ones.
type group struct {
	selector int   // number, -1 if there is none
	labels   []int // of their pods, as far as there are words for them
	members  []int
	second   int  // the first that is another object than the first of all, -1 if none
	manual   bool // some of them are Jobs with selectors of their own
}

func newNamespace(controllers []*controller) *namespace {
	n := &namespace{controllers: controllers, words: vocabulary{}}
	numbers := n.number()
	known := map[identity]int{}
	byKey := map[string]int{}
	for i, c := range controllers {
		object, ok := known[c.identity]
		if !ok || c.name == "" {
			object = len(n.copies)
			known[c.identity] = object
			n.copies = append(n.copies, nil)
		}
		n.objects = append(n.objects, object)

		labels := n.words.translate(c.template)
		key := binary.AppendVarint(nil, int64(numbers[i]))
		for _, word := range labels {
			key = binary.AppendVarint(key, int64(word))
		}
		at, ok := byKey[string(key)]
		if !ok {
			at = n.addGroup(&group{selector: numbers[i], labels: labels, second: -1})
			byKey[string(key)] = at
		}
		n.copies[object] = append(n.copies[object], at)
		n.join(at, i)
	}
	for i, g := range n.groups {
		n.blocks[i/blockSize].weigh(i%blockSize, len(g.members))
	}
	return n
}

// number gives equal selectors a number, and returns for each controller that of its selector,
// -1 for none.
func (n *namespace) number() []int {
	numbers := make([]int, len(n.controllers))
	known := map[string]int{}
	for i, c := range n.controllers {
		numbers[i] = -1
		if c.selector == nil {
			continue
		}
		text := c.selector.String()
		number, ok := known[text]
		if !ok {
			number = len(n.selectors)
			known[text] = number
			n.selectors = append(n.selectors, n.words.compile(*c.selector))
			n.choosers = append(n.choosers, nil)
		}
		numbers[i] = number
	}
	return numbers
}

// addGroup adds an empty group and returns its number.
func (n *namespace) addGroup(g *group) int {
	at := len(n.groups)
	n.groups = append(n.groups, g)
	if at%blockSize == 0 {
		n.blocks = append(n.blocks, block{})
	}
	n.blocks[at/blockSize].add(at%blockSize, g.labels)
	if g.selector >= 0 {
		n.choosers[g.selector] = append(n.choosers[g.selector], at)
	}
	return at
}

// join adds a controller to a group.
func (n *namespace) join(at, controller int) {
	g := n.groups[at]
	g.members = append(g.members, controller)
	if g.second < 0 && n.objects[controller] != n.objects[g.members[0]] {
		g.second = controller
	}
	if n.controllers[controller].manual != nil && !g.manual {
		g.manual = true
		n.manual = append(n.manual, at)
	}
}
