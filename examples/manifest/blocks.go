package main

import (
	"math/bits"
	"slices"

	"github.com/jobapi/jobapi/labels"
	"github.com/jobapi/jobapi/selector"
)

// word is what selectors ask for: a label, or any label with the key.
type word struct {
	key, value string
	any        bool
}

// vocabulary numbers the words of some selectors. Labels without one make no difference to
// them.
type vocabulary map[word]int

func (v vocabulary) number(w word) int {
	number, ok := v[w]
	if !ok {
		number = len(v)
		v[w] = number
	}
	return number
}

// translate returns the numbers of the words that labels meet, ascending.
func (v vocabulary) translate(set labels.Set) []int {
	var numbers []int
	for key, value := range set {
		for _, w := range [...]word{{key: key, any: true}, {key: key, value: value}} {
			if number, ok := v[w]; ok {
				numbers = append(numbers, number)
			}
		}
	}
	slices.Sort(numbers)
	return numbers
}

// compiled is a selector in words.
type compiled struct {
	selector.Selector
	demands []demand
}

// demand asks for one of some words, or for none of them.
type demand struct {
	words []int
	not   bool
}

func (v vocabulary) compile(s selector.Selector) compiled {
	c := compiled{Selector: s}
	for r := range s.Requirements() {
		d := demand{not: r.Operator() == selector.NotIn || r.Operator() == selector.DoesNotExist}
		for _, value := range r.Values() {
			d.words = append(d.words, v.number(word{key: r.Key(), value: value}))
		}
		if len(d.words) == 0 { // Exists and DoesNotExist; the API has no > and <
			d.words = []int{v.number(word{key: r.Key(), any: true})}
		}
		c.demands = append(c.demands, d)
	}
	return c
}

const blockSize = 64

// block is up to 64 sets of labels, each with a bit of its own: a selector is compared with all
// of them in one step. Each set stands for a number of controllers.
type block struct {
	all    uint64
	having map[int]uint64 // by word: the sets that meet it
	weight []uint64       // by bit of the numbers of controllers: the sets whose number has it
}

// add adds a set of labels as the bit.
func (b *block) add(bit int, words []int) {
	if b.having == nil {
		b.having = map[int]uint64{}
	}
	b.all |= 1 << bit
	for _, word := range words {
		b.having[word] |= 1 << bit
	}
}

// matching returns the sets that a selector matches.
func (b *block) matching(s compiled) uint64 {
	found := b.all
	for _, d := range s.demands {
		var met uint64
		for _, word := range d.words {
			met |= b.having[word]
		}
		if d.not {
			met = ^met
		}
		if found &= met; found == 0 {
			break
		}
	}
	return found
}

// weigh says how many controllers a set stands for.
func (b *block) weigh(bit, controllers int) {
	for i := range bits.Len(uint(controllers)) {
		if i == len(b.weight) {
			b.weight = append(b.weight, 0)
		}
		b.weight[i] |= uint64(controllers>>i&1) << bit
	}
}

// count returns how many controllers some of the sets stand for.
func (b *block) count(sets uint64) int {
	n := 0
	for i, having := range b.weight {
		n += bits.OnesCount64(sets&having) << i
	}
	return n
}

// transpose makes rows of bits from columns. It swaps the halves that are off the diagonal,
// then those of each quarter, and so on.
func transpose(m *[blockSize]uint64) {
	half, low := blockSize/2, uint64(1)<<(blockSize/2)-1
	for half > 0 {
		for i := 0; i < blockSize; i = (i + half + 1) &^ half {
			swapped := (m[i]>>half ^ m[i+half]) & low
			m[i] ^= swapped << half
			m[i+half] ^= swapped
		}
		half /= 2
		low ^= low << half
	}
}
